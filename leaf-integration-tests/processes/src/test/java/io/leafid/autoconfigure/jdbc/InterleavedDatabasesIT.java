package io.leafid.autoconfigure.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import io.leafid.autoconfigure.databases.LeafSeveralDatabasesAutoConfiguration;
import io.leafid.history.CallRecord;
import io.leafid.history.OrderCheck;
import io.leafid.segment.RecordingSegmentStore;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.status.DatabaseStatus;
import io.leafid.specification.ProcessTraces;
import io.leafid.specification.SegmentHistory;
import io.leafid.testing.FreePorts;
import io.leafid.testing.MariaDbServer;
import io.leafid.testing.PostgresServer;
import io.leafid.testing.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/**
 * Nodes whose ids come from a MariaDB and a PostgreSQL by turns, both of which are killed. Takes over 20 s: four servers are started again,
 * and four processes.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class InterleavedDatabasesIT {

    private static final Logger logger = LoggerFactory.getLogger(InterleavedDatabasesIT.class);

    private static final int MARIA = 0;
    private static final int POSTGRES = 1;

    /** Of a node, which has allocated several times for them: one allocation takes a hundred at most. */
    private static final int SOME_IDS = 1_000;

    /** Half of it is how long a connection is waited for. */
    private static final Duration LOAD_TIMEOUT = Duration.ofSeconds(5);

    private static final Duration LONG_WAIT = Duration.ofSeconds(30);

    /** Of a node whose callers are to be refused. */
    private static final Duration SHORT_WAIT = Duration.ofSeconds(1);

    /** What a busy machine may take besides. */
    private static final Duration SLACK = Duration.ofSeconds(30);

    private static MariaDbServer mariaServer;
    private static PostgresServer postgresServer;

    private final TestDatabase maria = onMaria();
    private final TestDatabase postgres = onPostgres();
    private final List<NodeProcess> nodes = new ArrayList<>();

    @TempDir
    private Path directory;

    @BeforeAll
    static void startServers() {
        mariaServer = MariaDbServer.start();
        postgresServer = PostgresServer.start();
    }

    @AfterAll
    static void stopServers() {
        mariaServer.close();
        postgresServer.close();
    }

    private static TestDatabase onMaria() {
        return mariaServer.newDatabase();
    }

    private static TestDatabase onPostgres() {
        return postgresServer.newDatabase();
    }

    @AfterEach
    void stopNodes() throws InterruptedException {
        for (NodeProcess node : nodes) {
            node.kill();
        }
    }

    private List<String> settings(String databases, String... more) {
        List<String> settings = new ArrayList<>();
        settings.addAll(of("maria", maria));
        settings.addAll(of("postgres", postgres));
        settings.addAll(List.of(
                "leaf.segment.enabled=true",
                "leaf.segment.databases=" + databases,
                "leaf.segment.max-step=100",
                "leaf.segment.load-timeout=" + LOAD_TIMEOUT,
                "leaf.segment.auto-create.enabled=true",
                "leaf.segment.auto-create.step=50",
                "leaf.jdbc.initialize-schema=always"));
        settings.addAll(List.of(more));
        return settings;
    }

    private static List<String> of(String name, TestDatabase database) {
        String prefix = "leaf.databases." + name;
        return List.of(
                prefix + ".url=" + database.url(),
                prefix + ".username=" + database.user(),
                prefix + ".password=" + database.password());
    }

    private ApplicationContextRunner node(String databases, String... more) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        LeafAutoConfiguration.class,
                        LeafSeveralDatabasesAutoConfiguration.class,
                        LeafSegmentAutoConfiguration.class))
                .withPropertyValues("leaf.segment.wait-timeout=" + LONG_WAIT)
                .withPropertyValues(settings(databases, more).toArray(String[]::new));
    }

    /** They start whatever the databases take for it on a busy machine. */
    private void startNodes(Duration waitTimeout) throws Exception {
        String wait = "leaf.segment.wait-timeout=" + waitTimeout;
        List<String> settings = settings("maria,postgres", "leaf.segment.fail-fast=false", wait);
        for (int i = 0; i < 2; i++) {
            Path own = Files.createDirectory(directory.resolve("node-" + i));
            nodes.add(NodeProcess.start(own, settings));
        }
        nodes.forEach(NodeProcess::awaitReady);
    }

    @Test
    void eitherDatabaseMayBeKilledUnderLoadAndComeBackAndNoCallFails() throws Exception {
        startNodes(LONG_WAIT);
        awaitBoth();

        long killed = System.nanoTime();
        mariaServer.kill();
        awaitIds(killed, call -> isOf(POSTGRES, call));
        mariaServer.restart();
        awaitReturn(MARIA, maria);

        killed = System.nanoTime();
        postgresServer.kill();
        awaitIds(killed, call -> isOf(MARIA, call));
        postgresServer.restart();
        awaitReturn(POSTGRES, postgres);

        for (NodeProcess node : nodes) {
            node.end();
            assertThat(node.refused()).as("calls that failed").isEmpty();
            assertThat(longest(node.served()))
                    .as("one wait for a connection")
                    .isLessThan(LOAD_TIMEOUT.dividedBy(2).plus(SLACK));
        }
        assertDistinctAndInOrder();
    }

    @Test
    void bothKilledMeansIdsToTheLastReservedThenTypedErrorsInTimeAndRecoveryWithoutRestart() throws Exception {
        startNodes(SHORT_WAIT);
        awaitBoth();

        long killed = System.nanoTime();
        mariaServer.kill();
        postgresServer.kill();
        for (NodeProcess node : nodes) {
            node.awaitEach(killed, call -> call.first() == InterleavedNode.REFUSED);
            assertThat(node.reserved())
                    .as("ids that were reserved and not handed out")
                    .isZero();
        }
        CompletableFuture<Void> other = CompletableFuture.runAsync(mariaServer::restart);
        postgresServer.restart();
        other.join();
        awaitReturn(MARIA, maria);
        awaitReturn(POSTGRES, postgres);

        for (NodeProcess node : nodes) {
            node.end();
            assertThat(longest(node.refused())).as("the wait timeout").isLessThan(SHORT_WAIT.plus(SLACK));
        }
        assertDistinctAndInOrder();
    }

    private void awaitBoth() {
        awaitIds(0, call -> isOf(MARIA, call));
        awaitIds(0, call -> isOf(POSTGRES, call));
    }

    private void awaitIds(long sinceNanos, Predicate<CallRecord> kind) {
        nodes.forEach(node -> node.awaitIds(sinceNanos, SOME_IDS, kind));
    }

    /** Waits until each node was granted ids by a database that runs again. */
    private void awaitReturn(int slot, TestDatabase database) {
        long fromHere = maxId(database) * 2 + slot;
        nodes.forEach(node -> node.awaitIds(0, 1, call -> isOf(slot, call) && call.first() >= fromHere));
    }

    private static boolean isOf(int slot, CallRecord call) {
        return call.first() >= 0 && call.first() % 2 == slot;
    }

    private static long maxId(TestDatabase database) {
        Long value =
                database.jdbc().queryForObject("SELECT max_id FROM leaf_alloc WHERE biz_tag = 'order'", Long.class);
        return (value == null) ? 0 : value;
    }

    private static Duration longest(List<CallRecord> calls) {
        Duration longest = Duration.ofNanos(calls.stream()
                .mapToLong(call -> call.ended() - call.begun())
                .max()
                .orElse(0));
        logger.info("{} ids or refusals, the longest call took {} ms", calls.size(), longest.toMillis());
        return longest;
    }

    private void assertDistinctAndInOrder() throws Exception {
        LongStream.Builder ids = LongStream.builder();
        for (NodeProcess node : nodes) {
            assertThat(OrderCheck.violation(node.served())).isEmpty();
            node.served().forEach(call -> ids.add(call.first()));
        }
        RecordingSegmentStore.assertDistinct(ids.build().toArray());
        SegmentHistory history = new SegmentHistory(InterleavedNode.TAG, false, 2);
        for (NodeProcess node : nodes) {
            node.addTo(history);
        }
        new ProcessTraces().addSegments(history.trace("two databases")).requireFollowed(directory);
    }

    @Test
    void databaseThatWasRestoredIsLeftOutUntilItsRowIsLifted() {
        node("maria,postgres").run(context -> {
            SegmentIdGenerator ids = context.getBean(SegmentIdGenerator.class);
            long seen = 0;
            boolean[] granted = new boolean[2];
            while (!granted[0] || !granted[1]) {
                seen = next(ids, seen);
                granted[(int) (seen % 2)] = true;
            }
            long backup = maxId(maria) / 4;
            maria.jdbc().update("UPDATE leaf_alloc SET max_id = ?", backup);
            for (int i = 0; i < 2_000; i++) {
                seen = next(ids, seen);
            }
            assertThat(maxId(maria)).as("nothing was changed in it").isEqualTo(backup);

            long lifted = seen;
            maria.jdbc().update("UPDATE leaf_alloc SET max_id = ?", lifted);
            long last = seen;
            for (int i = 0; i < 50_000 && maxId(maria) == lifted; i++) {
                last = next(ids, last);
            }
            assertThat(maxId(maria)).as("it grants again").isGreaterThan(lifted);
        });
    }

    private static long next(SegmentIdGenerator ids, long before) {
        long id = ids.nextId("order");
        assertThat(id).isGreaterThan(before);
        return id;
    }

    @Test
    void oneDatabaseIsAwayAtStart() {
        node("maria,postgres")
                .run(context -> context.getBean(SegmentIdGenerator.class).nextId("order"));
        String nowhere = "jdbc:postgresql://127.0.0.1:" + FreePorts.next() + "/leaf";
        node("maria,postgres", "leaf.databases.postgres.url=" + nowhere).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(SegmentIdGenerator.class).nextId("order") % 2)
                    .isEqualTo(MARIA);
        });
    }

    @Test
    void startIsRefusedWhenADatabaseIsNotTheSlotThatItWas() {
        node("maria,postgres")
                .run(context -> context.getBean(SegmentIdGenerator.class).nextId("order"));

        node("postgres,maria")
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining("Leaf cannot reserve ids in database '")
                        .hasStackTraceContaining("as slot"));
        node("maria,postgres", "leaf.segment.slots=4")
                .run(context -> assertThat(context.getStartupFailure()).hasStackTraceContaining("of 4"));
        String another = maria.url() + "?connectTimeout=30000";
        node("maria,postgres", of("postgres", maria.withUrl(another)).toArray(String[]::new))
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining("Leaf cannot reserve ids in database '"));
    }

    @Test
    void tagOfOneSlotAloneStaysInItsClassOfIds() {
        node("maria,postgres", "leaf.segment.slots=4", "leaf.tags.audit.database=postgres")
                .run(context -> {
                    SegmentIdGenerator ids = context.getBean(SegmentIdGenerator.class);
                    for (int i = 0; i < 500; i++) {
                        assertThat(ids.nextId("audit") % 4).isEqualTo(1);
                    }
                    assertThat(ids.databaseOf("audit")).contains("postgres");
                    assertThat(ids.databases()).extracting(DatabaseStatus::slot).containsExactly(0, 1);
                });
    }
}
