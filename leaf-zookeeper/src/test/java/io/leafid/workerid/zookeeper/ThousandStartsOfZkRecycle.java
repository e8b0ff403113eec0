package io.leafid.workerid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.SnowflakeLayout;
import io.leafid.lease.KeeperSettings;
import io.leafid.lease.KeeperThreads;
import io.leafid.lease.LeaseKeeper;
import io.leafid.lease.LeaseTerms;
import io.leafid.testing.ZooKeeperServer;
import io.leafid.time.SharedThreads;
import io.leafid.time.TimeSource;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdRange;
import io.leafid.workerid.zookeeper.client.ZooKeeperSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.Test;

/**
 * Measures what starts of {@code zk_recycle} cost a real ZooKeeper, fifty at a time, each with a client of its own and its clock
 * compared with its peers; all of them stay. Neither a unit test nor one of the build: run it by name.
 *
 * <p>Properties: {@code leaf.nodes} (1000), {@code leaf.at-a-time} (50).
 */
class ThousandStartsOfZkRecycle {

    private static final int NODES = Integer.getInteger("leaf.nodes", 1_000);
    private static final int AT_A_TIME = Integer.getInteger("leaf.at-a-time", 50);

    /** Longer than the run, so that reports of those who have started are not counted for starts. */
    private static final KeeperSettings SETTINGS = new KeeperSettings(
            Duration.ofMinutes(4),
            Duration.ofMinutes(10),
            Duration.ofSeconds(15),
            KeeperSettings.OnRegistryLoss.CONTINUE,
            Duration.ofSeconds(5));

    private record Started(int workerId, LeaseKeeper keeper, long nanos) {}

    @Test
    void aStartCostsTheSameHoweverManyNodesThereAre() throws Exception {
        try (ZooKeeperServer server = new ZooKeeperServer();
                SharedThreads threads = new SharedThreads()) {
            List<Started> all = new ArrayList<>();
            long begin = System.nanoTime();
            long first = packetsOf(server, threads, all, 0, NODES / 10);
            long middle = packetsOf(server, threads, all, NODES / 10, NODES - NODES / 10);
            long last = packetsOf(server, threads, all, NODES - NODES / 10, NODES);
            double seconds = (System.nanoTime() - begin) / 1e9;
            long longest = all.stream().mapToLong(Started::nanos).max().orElse(0);
            System.out.printf(
                    "%d starts, %d at a time: %d packets received in %.1f s; a start of the first tenth %.0f packets, of the last tenth"
                            + " %.0f; longest start %d ms%n",
                    NODES,
                    AT_A_TIME,
                    first + middle + last,
                    seconds,
                    first / (NODES / 10.0),
                    last / (NODES / 10.0),
                    Duration.ofNanos(longest).toMillis());
            assertThat(all.stream().map(Started::workerId)).hasSize(NODES).doesNotHaveDuplicates();
            all.forEach(node -> node.keeper().close(0, Duration.ofSeconds(5)));
        }
    }

    private static long packetsOf(ZooKeeperServer server, SharedThreads threads, List<Started> all, int from, int to)
            throws Exception {
        long before = server.packetsReceived();
        ExecutorService starters = Executors.newFixedThreadPool(AT_A_TIME);
        try {
            List<Callable<Started>> starts = IntStream.range(from, to)
                    .<Callable<Started>>mapToObj(node -> () -> start(server, threads, node))
                    .toList();
            for (Future<Started> start : starters.invokeAll(starts)) {
                all.add(start.get());
            }
        } finally {
            starters.shutdown();
        }
        return server.packetsReceived() - before;
    }

    private static Started start(ZooKeeperServer server, SharedThreads threads, int node) {
        long begin = System.nanoTime();
        NodeIdentity identity = new NodeIdentity("10.0.%d.%d".formatted(node / 250, node % 250), 8080);
        CuratorFramework client = new ZooKeeperSettings(
                        server.directAddress(), Duration.ofSeconds(60), Duration.ofSeconds(30), null)
                .open();
        LeaseKeeper keeper = new LeaseKeeper(
                new RecyclingZooKeeperHolder(
                        client, new ZooKeeperNamespace("/snowflake", "starts"), identity, TimeSource.system()),
                null,
                new LeaseTerms(identity, new WorkerIdRange(0, 1023), SnowflakeLayout.DEFAULT, SETTINGS),
                TimeSource.system(),
                new KeeperThreads(threads.scheduler(), threads.pool("registry", 1), threads.pool("disk", 1)),
                event -> {});
        keeper.start();
        int workerId = keeper.status().window().workerId();
        return new Started(workerId, keeper, System.nanoTime() - begin);
    }
}
