package io.leafid.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports for servers that have to be told theirs.
 *
 * <p>They lie below those that systems lend to outgoing connections (from 32768 on Linux, from 49152 elsewhere): a
 * connection of another process takes none of them between the choice and the start, nor while a server is down on purpose.
 */
public final class FreePorts {

    private static final int LOWEST = 12_000;
    private static final int HIGHEST = 32_000;

    /** Where this process is; another one that runs tests began somewhere else. */
    private static final AtomicInteger NEXT =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST));

    private FreePorts() {}

    /** A port that no process listens to, and that this process was not given before. */
    public static int next() {
        int tries = HIGHEST - LOWEST;
        for (int i = 0; i < tries; i++) {
            int port = NEXT.getAndUpdate(now -> now + 1 < HIGHEST ? now + 1 : LOWEST);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no port from " + LOWEST + " to " + HIGHEST + " is free");
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName("0.0.0.0"))) {
            return socket.isBound();
        } catch (IOException ex) {
            return false;
        }
    }
}
