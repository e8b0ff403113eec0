package io.leafid.autoconfigure.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.leafid.SegmentUnavailableException;
import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.status.DatabaseStatus;
import io.leafid.segment.status.StoreStatus.State;
import io.leafid.testing.MariaDbServer;
import io.leafid.testing.Postgres;
import io.leafid.testing.TcpProxy;
import io.leafid.testing.TestDatabase;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/**
 * Two nodes, each with the whole of Leaf, whose ids come from a MariaDB and a PostgreSQL by turns, both of which die. Takes longer
 * than most tests, since a server is started again.
 */
class InterleavedDatabasesIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final int BATCH = 20;

    private static MariaDbServer server;

    private final TestDatabase mariaDb = newDatabase();
    private final TestDatabase postgres = Postgres.database();
    private final ExecutorService callers = Executors.newCachedThreadPool();
    private TcpProxy line;
    private volatile boolean ended;

    @BeforeAll
    static void startServer() {
        server = MariaDbServer.start();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    private static TestDatabase newDatabase() {
        return server.newDatabase();
    }

    @BeforeEach
    void openLine() {
        line = new TcpProxy(portOf(postgres));
    }

    @AfterEach
    void close() throws Exception {
        ended = true;
        callers.shutdownNow();
        line.close();
    }

    private static int portOf(TestDatabase database) {
        return URI.create(database.url().substring("jdbc:".length())).getPort();
    }

    private ApplicationContextRunner node(String databases, String... more) {
        TestDatabase behindLine =
                postgres.withUrl(postgres.url().replace(":" + portOf(postgres) + "/", ":" + line.port() + "/"));
        return new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(LeafAutoConfiguration.class, LeafSegmentAutoConfiguration.class))
                .withPropertyValues(of("maria", mariaDb))
                .withPropertyValues(of("postgres", behindLine))
                .withPropertyValues(
                        "leaf.segment.enabled=true",
                        "leaf.segment.databases=" + databases,
                        "leaf.segment.max-step=100",
                        "leaf.segment.wait-timeout=30s",
                        "leaf.segment.auto-create.enabled=true",
                        "leaf.segment.auto-create.step=50",
                        "leaf.jdbc.initialize-schema=always")
                .withPropertyValues(more);
    }

    private static String[] of(String name, TestDatabase database) {
        String prefix = "leaf.databases." + name;
        return new String[] {
            prefix + ".url=" + database.url(),
            prefix + ".username=" + database.user(),
            prefix + ".password=" + database.password()
        };
    }

    @Test
    void eitherDatabaseMayDieUnderLoadAndComeBack() {
        node("maria,postgres")
                .run(one -> node("maria,postgres").run(other -> {
                    assertThat(one).hasNotFailed();
                    assertThat(other).hasNotFailed();
                    List<SegmentIdGenerator> nodes =
                            List.of(one.getBean(SegmentIdGenerator.class), other.getBean(SegmentIdGenerator.class));
                    List<Caller> calling = new ArrayList<>();
                    nodes.forEach(node -> calling.addAll(List.of(call(node), call(node))));
                    awaitProgress(calling, 1_000);

                    server.kill();
                    awaitState(nodes, "maria", State.DOWN);
                    awaitProgress(calling, 1_000);
                    server.restart();
                    awaitState(nodes, "maria", State.UP);

                    int port = line.port();
                    line.close();
                    awaitState(nodes, "postgres", State.DOWN);
                    awaitProgress(calling, 1_000);
                    line = new TcpProxy(portOf(postgres), port);
                    awaitState(nodes, "postgres", State.UP);
                    awaitProgress(calling, 1_000);

                    ended = true;
                    assertGrowingAndDistinct(calling);
                }));
    }

    private Caller call(SegmentIdGenerator node) {
        Calls calls = new Calls();
        Future<?> run = callers.submit(() -> {
            while (!ended) {
                calls.add(node.nextIds("order", BATCH)); // any exception fails the test
            }
        });
        return new Caller(calls, run);
    }

    private static void awaitProgress(List<Caller> calling, int more) {
        calling.forEach(caller -> {
            int wanted = caller.calls().size() + more;
            await().atMost(PATIENCE)
                    .until(() -> caller.calls().size() >= wanted || caller.run().isDone());
            assertThat(caller.run().isDone()).as("a call has failed").isFalse();
        });
    }

    private static void awaitState(List<SegmentIdGenerator> nodes, String database, State state) {
        await().atMost(PATIENCE)
                .until(() -> nodes.stream()
                        .flatMap(node -> node.databases().stream())
                        .filter(each -> each.name().equals(database))
                        .map(DatabaseStatus::status)
                        .allMatch(status -> status.state() == state));
    }

    private static void assertGrowingAndDistinct(List<Caller> calling) throws Exception {
        List<long[]> all = new ArrayList<>();
        for (Caller caller : calling) {
            caller.run().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            long[] ids = caller.calls().ids();
            assertThat(ids).isSorted().doesNotHaveDuplicates();
            all.add(ids);
        }
        long[] merged = all.stream().flatMapToLong(LongStream::of).toArray();
        assertThat(LongStream.of(merged).distinct().count()).isEqualTo(merged.length);
        assertThat(LongStream.of(merged).map(id -> id % 2).distinct().sorted().toArray())
                .as("both have granted some")
                .containsExactly(0, 1);
    }

    @Test
    void bothAwayMeansTypedErrorsInTimeAndRecoveryWithoutRestart() {
        node("maria,postgres", "leaf.segment.wait-timeout=1s").run(context -> {
            SegmentIdGenerator ids = context.getBean(SegmentIdGenerator.class);
            List<Long> before = new ArrayList<>();
            await().atMost(PATIENCE).ignoreExceptions().until(() -> before.add(ids.nextId("order")));
            int port = line.port();
            server.kill();
            line.close();
            assertThatExceptionOfType(SegmentUnavailableException.class).isThrownBy(() -> {
                while (true) {
                    before.add(ids.nextId("order"));
                }
            });
            server.restart();
            line = new TcpProxy(portOf(postgres), port);
            await().atMost(PATIENCE).ignoreExceptions().until(() -> before.add(ids.nextId("order")));
            assertThat(before).isSorted().doesNotHaveDuplicates();
        });
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
            long backup = maxId() / 4;
            mariaDb.jdbc().update("UPDATE leaf_alloc SET max_id = ?", backup);
            for (int i = 0; i < 2_000; i++) {
                seen = next(ids, seen);
            }
            assertThat(maxId()).as("nothing was changed in it").isEqualTo(backup);

            long lifted = seen;
            mariaDb.jdbc().update("UPDATE leaf_alloc SET max_id = ?", lifted);
            long last = seen;
            for (int i = 0; i < 50_000 && maxId() == lifted; i++) {
                last = next(ids, last);
            }
            assertThat(maxId()).as("it grants again").isGreaterThan(lifted);
        });
    }

    private static long next(SegmentIdGenerator ids, long before) {
        long id = ids.nextId("order");
        assertThat(id).isGreaterThan(before);
        return id;
    }

    private long maxId() {
        Long value = mariaDb.jdbc().queryForObject("SELECT max_id FROM leaf_alloc WHERE biz_tag = 'order'", Long.class);
        return (value == null) ? 0 : value;
    }

    @Test
    void oneDatabaseIsAwayAtStart() throws Exception {
        node("maria,postgres")
                .run(context -> context.getBean(SegmentIdGenerator.class).nextId("order"));
        int port = line.port();
        line.close();
        node("maria,postgres").run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(SegmentIdGenerator.class).nextId("order") % 2)
                    .isZero();
        });
        line = new TcpProxy(portOf(postgres), port);
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
        String[] again = of("postgres", mariaDb);
        again[0] += again[0].contains("?") ? "&a=b" : "?a=b";
        node("maria,postgres")
                .withPropertyValues(again)
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

    /** What one thread has been given, in the order in which it was. Thread-safe. */
    private static final class Calls {

        private final List<long[]> batches = new ArrayList<>();

        synchronized void add(long[] ids) {
            batches.add(ids);
        }

        synchronized int size() {
            return batches.size() * BATCH;
        }

        synchronized long[] ids() {
            return batches.stream().flatMapToLong(LongStream::of).toArray();
        }
    }

    private record Caller(Calls calls, Future<?> run) {}
}
