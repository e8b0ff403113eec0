package io.leafid.benchmarks.nodes;

import io.leafid.SnowflakeLayout;
import io.leafid.lease.KeeperSettings;
import io.leafid.lease.KeeperThreads;
import io.leafid.lease.LeaseKeeper;
import io.leafid.lease.LeaseStatus;
import io.leafid.lease.LeaseTerms;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.snowflake.SnowflakeSettings;
import io.leafid.time.SharedThreads;
import io.leafid.time.TimeSource;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdRange;
import io.leafid.workerid.zookeeper.RecyclingZooKeeperHolder;
import io.leafid.workerid.zookeeper.ZooKeeperNamespace;
import io.leafid.workerid.zookeeper.client.ZooKeeperSettings;
import java.time.Duration;
import java.time.Instant;
import org.apache.curator.framework.CuratorFramework;
import org.jspecify.annotations.Nullable;

/**
 * A node of {@code zk_recycle} as it is by default, with a client and threads of its own, but without a local mark: a thousand nodes
 * would share one disk. Thread-safe once started.
 */
final class LeasedNode implements AutoCloseable {

    private static final KeeperSettings SETTINGS = new KeeperSettings(
            KeeperSettings.DEFAULT.reportInterval(),
            Duration.ofMinutes(10),
            KeeperSettings.DEFAULT.reportInterval().multipliedBy(2),
            KeeperSettings.DEFAULT.onRegistryLoss(),
            KeeperSettings.DEFAULT.peerThreshold());

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final SharedThreads threads = new SharedThreads();
    private final CuratorFramework client;
    private final LeaseKeeper keeper;
    private volatile @Nullable SnowflakeIdGenerator generator;

    /**
     * Begins to connect.
     *
     * @param address of the ensemble
     * @param name of the service that its nodes belong to
     * @param number of the node
     */
    LeasedNode(String address, String name, int number) {
        NodeIdentity identity = new NodeIdentity("10.0.%d.%d".formatted(number / 250, number % 250), 8080);
        client = clientOf(address);
        keeper = new LeaseKeeper(
                new RecyclingZooKeeperHolder(
                        client, new ZooKeeperNamespace("/snowflake", name), identity, TimeSource.system()),
                null,
                new LeaseTerms(identity, new WorkerIdRange(0, 1023), SnowflakeLayout.DEFAULT, SETTINGS),
                TimeSource.system(),
                new KeeperThreads(threads.scheduler(), threads.pool("registry", 1), threads.pool("disk", 1)),
                event -> {});
    }

    private static CuratorFramework clientOf(String address) {
        return new ZooKeeperSettings(
                        address,
                        ZooKeeperSettings.DEFAULT_SESSION_TIMEOUT,
                        ZooKeeperSettings.DEFAULT_CONNECTION_TIMEOUT,
                        null)
                .open();
    }

    /** Takes a worker id; returns whether there was one to be had. */
    boolean start() {
        try {
            keeper.start();
        } catch (WorkerIdException ex) {
            return false;
        }
        generator = new SnowflakeIdGenerator(
                SnowflakeLayout.DEFAULT, SnowflakeSettings.DEFAULT, keeper, TimeSource.system(), event -> {});
        return true;
    }

    /** Its ids; {@code null} until it has started. */
    @Nullable SnowflakeIdGenerator ids() {
        return generator;
    }

    /** Returns whether the registry has confirmed the lease since a moment. */
    boolean isHeldSince(Instant moment) {
        LeaseStatus status = keeper.status();
        Instant extended = status.lastExtended();
        return status.state() == LeaseStatus.State.HELD && extended != null && extended.isAfter(moment);
    }

    int workerId() {
        return keeper.status().window().workerId();
    }

    /** The session that it has with ZooKeeper now. */
    long session() {
        try {
            return client.getZookeeperClient().getZooKeeper().getSessionId();
        } catch (Exception ex) { // as Curator declares it
            throw new IllegalStateException(ex);
        }
    }

    @Override
    public void close() {
        SnowflakeIdGenerator started = generator;
        if (started == null) {
            keeper.close(0, CLOSE_TIMEOUT);
        } else {
            started.close();
        }
        client.close();
        threads.close();
    }
}
