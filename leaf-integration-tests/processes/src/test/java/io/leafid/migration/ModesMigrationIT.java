package io.leafid.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.testing.MariaDb;
import io.leafid.testing.Postgres;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.ZooKeeperServer;
import io.leafid.workerid.jdbc.JdbcWorkerIdHolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page docs/run/migration/modes.md, step by step, under load, to the mode of leased worker ids and back. */
@Timeout(600)
class ModesMigrationIT {

    /** Longer than a reservation of fixed worker ids, much shorter than one of leased ones. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final List<String> HOSTS = List.of("10.0.0.7", "10.0.0.8");

    @TempDir
    private Path state;

    private final String name = "orders" + UUID.randomUUID().toString().replace("-", "");

    /** What tells until when worker ids are reserved. */
    @FunctionalInterface
    private interface Reservations {
        long highest() throws Exception;
    }

    private Map<String, String> settings(Map<String, String> registry, String mode, String host) {
        Map<String, String> settings = new TreeMap<>(registry);
        settings.put("leaf.name", name);
        settings.put("leaf.snowflake.enabled", "true");
        settings.put("leaf.snowflake.mode", mode);
        settings.put("leaf.snowflake.host", host);
        settings.put("leaf.snowflake.port", "8080");
        settings.put("leaf.snowflake.state-directory", state.resolve(host).toString());
        return settings;
    }

    /** Runs two nodes of a mode for some rows of each, and stops them gracefully. */
    private void write(MigrationScene scene, Map<String, String> registry, String mode, Reservations reservations)
            throws Exception {
        try (LeafNode first = LeafNode.start(settings(registry, mode, HOSTS.get(0)));
                LeafNode second = LeafNode.start(settings(registry, mode, HOSTS.get(1)))) {
            Writers ofFirst = scene.writes("new", first);
            Writers ofSecond = scene.writes("new", second);
            ofFirst.awaitMore(MigrationScene.SOME);
            ofSecond.awaitMore(MigrationScene.SOME);
            awaitAhead(reservations);
            ofFirst.close();
            ofSecond.close();
        }
    }

    private void assertAnotherModeIsRefused(Map<String, String> registry, String mode) throws Exception {
        LeafNode.Outcome outcome = LeafNode.check(settings(registry, mode, HOSTS.get(0)));
        assertThat(outcome.exitCode()).as(outcome.output()).isEqualTo(1);
    }

    /** While nodes run. A look takes many seconds on a busy machine, and a report may be late there. */
    private static void awaitAhead(Reservations reservations) {
        await().atMost(PATIENCE.multipliedBy(4)).untilAsserted(() -> {
            long before = System.currentTimeMillis();
            assertThat(reservations.highest()).isGreaterThan(before);
        });
    }

    private static void awaitPassed(Reservations reservations) {
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(reservations.highest()).isPositive().isLessThan(System.currentTimeMillis()));
    }

    @Test
    void namespaceInZooKeeperChangesItsModeAndBack() throws Exception {
        try (ZooKeeperServer server = new ZooKeeperServer();
                MigrationScene scene = new MigrationScene(MariaDb.database())) {
            scene.createOrders();
            MigrationPage page =
                    MigrationPage.read("modes.md").with(Map.of("orders", name, "zk1:2181", server.directAddress()));
            Map<String, String> registry = Map.of("leaf.snowflake.zk.address", server.directAddress());
            Reservations reservations =
                    () -> Long.parseLong(page.shell(1, "Check").replaceAll("\\D", ""));
            String former = "";
            for (String mode : List.of("zk_normal", "zk_recycle", "zk_normal")) {
                if (!former.isEmpty()) {
                    awaitPassed(reservations);
                    assertAnotherModeIsRefused(registry, mode);
                    page.shell(2, "Do");
                    LeafNode.awaitGood(settings(registry, mode, HOSTS.get(0)));
                }
                write(scene, registry, mode, reservations);
                former = mode;
            }
            scene.assertNothingLostOrTwice();
        }
    }

    private static Stream<TestDatabase> databases() {
        return Stream.of(MariaDb.database(), Postgres.database());
    }

    @ParameterizedTest
    @MethodSource("databases")
    void tableChangesItsModeAndBack(TestDatabase database) throws Exception {
        try (MigrationScene scene = new MigrationScene(database.with(JdbcWorkerIdHolder.DEFAULT_TABLE))) {
            scene.createOrders();
            MigrationPage page = MigrationPage.read("modes.md");
            Map<String, String> registry = Map.of(
                    "leaf.jdbc.url", database.url(),
                    "leaf.jdbc.username", database.user(),
                    "leaf.jdbc.password", database.password());
            Reservations reservations = () -> scene.number(page.sql(1, "Check").get(0));
            String former = "";
            for (String mode : List.of("mysql", "jdbc_recycle", "mysql")) {
                if (!former.isEmpty()) {
                    awaitPassed(reservations);
                    assertAnotherModeIsRefused(registry, mode);
                    page.run(scene.jdbc, 2);
                    LeafNode.awaitGood(settings(registry, mode, HOSTS.get(0)));
                }
                write(scene, registry, mode, reservations);
                former = mode;
            }
            scene.assertNothingLostOrTwice();
        }
    }
}
