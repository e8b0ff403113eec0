package io.leafid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.leafid.specification.EventFile;
import io.leafid.specification.LeaseEvent;
import io.leafid.specification.ProcessTraces;
import io.leafid.testing.MariaDb;
import io.leafid.testing.Postgres;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.ZooKeeperServer;
import io.leafid.time.TimeSource;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.jdbc.JdbcWorkerIdHolder;
import io.leafid.workerid.jdbc.RecyclingJdbcHolder;
import io.leafid.workerid.jdbc.WorkerIdTableSettings;
import io.leafid.workerid.zookeeper.FixedZooKeeperHolder;
import io.leafid.workerid.zookeeper.RecyclingZooKeeperHolder;
import io.leafid.workerid.zookeeper.ZooKeeperNamespace;
import io.leafid.workerid.zookeeper.client.ZooKeeperSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Records of worker ids that are deleted under nodes that issue ids: all at once, one by one, and while another node starts. No millisecond
 * of a worker id is used by two nodes. Takes as long as the nodes issue ids, some six seconds for each of five registries.
 */
@Tag("landing")
class DeletedRecordsIT {

    private static final TimeSource TIME = TimeSource.system();
    private static final int NODES = 3;

    @TempDir
    private Path directory;

    private final List<DeletingNode> nodes = new ArrayList<>();
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void stopAll() throws Exception {
        nodes.forEach(DeletingNode::kill);
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    @Test
    void nodesOfModeMysqlKeepTheirWorkerIdsOnMariaDb() throws Exception {
        deleteUnder(new Table(MariaDb.database(), true));
    }

    @Test
    void nodesOfModeJdbcRecycleKeepTheirWorkerIdsOnMariaDb() throws Exception {
        deleteUnder(new Table(MariaDb.database(), false));
    }

    @Test
    void nodesOfModeJdbcRecycleKeepTheirWorkerIdsOnPostgres() throws Exception {
        deleteUnder(new Table(Postgres.database(), false));
    }

    @Test
    void nodesOfModeZkNormalKeepTheirWorkerIds() throws Exception {
        deleteUnder(new Tree("normal", true));
    }

    @Test
    void nodesOfModeZkRecycleKeepTheirWorkerIds() throws Exception {
        deleteUnder(new Tree("recycle", false));
    }

    private void deleteUnder(Registry registry) throws Exception {
        for (int i = 0; i < NODES; i++) {
            start(registry);
        }
        List<Integer> workerIds = workerIds();
        EventFile hand = EventFile.in(DeletingNode.eventsIn(directory), DeletingNode.REGISTRY, "operator");
        for (int i = 0; i < 3; i++) {
            delete(registry, -1, hand);
            goOn(Duration.ofMillis(900));
        }
        for (int workerId : workerIds) {
            delete(registry, workerId, hand);
            goOn(Duration.ofMillis(400));
        }
        delete(registry, -1, hand);
        start(registry); // beside nodes that have not put their records back yet
        goOn(Duration.ofMillis(900));
        delete(registry, workerIds.get(0), hand);
        start(registry);
        goOn(Duration.ofMillis(900));

        nodes.forEach(DeletingNode::kill);
        DeletingNode.assertThatNoneIsShared(nodes);
        assertThat(workerIds()).startsWith(workerIds.toArray(Integer[]::new)).doesNotHaveDuplicates();
        new ProcessTraces()
                .addLeases(
                        DeletingNode.REGISTRY, EventFile.all(DeletingNode.eventsIn(directory), DeletingNode.REGISTRY))
                .requireFollowed(directory);
    }

    /** One record, or all if the worker id is negative. */
    private static void delete(Registry registry, int workerId, EventFile hand) throws Exception {
        hand.add(LeaseEvent.deletes(workerId));
        if (workerId < 0) {
            registry.empty();
        } else {
            registry.delete(workerId);
        }
        hand.add(LeaseEvent.deleted(workerId));
    }

    private List<Integer> workerIds() {
        return nodes.stream().map(DeletingNode::workerId).toList();
    }

    private void start(Registry registry) throws Exception {
        NodeIdentity identity = new NodeIdentity("10.0.0." + (nodes.size() + 1), 8080);
        nodes.add(DeletingNode.start(registry.holder(identity), identity, directory));
    }

    private void goOn(Duration duration) {
        List<Long> before = nodes.stream().map(DeletingNode::issued).toList();
        await().pollDelay(duration).atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            for (int i = 0; i < before.size(); i++) {
                assertThat(nodes.get(i).issued()).as("ids of node %d", i).isGreaterThan(before.get(i));
            }
        });
    }

    /** A registry, and the hand that deletes in it. */
    private interface Registry {

        WorkerIdHolder holder(NodeIdentity identity) throws Exception;

        void empty() throws Exception;

        void delete(int workerId) throws Exception;
    }

    private final class Table implements Registry {

        private final TestDatabase database;
        private final boolean isFixed;
        private final JdbcTemplate jdbc;

        Table(TestDatabase database, boolean isFixed) {
            this.database = database.with(JdbcWorkerIdHolder.DEFAULT_TABLE);
            this.isFixed = isFixed;
            this.jdbc = new JdbcTemplate(pool(2));
        }

        private HikariDataSource pool(int size) {
            HikariDataSource pool = database.pool(size);
            open.add(pool);
            return pool;
        }

        @Override
        public WorkerIdHolder holder(NodeIdentity identity) {
            WorkerIdTableSettings settings = new WorkerIdTableSettings(
                    JdbcWorkerIdHolder.DEFAULT_TABLE, Duration.ofSeconds(10), DeletingNode.LIVENESS);
            return isFixed
                    ? new JdbcWorkerIdHolder(pool(2), database.dialect(), settings, identity, TIME)
                    : new RecyclingJdbcHolder(pool(2), database.dialect(), settings, identity, TIME);
        }

        @Override
        public void empty() {
            jdbc.execute("TRUNCATE TABLE leaf_workerid_alloc");
        }

        @Override
        public void delete(int workerId) {
            jdbc.update("DELETE FROM leaf_workerid_alloc WHERE id = ?", workerId);
        }
    }

    private final class Tree implements Registry {

        private final ZooKeeperNamespace namespace;
        private final boolean isFixed;
        private final CuratorFramework operator = client();

        Tree(String name, boolean isFixed) {
            this.namespace = new ZooKeeperNamespace("/deleted-records", name);
            this.isFixed = isFixed;
        }

        private CuratorFramework client() {
            CuratorFramework client = new ZooKeeperSettings(
                            ZooKeeperServer.shared().address(), Duration.ofSeconds(8), Duration.ofSeconds(20), null)
                    .open();
            open.add(client);
            return client;
        }

        @Override
        public WorkerIdHolder holder(NodeIdentity identity) throws Exception {
            CuratorFramework client = client();
            assertThat(client.blockUntilConnected(1, TimeUnit.MINUTES)).isTrue();
            return isFixed
                    ? new FixedZooKeeperHolder(client, namespace, identity, TIME)
                    : new RecyclingZooKeeperHolder(client, namespace, identity, TIME);
        }

        @Override
        public void empty() throws Exception {
            operator.delete().deletingChildrenIfNeeded().forPath(namespace.toString());
        }

        @Override
        public void delete(int workerId) throws Exception {
            operator.delete().forPath(namespace + "/leases/" + workerId);
        }
    }
}
