package io.leafid.autoconfigure.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.jdbc.SqlDialect;
import io.leafid.segment.jdbc.JdbcSegmentStore;
import io.leafid.testing.ChildJvmArchive;
import io.leafid.testing.MariaDb;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.TestDatabases;
import io.leafid.testing.ZooKeeperServer;
import io.leafid.workerid.jdbc.JdbcWorkerIdHolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code leaf.check-only}: processes that say what a start would do, and end. */
@Timeout(300)
class CheckOnlyIT {

    @TempDir
    private Path directory;

    /** What a check has written, and its exit code. */
    private record Outcome(int exitCode, String output) {}

    private Outcome check(List<String> settings, String... more) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(ChildJvmArchive.command(CheckedApplication.class));
        command.add("--leaf.check-only=true");
        command.add("--leaf.name=orders");
        command.add("--leaf.snowflake.host=10.0.0.1");
        command.add("--leaf.snowflake.port=8080");
        command.add("--leaf.snowflake.state-directory=" + directory.resolve("state"));
        command.add("--spring.main.banner-mode=off");
        settings.forEach(setting -> command.add("--" + setting));
        Stream.of(more).forEach(setting -> command.add("--" + setting));
        Path output = directory.resolve("output.txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        int exitCode = process.waitFor();
        String text = Files.readString(output);
        assertThat(text).doesNotContain("the application runs");
        assertThat(directory.resolve("state")).as("nothing is written").doesNotExist();
        return new Outcome(exitCode, text);
    }

    private static Stream<TestDatabase> servers() {
        return TestDatabases.servers();
    }

    /** The servers of tests write their logs late, where a crash of the process loses nothing by it. */
    private static boolean isLossy(TestDatabase database) {
        return database.dialect() == SqlDialect.MYSQL;
    }

    private static List<String> segments(TestDatabase database) {
        return List.of(
                "leaf.segment.enabled=true",
                "leaf.segment.load-timeout=60s",
                "leaf.tags.order.above=shop_order.id",
                "leaf.jdbc.url=" + database.url(),
                "leaf.jdbc.username=" + database.user(),
                "leaf.jdbc.password=" + database.password());
    }

    @ParameterizedTest
    @MethodSource("servers")
    void rowsAreToldBesideTheirColumnsAndNothingIsTaken(TestDatabase database) throws Exception {
        database.with(JdbcSegmentStore.DEFAULT_TABLE).jdbc().execute("CREATE TABLE shop_order (id BIGINT PRIMARY KEY)");
        database.jdbc().update("INSERT INTO shop_order (id) VALUES (5000)");
        database.jdbc()
                .update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order', 1, 10), ('user', 7, 20)");

        Outcome behind = check(segments(database));
        assertThat(behind.output())
                .contains(
                        "problem  tag        order: the next id is 1, shop_order.id holds 5000, so it would be refused; if no node has"
                                + " ids of it in reserve, run UPDATE leaf_alloc SET max_id = 5001 WHERE biz_tag = 'order' AND max_id < 5001",
                        "ok       tag        user: the next id is 7, step 20",
                        isLossy(database) ? "warn     database   it can lose what it has committed last: innodb" : "",
                        "A start would be refused, or would not be safe.");
        assertThat(behind.exitCode()).isEqualTo(1);

        database.jdbc().update("UPDATE leaf_alloc SET max_id = 5001 WHERE biz_tag = 'order' AND max_id < 5001");
        Outcome cured = check(segments(database), "leaf.check-format=json");
        assertThat(cured.output())
                .contains("{\"good\":true,\"findings\":[")
                .contains(
                        "{\"level\":\"ok\",\"topic\":\"tag\",\"text\":\"order: the next id is 5001, step 10, shop_order.id holds"
                                + " 5000\"}");
        assertThat(cured.exitCode()).isZero();
        assertThat(database.jdbc().queryForList("SELECT max_id FROM leaf_alloc ORDER BY biz_tag", Long.class))
                .containsExactly(5_001L, 7L);
    }

    @Test
    void tableThatIsMissingIsAProblemAndIsNotMade() throws Exception {
        Path file = directory.resolve("ids.db");
        Outcome outcome = check(List.of(
                "leaf.segment.enabled=true",
                "leaf.jdbc.url=jdbc:sqlite:" + file,
                "leaf.jdbc.initialize-schema=always",
                "spring.jpa.defer-datasource-initialization=true"));

        assertThat(outcome.output()).contains("problem", "there is no table 'leaf_alloc'");
        assertThat(outcome.exitCode()).isEqualTo(1);
    }

