package io.leafid.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A line between a client and a server on this machine, which can be cut, slow, silent in one direction, or dead at a chosen
 * moment. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - Bytes of one connection and direction arrive in order, or not at all; what a silent direction holds arrives when it is
 *     healed, as TCP does by sending again.
 * Locks: `gate` guards `silent`, `delay` and `closed`; its waiters are pumps. No socket is used under it.
 * </pre>
 */
public final class TcpProxy implements AutoCloseable {

    /** What happens when an expected command passes. */
    public enum Reaction {
        /** The line is cut before the server gets the command. */
        LOSE_COMMAND,
        /** The server gets the command when the line is healed, though the client may have given up. */
        HOLD_COMMAND,
        /** The server gets the command and answers it; the answer is swallowed and the line cut. */
        LOSE_REPLY,
        /** The client gets the answer, or its first part, and then the line is cut. */
        CUT_AFTER_REPLY,
        /** The server gets the command; its answer waits until the line is healed. */
        HOLD_REPLY,
        /** Nothing passes any more, in either direction, while the sockets stay open. */
        GO_DEAD
    }

    /** The way that bytes go. */
    public enum Direction {
        /** Commands. */
        TO_SERVER,
        /** Answers. */
        TO_CLIENT
    }

    private record Expectation(Pattern command, Reaction reaction) {}

    private final int target;
    private final ServerSocket listener;
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final AtomicReference<@Nullable Expectation> expected = new AtomicReference<>();
    private final AtomicInteger lostReplies = new AtomicInteger();
    private final Thread acceptor;
    private final Object gate = new Object();
    private final Set<Direction> silent = EnumSet.noneOf(Direction.class);
    private Duration delay = Duration.ZERO;
    private boolean closed;
    private volatile boolean dead;

    /** Opens a line to a port of this machine. */
    public TcpProxy(int target) {
        this(target, 0);
    }

    /** Opens a line on a port, such as that of one that was closed. */
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

    /** Whether the expected command has not passed yet. */
    public boolean isExpecting() {
        return expected.get() != null;
    }

    /** Waits for no command any more. */
    public void expectNothing() {
        expected.set(null);
    }

    /** Lets the line go dead now, for good. */
    public void goDead() {
        dead = true;
    }

    /** Holds what goes in one direction until the line is healed, as a firewall does that drops packets one way. */
    public void silence(Direction direction) {
        synchronized (gate) {
            silent.add(direction);
        }
    }

    /** Makes everything take so much longer in each direction. */
    public void delay(Duration each) {
        synchronized (gate) {
            delay = each;
        }
    }

    /** Ends silence and delay; what was held arrives now. */
    public void heal() {
        synchronized (gate) {
            silent.clear();
            delay = Duration.ZERO;
            gate.notifyAll();
        }
    }

    /** Cuts all connections that are open; new ones are accepted. */
    public void cut() {
        sockets.forEach(TcpProxy::closeQuietly);
    }

    /** Answers of the server that were swallowed. */
    public int lostReplies() {
        return lostReplies.get();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = listener.accept();
            Socket server;
            try {
                server = new Socket(InetAddress.getLoopbackAddress(), target);
            } catch (IOException ex) {
                closeQuietly(client); // the server is down; another client may find it up
                continue;
            }
            sockets.removeIf(Socket::isClosed);
            sockets.add(client);
            sockets.add(server);
            Line line = new Line();
            start("up", () -> line.pump(client, server, line::passUp));
            start("down", () -> line.pump(server, client, line::passDown));
        }
    }

    /** Waits while the direction is silent, and then for the delay; returns at once when the proxy is closed. */
    private void awaitPassage(Direction direction) throws IOException {
        synchronized (gate) {
            try {
                long until = System.nanoTime() + delay.toNanos();
                for (long left = leftMillis(direction, until); left > 0; left = leftMillis(direction, until)) {
                    gate.wait(left);
                }
            } catch (InterruptedException ex) {
                throw new IOException(ex);
            }
        }
    }

    private long leftMillis(Direction direction, long untilNanos) {
        if (closed) {
            return 0;
        }
        return silent.contains(direction) ? Long.MAX_VALUE : (untilNanos - System.nanoTime() + 999_999) / 1_000_000;
    }

    @Override
    public void close() {
        synchronized (gate) {
            closed = true;
            gate.notifyAll();
        }
        closeQuietly(listener);
        try {
            acceptor.join(); // which holds the port until it has noticed
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
        cut();
    }

    private static void closeQuietly(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception ex) {
            throw new IllegalStateException("closing a socket does not fail", ex);
        }
    }

    private static Thread start(String name, Pump pump) {
        Thread thread = new Thread(() -> runToItsEnd(pump), "tcp-proxy-" + name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void runToItsEnd(Pump pump) {
        try {
            pump.run();
        } catch (IOException ex) {
            // the other side has closed the line, or the test has: that is how every line ends
        }
    }

    private interface Pump {

        void run() throws IOException;
    }

    /** One connection through the proxy. */
    private final class Line {

        private volatile @Nullable Reaction pending;
        private volatile boolean ended;

        private void pump(Socket from, Socket to, Passage passage) throws IOException {
            try (from;
                    to) {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                byte[] buffer = new byte[16_384];
                int length = in.read(buffer);
                while (length >= 0 && passage.pass(out, buffer, length)) {
                    length = in.read(buffer);
                }
            }
        }

        private boolean passUp(OutputStream out, byte[] buffer, int length) throws IOException {
            Reaction reaction = reactionTo(new String(buffer, 0, length, StandardCharsets.ISO_8859_1));
            if (ended || reaction == Reaction.LOSE_COMMAND) {
                return false;
            }
            if (reaction != null) {
                begin(reaction);
            }
            write(out, buffer, length, Direction.TO_SERVER);
            return true;
        }

        private void begin(Reaction reaction) {
            switch (reaction) {
                case HOLD_COMMAND -> silence(Direction.TO_SERVER);
                case HOLD_REPLY -> silence(Direction.TO_CLIENT);
                case GO_DEAD -> goDead();
                default -> pending = reaction;
            }
        }

        private boolean passDown(OutputStream out, byte[] buffer, int length) throws IOException {
            if (pending == Reaction.LOSE_REPLY) {
                lostReplies.incrementAndGet();
                return false;
            }
            ended = pending == Reaction.CUT_AFTER_REPLY; // the client's next command may be quicker than the cut
            write(out, buffer, length, Direction.TO_CLIENT);
            return !ended;
        }

        private void write(OutputStream out, byte[] buffer, int length, Direction direction) throws IOException {
            awaitPassage(direction);
            if (!dead) {
                out.write(buffer, 0, length);
                out.flush();
            }
        }

        private @Nullable Reaction reactionTo(String bytes) {
            Expectation expectation = expected.get();
            if (expectation == null
                    || !expectation.command().matcher(bytes).find()
                    || !expected.compareAndSet(expectation, null)) {
                return null;
            }
            return expectation.reaction();
        }
    }

    /** Passes some bytes on; returns whether the line stays open. */
    private interface Passage {

        boolean pass(OutputStream out, byte[] buffer, int length) throws IOException;
    }
}
