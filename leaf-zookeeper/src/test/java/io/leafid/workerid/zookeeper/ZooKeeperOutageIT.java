package io.leafid.workerid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.leafid.SnowflakeLayout;
import io.leafid.lease.KeeperSettings;
import io.leafid.lease.LeaseKeeper;
import io.leafid.lease.LeaseStatus;
import io.leafid.lease.LeaseTerms;
import io.leafid.lease.LeaseWindow;
import io.leafid.test.time.ShiftedTime;
import io.leafid.testing.TestThreads;
import io.leafid.testing.ZooKeeperServer;
import io.leafid.text.DurationText;
import io.leafid.time.TimeSource;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.InMemoryLocalMark;
import io.leafid.workerid.LocalMark;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import io.leafid.workerid.zookeeper.client.ZooKeeperSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What leases of running generators live through when ZooKeeper is killed, cut off or started again. Its tests wait, but not beside
 * each other: some say how soon a call must end.
 */
class ZooKeeperOutageIT {

    private static final Duration CONNECTION_TIMEOUT = Duration.ofSeconds(6);
    private static final Duration RESERVATION = Duration.ofMillis(1_500);
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final NodeIdentity SELF = new NodeIdentity("10.0.0.1", 8080);
    private static final ZooKeeperNamespace ORDERS = new ZooKeeperNamespace("/snowflake", "orders");

    private final ZooKeeperServer server = new ZooKeeperServer();
    private final ShiftedTime time = new ShiftedTime();
    private final InMemoryLocalMark localMark = new InMemoryLocalMark();
    private final List<CuratorFramework> clients = new ArrayList<>();
    private final List<LeaseKeeper> keepers = new ArrayList<>();

    private CuratorFramework client() {
        CuratorFramework client =
                new ZooKeeperSettings(server.address(), Duration.ofSeconds(8), CONNECTION_TIMEOUT, null).open();
        clients.add(client);
        return client;
    }

    private WorkerIdHolder fixed(CuratorFramework client) {
        return new FixedZooKeeperHolder(client, ORDERS, SELF, time);
    }

    private WorkerIdHolder recycling(CuratorFramework client) {
        return new RecyclingZooKeeperHolder(client, ORDERS, SELF, time);
    }

    private LeaseKeeper keeper(WorkerIdHolder holder, @Nullable LocalMark mark) {
        return keeper(holder, mark, SELF, time, reporting(Duration.ofMillis(200), RESERVATION, Duration.ofSeconds(5)));
    }

    private static KeeperSettings reporting(Duration interval, Duration reservation, Duration peerThreshold) {
        return new KeeperSettings(
                interval, reservation, Duration.ofSeconds(3), KeeperSettings.OnRegistryLoss.CONTINUE, peerThreshold);
    }

    private LeaseKeeper keeper(
            WorkerIdHolder holder,
            @Nullable LocalMark mark,
            NodeIdentity identity,
            TimeSource clock,
            KeeperSettings settings) {
        LeaseKeeper keeper = new LeaseKeeper(
                holder,
                mark,
                new LeaseTerms(identity, new WorkerIdRange(0, 1023), SnowflakeLayout.DEFAULT, settings),
                clock,
                TestThreads.ofAKeeper(),
                event -> {});
        keepers.add(keeper);
        return keeper;
    }

    private boolean issuesNow(LeaseKeeper keeper) {
        long now = time.currentTimeMillis();
        return keeper.windowFor(now).covers(now);
    }

    private static LeaseStatus.State state(LeaseKeeper keeper) {
        return keeper.status().state();
    }

    @AfterEach
    void closeAll() {
        keepers.forEach(keeper -> keeper.close(0, Duration.ofMillis(10)));
        clients.forEach(CuratorFramework::close);
        server.close();
    }

