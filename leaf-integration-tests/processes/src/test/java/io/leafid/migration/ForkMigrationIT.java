package io.leafid.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.leafid.testing.MariaDb;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.TestDatabases;
import io.leafid.testing.ZooKeeperServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.util.FileSystemUtils;

/** The page docs/run/migration/fork.md, each of its modes step by step, under load, beside stand-ins of the fork's nodes. */
@Timeout(600)
class ForkMigrationIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String FIRST = "10.0.0.7";
    private static final String SECOND = "10.0.0.8";
    private static final int PORT = 8080;

    @TempDir
    private Path state;

    private final String name = "orders" + UUID.randomUUID().toString().replace("-", "");

    @AfterEach
    void removeFiles() throws Exception {
        FileSystemUtils.deleteRecursively(Path.of(System.getProperty("java.io.tmpdir"), name));
    }

    private MigrationPage page(String mode, String servers) {
        return MigrationPage.read("fork.md", "`" + mode + "`").with(Map.of("orders", name, "zk1:2181", servers));
    }

    private Map<String, String> settings(Map<String, String> ofPage, String host) {
        Map<String, String> settings = new TreeMap<>(ofPage);
        settings.put("leaf.snowflake.host", host);
        settings.put("leaf.snowflake.state-directory", state.resolve(host).toString());
        return settings;
    }

    /** Writes some rows with the ids of a node that then ends. */
    private static void writeSome(MigrationScene scene, OldNode node) throws Exception {
        Writers writers = scene.writes("old", node);
        writers.awaitMore(MigrationScene.SOME);
        writers.close();
        node.close();
    }

    private static void writeSome(MigrationScene scene, LeafNode node) throws InterruptedException {
        Writers writers = scene.writes("new", node);
        writers.awaitMore(MigrationScene.SOME);
        writers.close();
    }

    @Test
    void recycledWorkerIdsMoveUnderLoadAndBack() throws Exception {
        try (ZooKeeperServer server = new ZooKeeperServer();
                MigrationScene scene = new MigrationScene(MariaDb.database())) {
            scene.createOrders();
            String servers = server.directAddress();
            OldNode first = ForkNodes.recycling(servers, name, FIRST, PORT);
            OldNode second = ForkNodes.recycling(servers, name, SECOND, PORT);
            MigrationPage page =
                    page("zk_recycle", servers).with(Map.of("600|733", first.workerId() + "|" + second.workerId()));
            Map<String, String> ofPage = page.settings(1, "Check");
            Writers ofSecond = scene.writes("old", second);
            LeafNode.Outcome overlap = LeafNode.check(settings(ofPage, FIRST));
            assertThat(overlap.output()).contains("nodes of the fork may take");
            assertThat(overlap.exitCode()).isEqualTo(1);

            page.shell(1, "Do");
            LeafNode.awaitGood(settings(ofPage, FIRST));
            writeSome(scene, first);
            try (LeafNode ours = LeafNode.start(settings(ofPage, FIRST))) {
                Writers ofOurs = scene.writes("new", ours);
                ofOurs.awaitMore(MigrationScene.SOME);
                ofSecond.awaitMore(MigrationScene.SOME);
                assertThat(ours.writers())
                        .containsEntry(second.workerId(), "fork")
                        .containsValue("leaf");
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(ours.foreign()).isEqualTo(1));
                ofOurs.close();
            }
            page.shell(1, "Way back"); // while a node of the fork writes on
            writeSome(scene, ForkNodes.recycling(servers, name, FIRST, PORT));

            page.shell(1, "Do"); // and forth again, to the end
            LeafNode.awaitGood(settings(ofPage, FIRST));
            try (LeafNode ours = LeafNode.start(settings(ofPage, FIRST))) {
                writeSome(scene, ours);
                ofSecond.close();
                second.close();
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(ours.foreign()).isZero());
                page.shell(2, "Go on if");
                Map<String, String> all = settings(ofPage, SECOND);
                all.remove("leaf.snowflake.worker-ids");
                LeafNode.awaitGood(all);
                try (LeafNode other = LeafNode.start(all)) {
                    writeSome(scene, other);
                    writeSome(scene, ours);
                    assertThat(other.writers()).doesNotContainValue("fork");
                }
            }
            writeSome(scene, ForkNodes.recycling(servers, name, FIRST, PORT)); // back from the end
            scene.assertNothingLostOrTwice();
        }
    }

    static void createTable(TestDatabase database) {
        database.jdbc().execute("""
                CREATE TABLE leaf_workerid_alloc (
                    id            BIGINT       NOT NULL AUTO_INCREMENT PRIMARY KEY,
                    ip            VARCHAR(127) NOT NULL,
                    port          VARCHAR(127) NOT NULL,
                    ip_port       VARCHAR(127) NOT NULL,
                    max_timestamp BIGINT       DEFAULT NULL,
                    create_time   TIMESTAMP    NOT NULL DEFAULT CURRENT_TIMESTAMP,
                    update_time   TIMESTAMP    NOT NULL DEFAULT CURRENT_TIMESTAMP,
                    UNIQUE (ip_port)
                ) ENGINE = InnoDB
                """);
    }

    private static Stream<TestDatabase> databases() {
        return Stream.concat(Stream.of(MariaDb.database()), TestDatabases.mySql());
    }

    @ParameterizedTest
    @MethodSource("databases")
    void tableOfWorkerIdsMovesUnderLoadAndBack(TestDatabase database) throws Exception {
        try (MigrationScene scene = new MigrationScene(database)) {
            scene.createOrders();
            createTable(database);
            MigrationPage page = page("mysql", "none");
            Map<String, String> ofPage = page.settings(1, "Check");
            ofPage.put("leaf.jdbc.url", database.url());
            ofPage.put("leaf.jdbc.username", database.user());
            ofPage.put("leaf.jdbc.password", database.password());
            OldNode first = ForkNodes.ofTable(database, name, FIRST, PORT);
            OldNode second = ForkNodes.ofTable(database, name, SECOND, PORT);
            Writers ofSecond = scene.writes("old", second);
            page.run(scene.jdbc, 1);
            assertThat(LeafNode.check(settings(ofPage, FIRST)).exitCode()).isEqualTo(1);

            writeSome(scene, first);
            moveFileAway();
            LeafNode.awaitGood(settings(ofPage, FIRST));
            try (LeafNode ours = LeafNode.start(settings(ofPage, FIRST))) {
                Writers ofOurs = scene.writes("new", ours);
                ofOurs.awaitMore(MigrationScene.SOME);
                ofSecond.awaitMore(MigrationScene.SOME);
                assertThat(ours.writers()).containsEntry(1, "leaf").containsEntry(2, "fork");
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(ours.foreign()).isEqualTo(1));
                assertThatExceptionOfType(IllegalStateException.class)
                        .as("a node of the fork beside ours")
                        .isThrownBy(() -> ForkNodes.ofTable(database, name, FIRST, PORT));
                ofOurs.close();
            }
            OldNode again = ForkNodes.ofTable(database, name, FIRST, PORT); // the way back, at once
            assertThat(again.workerId()).isEqualTo(1);
            writeSome(scene, again);

            moveFileAway(); // and forth again, to the end
            LeafNode.awaitGood(settings(ofPage, FIRST));
            try (LeafNode ours = LeafNode.start(settings(ofPage, FIRST))) {
                writeSome(scene, ours);
                ofSecond.close();
                second.close();
                LeafNode.awaitGood(settings(ofPage, SECOND));
                try (LeafNode other = LeafNode.start(settings(ofPage, SECOND))) {
                    writeSome(scene, other);
                    writeSome(scene, ours);
                    assertThat(other.writers()).containsEntry(1, "leaf").containsEntry(2, "leaf");
                    page.goOn(scene.jdbc, 2);
                    writeSome(scene, other);
                }
            }
            scene.assertNothingLostOrTwice();
        }
    }

    private void moveFileAway() throws Exception {
        Files.deleteIfExists(OldFile.of(name, PORT, "workerID.properties").path());
    }

    @Test
    void localWorkerIdsMoveUnderLoadAndBack() throws Exception {
        try (MigrationScene scene = new MigrationScene(MariaDb.database())) {
            scene.createOrders();
            Map<String, String> ofPage = page("local", "none").settings(1, "Do");
            Map<String, Integer> map = Map.of(FIRST + ":" + PORT, 5, SECOND + ":8081", 6);
            OldNode second = ForkNodes.local(map, name, SECOND, 8081);
            Writers ofSecond = scene.writes("old", second);
            writeSome(scene, ForkNodes.local(map, name, FIRST, PORT));

            LeafNode.Outcome outcome = LeafNode.check(settings(ofPage, FIRST));
            assertThat(outcome.exitCode()).as(outcome.output()).isZero();
            assertThat(outcome.output()).contains("5");
            try (LeafNode ours = LeafNode.start(settings(ofPage, FIRST))) {
                Writers ofOurs = scene.writes("new", ours);
                ofOurs.awaitMore(MigrationScene.SOME);
                ofSecond.awaitMore(MigrationScene.SOME);
                ofOurs.close();
            }
            OldNode again = ForkNodes.local(map, name, FIRST, PORT);
            assertThat(again.workerId()).isEqualTo(5);
            writeSome(scene, again);
            try (LeafNode ours = LeafNode.start(settings(ofPage, FIRST))) {
                writeSome(scene, ours);
            }
            ofSecond.close();
            second.close();
            scene.assertNothingLostOrTwice();
        }
    }
}
