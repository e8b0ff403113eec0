package io.leafid.autoconfigure.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.autoconfigure.check.CheckedStart.OffBy;
import io.leafid.autoconfigure.properties.SnowflakeProperties;
import io.leafid.lease.LeaseKeeper;
import io.leafid.lease.LeaseTerms;
import io.leafid.testing.TestThreads;
import io.leafid.testing.ZooKeeperServer;
import io.leafid.time.TimeSource;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdRange;
import io.leafid.workerid.zookeeper.FixedZooKeeperHolder;
import io.leafid.workerid.zookeeper.RecyclingZooKeeperHolder;
import io.leafid.workerid.zookeeper.ZooKeeperNamespace;
import io.leafid.workerid.zookeeper.client.ZooKeeperSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A check of worker ids in ZooKeeper says what the start does. */
class CheckedZooKeeperStartTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final ZooKeeperNamespace namespace =
            new ZooKeeperNamespace("/checked", UUID.randomUUID().toString());
    private final CuratorFramework client = open();
    private final CuratorFramework others = open();

    @TempDir
    private Path directory;

    private static CuratorFramework open() {
        return new ZooKeeperSettings(
                        ZooKeeperServer.shared().directAddress(), Duration.ofSeconds(3), Duration.ofSeconds(10), null)
                .open();
    }

    @AfterEach
    void close() {
        client.close();
        others.close();
    }

    private CheckedStart start(String mode, Duration offset, String... more) {
        String[] settings = Stream.concat(
                        Stream.of(
                                "leaf.snowflake.mode=" + mode,
                                "leaf.snowflake.zk.address=127.0.0.1",
                                "leaf.snowflake.report-interval=1s",
                                "leaf.snowflake.reservation=2s"),
                        Stream.of(more))
                .toArray(String[]::new);
        return new CheckedStart(
                CheckedStart.settings(directory, settings),
                (snowflake, time) -> holder(client, snowflake, CheckedStart.SELF, time),
                new OffBy(offset));
    }

    private WorkerIdHolder holder(
            CuratorFramework by, SnowflakeProperties snowflake, NodeIdentity identity, TimeSource time) {
        return snowflake.mode().isFixed()
                ? new FixedZooKeeperHolder(by, namespace, identity, time)
                : new RecyclingZooKeeperHolder(by, namespace, identity, time);
    }

    private LeaseKeeper running(Duration offset) {
        SnowflakeProperties snowflake =
                start("zk_normal", offset).setup().properties().snowflake();
        NodeIdentity other = new NodeIdentity("10.0.0.2", 8080);
        TimeSource time = new OffBy(offset);
        LeaseKeeper keeper = new LeaseKeeper(
                holder(others, snowflake, other, time),
                null,
                new LeaseTerms(other, new WorkerIdRange(0, 1023), snowflake.idLayout(), snowflake.keeperSettings(true)),
                time,
                TestThreads.ofAKeeper(),
                event -> {});
        keeper.start();
        return keeper;
    }

    /** A node of the original that has reported and runs no more. */
    private void original(NodeIdentity identity, int workerId) throws Exception {
        others.create()
                .creatingParentsIfNeeded()
                .forPath(
                        "%s/forever/%s-%010d".formatted(namespace, identity, workerId),
                        "{\"ip\":\"%s\",\"port\":\"%s\",\"timestamp\":%s}"
                                .formatted(identity.host(), identity.port(), System.currentTimeMillis() - 1_000)
                                .getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void firstStartIsSafeAndTheCheckMakesNothing() throws Exception {
        CheckedStart start = start("zk_normal", Duration.ZERO);

        assertThat(start.findings().text()).contains("1024 of 1024 are free");
        assertThat(others.checkExists().forPath(namespace.toString())).isNull();
        start.isSafe();
        assertThat(start.findings().text()).contains("0 would be kept");
        start("zk_recycle", Duration.ZERO).isRefusedWith(WorkerIdException.ModeMismatch.class);
    }

    /** A worker id outside the range stays its own, and is not what it gets. */
    @Test
    void ownWorkerIdOutsideARangeThatIsFullIsNotKept() throws Exception {
        original(new NodeIdentity("10.0.0.9", 8080), 0);
        original(CheckedStart.SELF, 1);
        others.create().forPath(namespace + "/forever/skipped-0", new byte[0]);
        others.delete().forPath(namespace + "/forever/skipped-0");

        start("zk_normal", Duration.ZERO, "leaf.snowflake.worker-ids=0-0")
                .isRefusedWith(WorkerIdException.Exhausted.class);
    }

    @Test
    void clocksAreComparedWithThoseOfRunningNodes() {
        LeaseKeeper running = running(Duration.ZERO);
        try {
            start("zk_normal", Duration.ZERO).isSafe();
            start("zk_normal", MINUTE).isRefusedWith(WorkerIdException.ClockDiffersFromPeers.class);
            start("zk_normal", MINUTE, "leaf.snowflake.peer-check.enabled=false")
                    .isSafe();
        } finally {
            running.close(0, Duration.ofSeconds(5));
        }
    }

    /** ZooKeeper's clock is the one that is wrong. */
    @Test
    void clockThatAgreesWithRunningNodesIsSafeWhereverThatOfTheRegistryStands() {
        LeaseKeeper running = running(MINUTE.negated());
        try {
            start("zk_normal", MINUTE.negated()).isSafe();
        } finally {
            running.close(0, Duration.ofSeconds(5));
        }
    }

    /** Nodes of the original may come back for an hour. */
    @Test
    void workerIdThatAnOriginalHasReportedOfLateIsNotLeased() throws Exception {
        original(new NodeIdentity("10.0.0.9", 8080), 0);

        start("zk_recycle", Duration.ZERO, "leaf.snowflake.worker-ids=0-0")
                .isRefusedWith(WorkerIdException.Exhausted.class);
    }

    @Test
    void processThatWasKilledIsFollowedWhenItsSessionHasEnded() {
        CheckedStart start = start("zk_normal", Duration.ZERO);
        SnowflakeProperties snowflake = start.setup().properties().snowflake();
        holder(others, snowflake, CheckedStart.SELF, TimeSource.system())
                .acquire(LeaseRequest.of(
                                CheckedStart.SELF, snowflake.workerIds(), snowflake.idLayout(), TimeSource.system())
                        .over(new LeaseRequest.Period(Duration.ofSeconds(1), MINUTE, 0)));

        start.isRefusedWith(WorkerIdException.IdentityInUse.class);
        others.close();
        start.isSafe();
    }
}
