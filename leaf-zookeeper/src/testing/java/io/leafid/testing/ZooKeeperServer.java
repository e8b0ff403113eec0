package io.leafid.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;

/** A ZooKeeper server of its own, with sessions that may be as short as half a second, and a link that loses answers. */
public final class ZooKeeperServer implements AutoCloseable {

    private static final int TICK_MILLIS = 200;
    private static final int UNLIMITED = 0;

    /** Sessions that are longer than twenty ticks, and the commands that tests ask with. */
    private static final Map<String, Object> SETTINGS =
            Map.of("maxSessionTimeout", "60000", "4lw.commands.whitelist", "srvr,cons");

    private final TestingServer server;
    private final LossyLink link;
    private final boolean isOwner;

    /** Starts a server. */
    public ZooKeeperServer() {
        this(start(), true);
    }

    private ZooKeeperServer(TestingServer server, boolean isOwner) {
        this.server = server;
        this.isOwner = isOwner;
        this.link = new LossyLink(server.getPort());
    }

    private static TestingServer start() {
        System.setProperty("zookeeper.forceSync", "no"); // the machine loses no power during a test
        try {
            return new TestingServer(
                    new InstanceSpec(null, FreePorts.next(), -1, -1, true, -1, TICK_MILLIS, UNLIMITED, SETTINGS), true);
        } catch (Exception ex) {
            throw new IllegalStateException("ZooKeeper does not start", ex);
        }
    }

    /** The server that tests share which neither stop nor fill it; started when first asked for. */
    public static ZooKeeperServer shared() {
        return Shared.SERVER;
    }

    /** The same server by a link of its own, for tests that disturb the link while others run; closing it ends the link alone. */
    public ZooKeeperServer byLinkOfItsOwn() {
        return new ZooKeeperServer(server, false);
    }

    /** Where clients connect, by way of the link. */
    public String address() {
        return "127.0.0.1:" + link.port();
    }

    /** Where clients connect past the link. */
    public String directAddress() {
        return "127.0.0.1:" + server.getPort();
    }

    /** Packets that the server has received since its start, by its own count. */
    public long packetsReceived() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getPort())) {
            socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return answer.lines()
                    .filter(line -> line.startsWith("Received: "))
                    .mapToLong(line -> Long.parseLong(line.substring("Received: ".length())))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException(answer));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** The link between this server and its clients. */
    public LossyLink link() {
        return link;
    }

    /** Stops the server; what it knows stays on its disk. */
    public void stop() {
        try {
            server.stop();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Starts the server again with what it knew. */
    public void restart() {
        try {
            server.restart();
        } catch (Exception ex) {
            throw new IllegalStateException("ZooKeeper does not start again", ex);
        }
    }

    /** Ends a client's session as the server does with one that was silent for too long; the client will begin another. */
    public void expire(CuratorFramework client) {
        CountDownLatch taken = new CountDownLatch(1);
        Watcher watcher = event -> {
            if (event.getState() == Watcher.Event.KeeperState.SyncConnected) {
                taken.countDown();
            }
        };
        try {
            ZooKeeper owner = client.getZookeeperClient().getZooKeeper();
            ZooKeeper thief = new ZooKeeper(
                    address(), owner.getSessionTimeout(), watcher, owner.getSessionId(), owner.getSessionPasswd());
            boolean isTaken = taken.await(1, TimeUnit.MINUTES);
            thief.close();
            if (!isTaken) {
                throw new IllegalStateException("the session could not be taken over");
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", ex);
        } catch (Exception ex) {
            throw new IllegalStateException("the session could not be ended", ex);
        }
    }

    @Override
    public void close() {
        link.close();
        if (!isOwner) {
            return;
        }
        try {
            server.close();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Started by the first who asks. */
    private static final class Shared {

        private static final ZooKeeperServer SERVER = new ZooKeeperServer();

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(SERVER::close, "zookeeper-shutdown"));
        }
    }
}
