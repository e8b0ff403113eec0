package io.leafid.autoconfigure;

import static io.leafid.autoconfigure.FailureTexts.application;
import static io.leafid.autoconfigure.FailureTexts.assertFails;

import io.leafid.SnowflakeLayout;
import io.leafid.testing.MariaDb;
import io.leafid.testing.TestDatabase;
import io.leafid.workerid.ClockReading;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdComponent;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.io.DefaultResourceLoader;

/** What a user reads when no worker id can be taken, word for word. */
class SnowflakeFailureTextsTest {

    private static final Instant MARK = Instant.parse("2026-01-02T03:04:05Z");

    @TempDir
    private Path directory;

    @BeforeEach
    @AfterEach
    void forget() {
        RecordedFailures.take();
    }

    @Test
    void zooKeeperHasNoAddress() {
        fails("zk-no-address", application(Leaf.class));
    }

    @Test
    void namespaceHasNoName() {
        fails("zk-no-name", application(Leaf.class), "--leaf.name=", "--leaf.snowflake.zk.address=localhost:1");
    }

    @Test
    void standbyHasAWorkerIdOfItsOwn() {
        fails(
                "standby-fixed",
                application(Leaf.class),
                "--leaf.snowflake.mode=local",
                "--leaf.snowflake.local.worker-id=7",
                "--leaf.snowflake.standby=true");
    }

    @Test
    void curatorIsMissing() {
        SpringApplication application = application(Leaf.class);
        application.setResourceLoader(new DefaultResourceLoader(new FilteredClassLoader("org.apache.curator")));
        fails("curator-missing", application);
    }

    @Test
    void configurationNamesNoWorkerId() {
        fails("local-no-worker-id", application(Leaf.class), "--leaf.snowflake.mode=local");
    }

    @Test
    void serverWithAPortOfItsOwnChoiceIsNoIdentity() {
        fails("no-identity", application(Leaf.class), "--leaf.snowflake.port=", "--server.port=0");
    }

    @Test
    void serverWithoutAPortIsNoIdentity() {
        fails("no-server-port", application(Leaf.class), "--leaf.snowflake.port=", "--server.port=-1");
    }

    @Test
    void tableOfWorkerIdsIsMissing() {
        fails(
                "worker-id-table-missing",
                application(Leaf.class),
                "--leaf.snowflake.mode=mysql",
                "--leaf.jdbc.url=jdbc:h2:mem:w",
                "--leaf.jdbc.initialize-schema=never");
    }

    @Test
    void tableOfWorkerIdsKeepsNoTransactions() {
        fails(
                "worker-id-table-no-transactions",
                application(Leaf.class, MyIsamWorkerIds.class),
                "--leaf.snowflake.mode=mysql");
    }

    @Test
    void registryIsAwayAndNoMarkIsThere() {
        failsBy(new WorkerIdException.RegistryUnavailable("no answer within PT10S", null), "registry-away");
    }

    /** ZooKeeper is up, so the advice names the credentials. */
    @Test
    void registryRefusesTheCredentials() {
        failsBy(
                new WorkerIdException.RegistryUnavailable(
                        "ZooKeeper 10.0.0.5:2181 did not read /snowflake/orders/leases: NOAUTH; check the digest and the access list of the node",
                        null,
                        WorkerIdComponent.CREDENTIALS),
                "registry-refuses-credentials");
    }

    @Test
    void registryIsAwayAndNoMarkMayBeUsed() {
        failsBy(
                new WorkerIdException.RegistryUnavailable("no answer within PT10S", null),
                "registry-away-stop",
                "--leaf.snowflake.on-registry-loss=stop");
    }

    @Test
    void registryIsAwayAndNothingIsReserved() {
        failsBy(
                new FailingHolder(new WorkerIdException.RegistryUnavailable("no answer within PT10S", null), false),
                "registry-away-recycle");
    }

    @Test
    void stateDirectoryIsAFile() throws IOException {
        Path file = Path.of("target", "no-directory");
        Files.writeString(file, "");
        fails(
                "state-directory-is-a-file",
                application(Leaf.class),
                "--leaf.snowflake.mode=local",
                "--leaf.snowflake.local.worker-id=0",
                "--leaf.snowflake.state-directory=" + file);
    }

    @Test
    void everyWorkerIdIsHeld() {
        WorkerIdEntry running = new WorkerIdEntry(0, "10.0.0.2:8080", MARK, MARK, true, false);
        WorkerIdEntry gone = new WorkerIdEntry(1, "10.0.0.3:8080", MARK, MARK, false, false);
        failsBy(
                new WorkerIdException.Exhausted("no worker id of 0-1 is free", List.of(running, gone)),
                "worker-ids-exhausted");
    }

    @Test
    void clockIsBehindTheMark() {
        failsBy(new WorkerIdException.ClockBehindMark(7, MARK.minusSeconds(3600), MARK), "clock-behind-mark");
    }

    @Test
    void identityIsInUse() {
        NodeIdentity identity = new NodeIdentity("10.0.0.1", 8080);
        failsBy(
                new WorkerIdException.IdentityInUse(identity, "another live process runs as " + identity),
                "identity-in-use");
    }

    @Test
    void workerIdIsInUseOnThisMachine() {
        failsBy(
                new WorkerIdException.WorkerIdInUse(
                        "worker id 7 of 'orders' is in use on this machine: both are named"),
                "worker-id-in-use");
    }

    @Test
    void stateIsUnsafe() {
        failsBy(
                new WorkerIdException.UnsafeState("/tmp/orders belongs to uid 12345: what to do is said", null),
                "unsafe-state");
    }

