package io.leafid.workerid.zookeeper;

import io.leafid.testing.ZooKeeperServer;
import io.leafid.workerid.zookeeper.client.ZooKeeperSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.curator.framework.CuratorFramework;
import org.jspecify.annotations.Nullable;

/** Sessions with the server that tests share. For one thread at a time. */
final class CuratorSessions implements Sessions {

    /** No session ends by itself while a test runs, however busy the machine is. */
    static final Duration SESSION_TIMEOUT = Duration.ofSeconds(20);

    private static final Duration CONNECTION_TIMEOUT = Duration.ofSeconds(60);

    private final ZooKeeperServer server = ZooKeeperServer.shared();
    private final Map<ZkNodes, CuratorFramework> clients = new HashMap<>();

    @Override
    public ZkNodes open() {
        return open(null);
    }

    /** Opens a session of a user, or of none. */
    ZkNodes open(@Nullable String digest) {
        return wrap(new ZooKeeperSettings(server.directAddress(), SESSION_TIMEOUT, CONNECTION_TIMEOUT, digest).open());
    }

    /** Takes over a client. */
    ZkNodes wrap(CuratorFramework client) {
        CuratorNodes nodes = new CuratorNodes(client);
        clients.put(nodes, client);
        return nodes;
    }

    CuratorFramework client(ZkNodes session) {
        return Objects.requireNonNull(clients.get(session));
    }

    @Override
    public void end(ZkNodes session) {
        client(session).close();
    }

    @Override
    public void close() {
        clients.values().forEach(CuratorFramework::close);
    }
}
