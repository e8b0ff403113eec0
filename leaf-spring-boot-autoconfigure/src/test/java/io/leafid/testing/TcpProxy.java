package io.leafid.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A line between a driver and a server on this machine, which can be cut or go dead at a chosen moment. Thread-safe. */
public final class TcpProxy implements AutoCloseable {

    /** What happens when an expected command passes. */
    public enum Reaction {
        /** The server gets the command and answers it; the answer is swallowed and the line cut. */
        LOSE_REPLY,
        /** Nothing passes any more, in either direction, while the sockets stay open. */
        GO_DEAD
    }

    private record Expectation(Pattern command, Reaction reaction) {}

    private final int target;
    private final ServerSocket listener;
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final AtomicReference<@Nullable Expectation> expected = new AtomicReference<>();
    private final AtomicInteger lostReplies = new AtomicInteger();
    private final Thread acceptor;
    private volatile boolean dead;

    /** Opens a line to a port of this machine. */
    public TcpProxy(int target) {
        this(target, 0);
    }

    /** Opens a line once more, on the port of one that was closed. */
    public TcpProxy(int target, int port) {
        this.target = target;
        try {
            this.listener = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        this.acceptor = start("accept", this::accept);
    }

    /** The port to connect to instead of the server's. */
    public int port() {
        return listener.getLocalPort();
    }

    /** Waits for a command that begins so, in upper or lower case, of any connection; reacts to the first one only. */
    public void expect(String command, Reaction reaction) {
        Pattern pattern = Pattern.compile("\\b" + Pattern.quote(command), Pattern.CASE_INSENSITIVE);
        expected.set(new Expectation(pattern, reaction));
    }

    /** Lets the line go dead now. */
    public void goDead() {
        dead = true;
    }

    /** Answers of the server that were swallowed. */
    public int lostReplies() {
        return lostReplies.get();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = listener.accept();
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            sockets.add(client);
            sockets.add(server);
            Line line = new Line(client, server);
            start("up", line::up);
            start("down", line::down);
        }
    }

    @Override
    public void close() {
        closeQuietly(listener);
        try {
            acceptor.join(); // which holds the port until it has noticed
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
        sockets.forEach(TcpProxy::closeQuietly);
    }

    private static void closeQuietly(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception ex) {
            throw new IllegalStateException("closing a socket does not fail", ex);
        }
    }

    private static Thread start(String name, Pump pump) {
        Runnable action = () -> {
            try {
                pump.run();
            } catch (IOException ex) {
                // the other side has closed the line, or the test has: that is how every line ends
            }
        };
        Thread thread = new Thread(action, "tcp-proxy-" + name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private interface Pump {

        void run() throws IOException;
    }

    /** One connection through the proxy. */
    private final class Line {

        private final Socket client;
        private final Socket server;
        private volatile boolean losesNextReply;

        Line(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void up() throws IOException {
            pump(client, server, true);
        }

        void down() throws IOException {
            pump(server, client, false);
        }

        private void pump(Socket from, Socket to, boolean upstream) throws IOException {
            try (from;
                    to) {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                byte[] buffer = new byte[16_384];
                for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                    if (upstream) {
                        react(new String(buffer, 0, length, StandardCharsets.ISO_8859_1));
                    } else if (losesNextReply) {
                        lostReplies.incrementAndGet();
                        return;
                    }
                    if (!dead) {
                        out.write(buffer, 0, length);
                        out.flush();
                    }
                }
            }
        }

        private void react(String bytes) {
            Expectation expectation = expected.get();
            if (expectation == null
                    || !expectation.command().matcher(bytes).find()
                    || !expected.compareAndSet(expectation, null)) {
                return;
            }
            switch (expectation.reaction()) {
                case LOSE_REPLY -> losesNextReply = true;
                case GO_DEAD -> dead = true;
            }
        }
    }
}
