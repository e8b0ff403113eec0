package io.leafid.testing;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries the packets between clients and a ZooKeeper server. Told to, it lets a change through to the server and breaks
 * the connection instead of delivering the answer, or delivers nothing at all.
 */
public final class LossyLink implements AutoCloseable {

    private static final Logger logger = LoggerFactory.getLogger(LossyLink.class);

    /** What a packet asks for that creates a single node. */
    public static final int CREATION = 15;

    /** What a packet asks for that makes changes together or not at all. */
    public static final int TRANSACTION = 14;

    private static final int LARGEST_PACKET = 4 * 1024 * 1024;

    private final int serverPort;
    private final ServerSocket listener;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger changesUntilLoss = new AtomicInteger();
    private final LongAdder requests = new LongAdder();
    private volatile int kindToLose;
    private volatile boolean isSilent;
    private final ExecutorService threads = Executors.newCachedThreadPool(action -> {
        Thread thread = new Thread(action, "lossy-link");
        thread.setDaemon(true);
        return thread;
    });

    LossyLink(int serverPort) {
        this.serverPort = serverPort;
        try {
            listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        threads.execute(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Loses the answer to the {@code n}-th change of a kind from now on, from 1. */
    public void loseReplyTo(int kind, int n) {
        kindToLose = kind;
        changesUntilLoss.set(n);
    }

    /** How many packets clients have sent so far that ask for something. */
    public long requests() {
        return requests.sum();
    }

    /** Whether the answer that was to be lost has been lost. */
    public boolean hasLost() {
        return changesUntilLoss.get() <= 0;
    }

    /** Carries nothing any more while connections stay open, as a firewall does that drops packets. */
    public void silence(boolean silent) {
        isSilent = silent;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                connect(listener.accept());
            } catch (IOException ex) {
                logger.debug("no connection", ex);
            }
        }
    }

    private void connect(Socket client) throws IOException {
        Socket server = new Socket();
        sockets.add(client);
        try {
            server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), serverPort));
        } catch (IOException ex) {
            client.close(); // as a server that is down
            throw ex;
        }
        sockets.add(server);
        Connection connection = new Connection(client, server);
        threads.execute(connection::carryRequests);
        threads.execute(connection::carryAnswers);
    }

    @Override
    public void close() {
        threads.shutdownNow();
        sockets.forEach(LossyLink::closeQuietly);
        try {
            listener.close();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException ex) {
            logger.debug("close", ex);
        }
    }

    /** One client's connection. Packets are a length and that many bytes; those after the first begin with a number. */
    private final class Connection {

        private final Socket client;
        private final Socket server;
        private final Set<Integer> doomed = ConcurrentHashMap.newKeySet();

        Connection(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void carryRequests() {
            carry(client, server, packet -> {
                if (packet.length >= 8 && ByteBuffer.wrap(packet).getInt() > 0) { // others are pings and the like
                    requests.increment();
                }
                if (packet.length >= 8 && ByteBuffer.wrap(packet).getInt(4) == kindToLose && isUp()) {
                    doomed.add(ByteBuffer.wrap(packet).getInt());
                }
                return true;
            });
        }

        private boolean isUp() {
            return changesUntilLoss.get() > 0 && changesUntilLoss.decrementAndGet() == 0;
        }

        void carryAnswers() {
            carry(
                    server,
                    client,
                    packet -> !doomed.contains(ByteBuffer.wrap(packet).getInt()));
        }

        private void carry(Socket from, Socket to, Filter filter) {
            try (from;
                    to) {
                DataInputStream in = new DataInputStream(from.getInputStream());
                DataOutputStream out = new DataOutputStream(to.getOutputStream());
                boolean isFirst = true;
                while (carryOne(in, out, isFirst ? packet -> true : filter)) {
                    isFirst = false;
                }
            } catch (IOException ex) {
                logger.debug("connection ended", ex);
            }
            sockets.remove(from);
        }

        private boolean carryOne(DataInputStream in, DataOutputStream out, Filter filter) throws IOException {
            int length = in.readInt();
            if (length < 0 || length > LARGEST_PACKET) {
                throw new IOException("not a packet");
            }
            byte[] packet = in.readNBytes(length);
            if (isSilent) {
                return true;
            }
            if (!filter.lets(packet)) {
                return false;
            }
            ByteBuffer framed = ByteBuffer.allocate(4 + length).putInt(length).put(packet);
            out.write(framed.array());
            out.flush();
            return true;
        }
    }

    /** Decides about a packet. */
    @FunctionalInterface
    private interface Filter {

        boolean lets(byte[] packet);
    }
}