    @Test
    void nodesOfTheOriginalInZooKeeperAreToldAndAPoolOfTheForkIsAProblem() throws Exception {
        try (ZooKeeperServer server = new ZooKeeperServer();
                CuratorFramework operator =
                        CuratorFrameworkFactory.newClient(server.directAddress(), new RetryOneTime(1_000))) {
            operator.start();
            operator.create()
                    .creatingParentsIfNeeded()
                    .forPath(
                            "/snowflake/orders/forever/10.0.0.1:8080-0000000003",
                            "{\"ip\":\"10.0.0.1\",\"port\":\"8080\",\"timestamp\":1700000000000}"
                                    .getBytes(StandardCharsets.UTF_8));
            List<String> settings =
                    List.of("leaf.snowflake.enabled=true", "leaf.snowflake.zk.address=" + server.directAddress());

            Outcome outcome = check(settings);
            assertThat(outcome.output())
                    .contains(
                            "ok       identity   10.0.0.1:8080",
                            "mode zk_normal, worker ids 0-1023",
                            "3 is that of 10.0.0.1:8080, a node of the original, which reported last at",
                            "and is silent",
                            "3 would be kept");
            assertThat(outcome.exitCode()).isZero();
            assertThat(outcome.output()).as("they all reported, or ended").doesNotContain("sessions");
            assertThat(operator.getChildren().forPath("/snowflake/orders")).containsExactly("forever");

            Outcome unseen = check(List.of(
                    "leaf.snowflake.enabled=true",
                    "leaf.snowflake.zk.address=" + server.directAddress() + ",127.0.0.1:1"));
            assertThat(unseen.output())
                    .containsPattern(
                            "warn +sessions +nodes of the original that run and never report cannot be seen: 127.0.0.1:1 \\(");

            operator.create().creatingParentsIfNeeded().forPath("/snowflake/orders/recycle/notuse/workId:4");
            Outcome overlap = check(settings);
            assertThat(overlap.output()).contains("problem", "nodes of the fork may take 1 of the worker ids 0-1023");
            assertThat(overlap.exitCode()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void tableOfWorkerIdsIsReadAndAnotherModeIsAProblem(TestDatabase database) throws Exception {
        database.with(JdbcWorkerIdHolder.DEFAULT_TABLE);
        List<String> settings = List.of(
                "leaf.snowflake.enabled=true",
                "leaf.jdbc.url=" + database.url(),
                "leaf.jdbc.username=" + database.user(),
                "leaf.jdbc.password=" + database.password());

        Outcome first = check(settings, "leaf.snowflake.mode=mysql");
        assertThat(first.output())
                .contains(
                        "1024 of 1024 are free for this instance",
                        isLossy(database) ? "can lose what it has committed last: innodb" : "",
                        " that of the database, and there is no running node to compare with",
                        "A start would be safe.");
        assertThat(first.exitCode()).isZero();
        assertThat(database.jdbc().queryForObject("SELECT COUNT(*) FROM leaf_workerid_alloc", Integer.class))
                .isZero();

        database.jdbc()
                .update("INSERT INTO leaf_workerid_alloc (id, ip, port, ip_port, token, max_timestamp) VALUES"
                        + " (-1, '', '', 'layout', '1288834974657/41/10/12/jdbc_recycle', 0)");
        Outcome other = check(settings, "leaf.snowflake.mode=mysql");
        assertThat(other.output()).contains("problem", "jdbc_recycle");
        assertThat(other.exitCode()).isEqualTo(1);
    }

    @Test
    void localModeIsCheckedWithoutALock() throws Exception {
        Outcome outcome = check(List.of(
                "leaf.snowflake.enabled=true", "leaf.snowflake.mode=local", "leaf.snowflake.local.worker-id=7"));

        assertThat(outcome.output()).contains("mode local", "A start would be safe.");
        assertThat(outcome.exitCode()).isZero();
    }

    /** Worker ids wait for the scripts of the application in a start, and a check must not run them. */
    @Test
    void scriptsOfTheApplicationAreNotRun() throws Exception {
        TestDatabase database = MariaDb.database();
        Path script = Files.writeString(directory.resolve("made.sql"), "CREATE TABLE made (id INT);");

        Outcome outcome = check(List.of(
                "leaf.snowflake.enabled=true",
                "leaf.snowflake.mode=local",
                "leaf.snowflake.local.worker-id=7",
                "spring.sql.init.mode=always",
                "spring.sql.init.schema-locations=file:" + script,
                "spring.datasource.url=" + database.url(),
                "spring.datasource.username=" + database.user(),
                "spring.datasource.password=" + database.password()));

        assertThat(outcome.exitCode()).isZero();
        assertThat(database.jdbc().queryForList("SHOW TABLES")).isEmpty();
    }

    /** As an init container asks for it. */
    @Test
    void environmentAsksForACheckToo() throws Exception {
        List<String> command = new ArrayList<>(ChildJvmArchive.command(CheckedApplication.class));
        Path output = directory.resolve("output.txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment()
                .putAll(Map.of(
                        "LEAF_CHECKONLY", "true",
                        "LEAF_SNOWFLAKE_ENABLED", "true",
                        "LEAF_SNOWFLAKE_MODE", "local",
                        "LEAF_SNOWFLAKE_PORT", "8080",
                        "LEAF_SNOWFLAKE_STATEDIRECTORY",
                                directory.resolve("state").toString(),
                        "LEAF_SNOWFLAKE_LOCAL_WORKERID", "7"));
        Process process = builder.start();

        assertThat(process.waitFor()).isZero();
        assertThat(Files.readString(output)).contains("A start would be safe.").doesNotContain("the application runs");
    }

    /** Generated code would start the application: the beans were chosen when there was no check. */
    @Test
    void applicationWhoseBeansWereChosenWhenItWasBuiltIsNotStarted() throws Exception {
        List<String> command = new ArrayList<>(ChildJvmArchive.command(CheckedApplication.class));
        command.add("--leaf.check-only=true");
        Path output = directory.resolve("output.txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("JAVA_TOOL_OPTIONS", "-Dspring.aot.enabled=true");

        assertThat(builder.start().waitFor()).isEqualTo(1);
        assertThat(Files.readString(output))
                .contains("Run the check on a JVM without -Dspring.aot.enabled=true.")
                .doesNotContain("the application runs");
    }

    @Test
    void databasesThatGrantInterleavedIdsAreLookedAtEach() throws Exception {
        TestDatabase application = MariaDb.database();
        application.jdbc().execute("CREATE TABLE shop_order (id BIGINT PRIMARY KEY)");
        application.jdbc().update("INSERT INTO shop_order (id) VALUES (1000)");
        List<String> settings = new ArrayList<>(List.of(
                "leaf.segment.enabled=true",
                "leaf.segment.load-timeout=60s",
                "leaf.segment.databases=east,west",
                "leaf.tags.order.above=shop_order.id",
                "spring.datasource.url=" + application.url(),
                "spring.datasource.username=" + application.user(),
                "spring.datasource.password=" + application.password()));
        int slot = 0;
        for (String name : List.of("east", "west")) {
            TestDatabase database =
                    MariaDb.database().with(JdbcSegmentStore.DEFAULT_TABLE).with("leaf_slot");
            database.jdbc().update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order', 501, 10)");
            database.jdbc()
                    .update(
                            "INSERT INTO leaf_slot (table_name, entry, slot, slots, database_id, recorded_at)"
                                    + " VALUES ('leaf_alloc', 'own', ?, 2, ?, CURRENT_TIMESTAMP)",
                            slot++,
                            name);
            settings.add("leaf.databases." + name + ".url=" + database.url());
            settings.add("leaf.databases." + name + ".username=" + database.user());
            settings.add("leaf.databases." + name + ".password=" + database.password());
        }

        Outcome outcome = check(settings);
        assertThat(outcome.output())
                .contains(
                        "it is recorded as slot 0 of 2",
                        "it is recorded as slot 1 of 2",
                        "order: the counter is 501, of every 2 ids, step 10, shop_order.id holds 1000");
        assertThat(outcome.exitCode()).isZero();
    }

    @Test
    void tagOfTextsNeedsNoRowBesideThoseOfItsPeriods() throws Exception {
        TestDatabase database = MariaDb.database().with(JdbcSegmentStore.DEFAULT_TABLE);
        database.jdbc().update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('invoice/20261126', 7, 10)");

        Outcome outcome = check(List.of(
                "leaf.segment.enabled=true",
                "leaf.segment.load-timeout=60s",
                "leaf.tags.invoice.text=INV-{date:yyyyMMdd}-{id:06}",
                "leaf.tags.invoice.period=day",
                "leaf.data.above-keys=true",
                "leaf.jdbc.url=" + database.url(),
                "leaf.jdbc.username=" + database.user(),
                "leaf.jdbc.password=" + database.password()));
        assertThat(outcome.output())
                .contains(
                        "invoice/20261126: the next id is 7", "warn     tag        keys with @LeafId are not compared")
                .doesNotContain("invoice has no row");
        assertThat(outcome.exitCode()).isZero();
    }

    @Test
    void idServiceIsNotAsked() throws Exception {
        Outcome outcome = check(List.of("leaf.segment.enabled=true", "leaf.remote.services=http://127.0.0.1:1"));

        assertThat(outcome.output()).contains("ranges come from an id service, which is not asked");
        assertThat(outcome.exitCode()).isZero();
    }

    @Test
    void withoutAnEngineThereIsNothingThatCouldBeSafe() throws Exception {
        assertThat(check(List.of()).exitCode()).isEqualTo(1);
    }
}