    @Test
    void registryIsNotDurable() {
        failsBy(
                new WorkerIdException.UnfitRegistry(
                        "the registry keeps its entries in memory alone, so that a crash would forget them",
                        "switch its append-only file on",
                        null),
                "registry-unfit");
    }

    @Test
    void layoutIsNotTheRecordedOne() {
        SnowflakeLayout other = new SnowflakeLayout(0, 41, 9, 13);
        failsBy(
                new WorkerIdException.LayoutMismatch("/snowflake/orders", other, SnowflakeLayout.DEFAULT),
                "layout-mismatch");
    }

    @Test
    void modeIsNotTheRecordedOne() {
        failsBy(
                new WorkerIdException.ModeMismatch(
                        "node /snowflake/orders/layout", "zk_normal", "zk_recycle", WorkerIdComponent.NAME),
                "mode-mismatch");
    }

    /** Two services on one table: another name would not help. */
    @Test
    void tableOfWorkerIdsIsOfAnotherLayout() {
        fails(
                "table-layout-mismatch",
                application(Leaf.class),
                onTableBegunWith("mysql", "epoch=2020-01-01T00:00:00Z"));
    }

    @Test
    void tableOfWorkerIdsIsUsedInAnotherMode() {
        fails("table-mode-mismatch", application(Leaf.class), onTableBegunWith("jdbc_recycle", "worker-ids=0-9"));
    }

    /** The settings of a node in mode {@code mysql}, whose table a node with these settings has begun. */
    private String[] onTableBegunWith(String mode, String setting) {
        String[] shared = {
            "--leaf.jdbc.url=jdbc:h2:mem:begun-" + mode + ";DB_CLOSE_DELAY=-1", "--leaf.jdbc.initialize-schema=always"
        };
        SpringApplication application = application(Leaf.class);
        application
                .run(
                        shared[0],
                        shared[1],
                        "--leaf.name=invoices",
                        "--leaf.snowflake.enabled=true",
                        "--leaf.snowflake.host=10.0.0.2",
                        "--leaf.snowflake.port=8080",
                        "--leaf.snowflake.mode=" + mode,
                        "--leaf.snowflake." + setting,
                        "--leaf.snowflake.state-directory=" + directory.resolve("begun"))
                .close();
        return new String[] {shared[0], shared[1], "--leaf.snowflake.mode=mysql"};
    }

    @Test
    void registryIsAwayAndTheMarkProvesNothing() {
        failsBy(
                new WorkerIdException.UnprovenMark(
                        "the registry of worker ids is unavailable (no answer within PT10S), and the local mark does not prove that the run which wrote it has ended, so that worker id 7 may be in use; the directory looks copied: the mark was written in /a (process 1, machine m, boot b) for r, and this is /b (process 2, machine n, boot c) for r",
                        new WorkerIdException.RegistryUnavailable("no answer within PT10S", null)),
                "mark-unproven");
    }

    @Test
    void clockDiffersFromThePeers() {
        failsBy(
                new WorkerIdException.ClockDiffersFromPeers(Duration.ofSeconds(-61), 3, Duration.ofSeconds(5)),
                "clock-differs");
    }

    private void failsBy(WorkerIdException failure, String text, String... more) {
        failsBy(new FailingHolder(failure, true), text, more);
    }

    private void failsBy(WorkerIdHolder holder, String text, String... more) {
        SpringApplication application = application(Leaf.class);
        ApplicationContextInitializer<GenericApplicationContext> registry =
                context -> context.registerBean(WorkerIdHolder.class, () -> holder);
        application.addInitializers(registry);
        fails(text, application, more);
    }

    private void fails(String text, SpringApplication application, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "--leaf.name=orders",
                "--leaf.snowflake.enabled=true",
                "--leaf.snowflake.host=10.0.0.1",
                "--leaf.snowflake.port=8080",
                "--leaf.snowflake.state-directory=" + directory));
        for (String argument : more) {
            String key = argument.substring(0, argument.indexOf('=') + 1);
            arguments.removeIf(earlier -> earlier.startsWith(key));
            arguments.add(argument);
        }
        assertFails(text, application, arguments.toArray(String[]::new));
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        LeafAutoConfiguration.class,
        LeafJdbcAutoConfiguration.class,
        LeafSnowflakeAutoConfiguration.class,
        LeafRoutingAutoConfiguration.class
    })
    static class Leaf {}

    @Configuration(proxyBeanMethods = false)
    static class MyIsamWorkerIds {

        @Bean
        DataSource dataSource() {
            TestDatabase database = MariaDb.database().with("leaf_workerid_alloc");
            database.jdbc().execute("ALTER TABLE leaf_workerid_alloc ENGINE = MyISAM");
            return database.unpooled();
        }
    }

    /** A registry of the application that refuses everything for one reason. */
    private record FailingHolder(WorkerIdException failure, boolean isFixed) implements WorkerIdHolder {

        @Override
        public WorkerIdLease acquire(LeaseRequest request) {
            throw failure;
        }

        @Override
        public WorkerIdLease extend(WorkerIdLease lease, long ceilingMillis, String token) {
            throw failure;
        }

        @Override
        public void release(WorkerIdLease lease, long usedUpToMillis) {
            throw failure;
        }

        @Override
        public List<WorkerIdEntry> list() {
            return List.of();
        }

        @Override
        public List<ClockReading> clockReadings(Duration longestSilence) {
            return List.of();
        }

        @Override
        public void close() {}
    }
}