    @Test
    void fixedWorkerIdGoesOnThroughAnOutageAndHeals() {
        LeaseKeeper keeper = keeper(fixed(client()), localMark);
        keeper.start();
        int workerId = keeper.window().workerId();
        server.stop();
        long ceilingAtLoss = keeper.window().ceilingMillis();

        await().atMost(TIMEOUT)
                .until(() -> time.currentTimeMillis() > ceilingAtLoss + RESERVATION.toMillis() && issuesNow(keeper));
        assertThat(keeper.status().registryUp()).isFalse();
        server.restart();
        await().atMost(TIMEOUT).until(() -> keeper.status().registryUp());

        assertThat(state(keeper)).isEqualTo(LeaseStatus.State.HELD);
        assertThat(keeper.window().workerId()).isEqualTo(workerId);
        assertThat(keeper.leases())
                .singleElement()
                .satisfies(entry -> assertThat(entry.ceiling()).isAfter(Instant.ofEpochMilli(ceilingAtLoss)));
        await("the ephemeral node of the running process is back")
                .atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(keeper.leases())
                        .singleElement()
                        .satisfies(entry ->
                                assertThat(entry.live() && entry.self()).isTrue()));
    }

    @Test
    void fixedWorkerIdSurvivesARestartOfTheProcessDuringTheOutageAndHeals() {
        CuratorFramework client = client();
        LeaseKeeper first = keeper(fixed(client), localMark);
        first.start();
        int workerId = first.window().workerId();
        server.stop();
        first.close(time.currentTimeMillis(), Duration.ofMillis(300));
        await().atMost(TIMEOUT).until(() -> !localMark.isLocked()); // the last mark is written when the time is up
        client.close();
        HighWaterMark mark = localMark.read().orElseThrow().mark();

        LeaseKeeper second = keeper(fixed(client()), localMark.reopened());
        second.start();
        assertThat(state(second)).isEqualTo(LeaseStatus.State.LOCAL);
        assertThat(second.window().workerId()).isEqualTo(workerId);
        assertThat(second.window().floorMillis()).isEqualTo(mark.markMillis());
        await().atMost(TIMEOUT).until(() -> issuesNow(second));
        server.restart();
        await().atMost(TIMEOUT).until(() -> state(second) == LeaseStatus.State.HELD);

        assertThat(second.window().workerId()).isEqualTo(workerId);
        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(second.leases())
                        .extracting(WorkerIdEntry::self)
                        .containsExactly(true));
    }

    @Test
    void recycledWorkerIdStopsAtItsCeilingAndResumesByItself() {
        LeaseKeeper keeper = keeper(recycling(client()), null);
        keeper.start();
        server.stop();
        await().atMost(TIMEOUT).until(() -> !keeper.status().registryUp());
        LeaseWindow last = keeper.window();

        await().atMost(TIMEOUT).until(() -> !issuesNow(keeper));
        assertThat(time.currentTimeMillis()).as("and not before").isGreaterThanOrEqualTo(last.ceilingMillis());
        assertThat(keeper.window()).as("not a millisecond more").isEqualTo(last);
        server.restart();

        await().atMost(TIMEOUT).until(() -> issuesNow(keeper));
        assertThat(state(keeper)).isEqualTo(LeaseStatus.State.HELD);
    }

    @Test
    void recycledWorkerIdThatWasTakenMeanwhileIsReplacedByAnotherOne() {
        LeaseKeeper keeper = keeper(recycling(client()), null);
        keeper.start();
        CuratorFramework other = client();
        LeaseNodes leases = new LeaseNodes(new CuratorNodes(other), ORDERS);
        int own = keeper.window().workerId();
        LeaseNode ours = leases.read(own).orElseThrow();
        await().atMost(TIMEOUT)
                .until(() -> new CuratorNodes(other)
                        .commit(List.of(NodeWrite.write(
                                leases.read(own).orElseThrow().node(),
                                LeaseNode.held(
                                        "10.0.0.2:8080",
                                        new WorkerIdLease(own, "theirs", 0, ours.ceilingMillis() + 60_000),
                                        0)))));

        await().atMost(TIMEOUT)
                .until(() -> keeper.windowFor(time.currentTimeMillis()).workerId() != own && issuesNow(keeper));

        assertThat(leases.read(own).orElseThrow().token()).as("left alone").isEqualTo("theirs");
    }

    @Test
    void startWithoutZooKeeperAndWithoutAMarkFailsWithinTheConnectionTimeout() {
        server.stop();
        long start = System.nanoTime();

        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(() -> keeper(fixed(client()), localMark).start())
                .withMessageContaining(server.address())
                .withMessageContaining(DurationText.of(CONNECTION_TIMEOUT));

        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .as("and what a busy machine adds to it")
                .isLessThan(CONNECTION_TIMEOUT.multipliedBy(5));
    }

    @Test
    void callIntoASilentNetworkEndsAfterTheTimeouts() {
        LeaseKeeper keeper = keeper(fixed(client()), localMark);
        keeper.start();
        server.link().silence(true);
        long start = System.nanoTime();

        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class).isThrownBy(keeper::leases);

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(60));
        server.link().silence(false);
        await().atMost(TIMEOUT).until(() -> keeper.status().registryUp());
    }

    /** A wrong clock at start is fatal: what the local file says cannot overrule it. */
    @Test
    void clockBehindTheRecordedTimeIsFatalAlsoWithALocalMark() {
        CuratorFramework client = client();
        LeaseKeeper first = keeper(fixed(client), localMark);
        first.start();
        first.close(time.currentTimeMillis(), TIMEOUT);
        time.shift(Duration.ofHours(-1));

        LeaseKeeper second = keeper(fixed(client), localMark.reopened());
        assertThatExceptionOfType(WorkerIdException.ClockBehindMark.class).isThrownBy(second::start);
        assertThat(issuesNow(second)).isFalse();

        server.stop();
        LeaseKeeper third = keeper(fixed(client), localMark.reopened());
        assertThatExceptionOfType(WorkerIdException.ClockBehindMark.class).isThrownBy(third::start);
        assertThat(issuesNow(third)).isFalse();
    }

    /** The marks are written ahead: two seconds after the last report, the clock one second back. */
    @Test
    void quickRestartWithTheClockASecondBackWaitsInsteadOfRepeatingIds() {
        CuratorFramework client = client();
        LeaseKeeper first = keeper(fixed(client), null);
        first.start();
        long issuedUpTo = first.window().ceilingMillis(); // it may have issued any of these
        client.close();
        time.shift(Duration.ofSeconds(-1));

        LeaseKeeper second = keeper(fixed(client()), null);
        second.start();

        assertThat(second.window().floorMillis()).isGreaterThanOrEqualTo(issuedUpTo);
        assertThat(time.currentTimeMillis()).isGreaterThanOrEqualTo(issuedUpTo);
    }

    @Test
    void peersOfARunningNodeAreReadThroughZooKeeper() {
        KeeperSettings unchecked = reporting(Duration.ofMillis(200), RESERVATION, Duration.ZERO);
        KeeperSettings checked = reporting(Duration.ofSeconds(3), Duration.ofSeconds(10), Duration.ofSeconds(5));
        for (int i = 2; i <= 4; i++) {
            NodeIdentity peer = new NodeIdentity("10.0.0." + i, 8080);
            ShiftedTime clock = new ShiftedTime();
            clock.shift(i == 4 ? Duration.ofHours(1) : Duration.ZERO);
            WorkerIdHolder holder = new FixedZooKeeperHolder(client(), ORDERS, peer, clock);
            keeper(holder, null, peer, clock, unchecked).start();
        }
        LeaseKeeper right = keeper(fixed(client()), null, SELF, time, checked);
        right.start();
        assertThat(right.status().peerClocks().peers()).isEqualTo(3);
        right.close(time.currentTimeMillis(), TIMEOUT);

        time.shift(Duration.ofSeconds(-30));
        assertThatExceptionOfType(WorkerIdException.ClockDiffersFromPeers.class)
                .isThrownBy(
                        () -> keeper(fixed(client()), null, SELF, time, checked).start())
                .withMessageContaining("3 running nodes");
    }
}
