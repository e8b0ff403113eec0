package io.leafid.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for servers that have to be told theirs. Thread-safe.
 *
 * <p>They lie below those that systems lend to outgoing connections (from 32768 on Linux, from 49152 elsewhere): a
 * connection of another process takes none of them between the choice and the start, nor while a server is down on purpose.
 * Another process that runs tests takes none either: each has blocks of its own, by a lock that ends with it.
 */
public final class FreePorts {

    private static final int LOWEST = 12_000;
    private static final int BLOCK = 100;
    private static final int BLOCKS = 200;

    /** Of this process; each is a lock of one byte of the file. */
    private static final Set<Integer> OWN = new HashSet<>();

    private static final FileChannel LOCKS = locks();

    private static int next;
    private static int end;

    private FreePorts() {}

    /** A port that no process listens to, and that was not given before. */
    public static synchronized int next() {
        while (true) {
            if (next == end) {
                takeBlock();
            }
            int port = next++;
            if (isFree(port)) {
                return port;
            }
        }
    }

    private static void takeBlock() {
        int from = ThreadLocalRandom.current().nextInt(BLOCKS); // a block that ended lately may still be in use
        for (int i = 0; i < BLOCKS; i++) {
            int block = (from + i) % BLOCKS;
            if (lock(block)) {
                next = LOWEST + block * BLOCK;
                end = next + BLOCK;
                return;
            }
        }
        throw new IllegalStateException("other processes that run tests hold all ports from " + LOWEST);
    }

    private static boolean lock(int block) {
        try {
            return !OWN.contains(block) && LOCKS.tryLock(block, 1, false) != null && OWN.add(block);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static FileChannel locks() {
        try {
            Path file =
                    Path.of(System.getProperty("java.io.tmpdir"), "leaf-test-ports-" + System.getProperty("user.name"));
            return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName("0.0.0.0"))) {
            return socket.isBound();
        } catch (IOException ex) {
            return false;
        }
    }
}
