package io.leafid.migration;

import io.leafid.workerid.zookeeper.OriginalNode;
import io.leafid.workerid.zookeeper.ZooKeeperNamespace;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryUntilElapsed;

/** Starts stand-ins of the original's snowflake nodes: nodes in ZooKeeper, a cache file, and the lapses of both. Stateless. */
final class OriginalNodes {

    private static final int SESSION_MILLIS = 6_000;
    private static final int CONNECTION_MILLIS = 10_000;
    private static final String CACHE_FILE = "workerID.properties";

    private OriginalNodes() {}

    /** The file from which a node takes its worker id when ZooKeeper gives it none. */
    static OldFile cacheFile(String name, int port) {
        return OldFile.of(name, port, CACHE_FILE);
    }

    /** A client as theirs, whose session shows in ZooKeeper with a time-out of 6 s. */
    static CuratorFramework connect(String servers) {
        CuratorFramework client = CuratorFrameworkFactory.builder()
                .connectString(servers)
                .sessionTimeoutMs(SESSION_MILLIS)
                .connectionTimeoutMs(CONNECTION_MILLIS)
                .retryPolicy(new RetryUntilElapsed(1_000, 4))
                .ensembleTracker(false) // Curator had none when the original was written
                .build();
        client.start();
        return client;
    }

    /**
     * Starts a node. Whatever goes wrong with ZooKeeper, it takes the worker id of its cache file then, and never reports.
     *
     * @throws IllegalStateException if there is no such file
     */
    static OldNode start(String servers, String name, String ip, int port) throws Exception {
        CuratorFramework client = connect(servers);
        OldFile cache = cacheFile(name, port);
        OriginalNode node = new OriginalNode(client, new ZooKeeperNamespace("/snowflake", name), ip, port);
        try {
            int workerId = node.start(System.currentTimeMillis());
            cache.write("workerID=" + workerId);
            return OldNode.reporting(workerId, node::report, client::close);
        } catch (Exception ex) {
            return OldNode.silent(cached(cache, client, ex), client::close);
        }
    }

    private static int cached(OldFile cache, CuratorFramework client, Exception failure) throws Exception {
        return cache.workerId().orElseThrow(() -> {
            client.close();
            return new IllegalStateException("Snowflake Id Gen is not init ok", failure);
        });
    }
}
