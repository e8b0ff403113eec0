package io.leafid.segment.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.leafid.IdGenerationException;
import io.leafid.IdSequence;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentSettings;
import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.ForwardingSegmentStore;
import io.leafid.segment.store.SegmentStore;
import io.leafid.testing.MariaDbServer;
import io.leafid.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Measures many nodes that are started together on one row of a real MariaDB, a hundred ids a second each. Neither a unit test
 * nor one of the build: run it by name, on a machine that does little else.
 *
 * <p>Properties: {@code leaf.nodes} (1000), {@code leaf.seconds} (60), {@code leaf.binary-log} (false, MariaDB's own default),
 * {@code leaf.preload} (false): whether the first segments are allocated by the starts, which then happen at the same moment.
 */
class ThousandNodesOnOneRow {

    private static final int NODES = Integer.getInteger("leaf.nodes", 1_000);
    private static final int SECONDS = Integer.getInteger("leaf.seconds", 60);
    private static final boolean HAS_BINARY_LOG = Boolean.getBoolean("leaf.binary-log");
    private static final List<String> PRELOAD = Boolean.getBoolean("leaf.preload") ? List.of("order") : List.of();
    private static final int CALLS_TO_WARM_UP = 3_000;
    private static final int STARTS_AT_ONCE = 20;
    private static final int AFTER_THREE_SEGMENTS = 30;
    private static final int IDS_PER_TICK = 10;
    private static final long TICK_NANOS = Duration.ofMillis(100).toNanos();
    private static final long STACK_BYTES = 256 * 1024;

    private final AtomicIntegerArray allocations = new AtomicIntegerArray(SECONDS + 60);
    private final AtomicLong failedAllocations = new AtomicLong();
    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong failedCalls = new AtomicLong();
    private final AtomicLong longestWaitNanos = new AtomicLong();
    private final AtomicLong longestFirstNanos = new AtomicLong();
    private final AtomicLong longestLaterNanos = new AtomicLong();
    private final AtomicLong over100MillisLater = new AtomicLong();
    private volatile long beganNanos;
    private final ColdStart coldStart = new ColdStart(NODES);

    /** A thousand nodes in one process would be slowed down by what they log. */
    @BeforeAll
    static void silence() {
        ((Logger) LoggerFactory.getLogger("io.leafid")).setLevel(Level.OFF);
        ((Logger) LoggerFactory.getLogger("com.zaxxer.hikari")).setLevel(Level.OFF);
        ((Logger) LoggerFactory.getLogger("org.mariadb.jdbc")).setLevel(Level.OFF);
    }

    @Test
    void manyNodesStartedTogetherBuyWithoutWavesAndFailures() throws Exception {
        try (MariaDbServer server = MariaDbServer.start(
                "--innodb-flush-log-at-trx-commit=1", HAS_BINARY_LOG ? "--log-bin" : "--skip-log-bin")) {
            TestDatabase database = server.newDatabase();
            JdbcTemplate jdbc = new JdbcTemplate(database.unpooled());
            jdbc.execute("SET GLOBAL max_connections = " + (2 * NODES + 100));
            database.with("leaf_alloc");
            jdbc.update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order', 1, 1000)");
            warmUp(database);
            coldStart.on(server);
            List<Node> nodes = startNodes(database);
            drive(nodes);
            report();
            nodes.forEach(Node::close);
            assertThat(failedCalls.get()).isZero();
            assertThat((double) peakLater()).isLessThanOrEqualTo(2 * meanLater());
        }
    }

    /** Each node has processors of its own to compile with; here one process does it for all, before they begin. */
    private void warmUp(TestDatabase database) {
        database.jdbc().update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('warm', 1, 1)");
        try (HikariDataSource pool = database.pool(2);
                SegmentIdGenerator generator = new SegmentIdGenerator(
                        new JdbcSegmentStore(
                                pool, database.dialect(), "leaf_alloc", AllocationSettings.DEFAULT.loadTimeout()),
                        SegmentSettings.DEFAULT,
                        List.of(),
                        null,
                        event -> {})) {
            generator.start();
            for (int i = 0; i < CALLS_TO_WARM_UP; i++) {
                generator.nextId("warm");
            }
        }
    }

    /** The pools of all nodes first, some at a time, since opening a thousand connections is not what is measured. */
    private List<Node> startNodes(TestDatabase database) throws Exception {
        ScheduledExecutorService housekeeper = Executors.newScheduledThreadPool(1);
        List<Callable<Node>> makers = Collections.nCopies(NODES, () -> new Node(database, housekeeper));
        List<Node> nodes = all(makers, STARTS_AT_ONCE);
        if (!PRELOAD.isEmpty()) {
            begin();
        }
        all(
                nodes.stream().<Callable<Node>>map(node -> node::started).toList(),
                PRELOAD.isEmpty() ? STARTS_AT_ONCE : NODES);
        return nodes;
    }

    private static List<Node> all(List<Callable<Node>> tasks, int atOnce) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(atOnce);
        try {
            List<Node> results = new ArrayList<>();
            for (Future<Node> future : threads.invokeAll(tasks)) {
                results.add(future.get());
            }
            return results;
        } finally {
            threads.shutdown();
        }
    }

    private void begin() {
        coldStart.begin();
        beganNanos = System.nanoTime();
    }

    private void drive(List<Node> nodes) throws InterruptedException {
        CountDownLatch begin = new CountDownLatch(1);
        List<Thread> callers = new ArrayList<>();
        for (Node node : nodes) {
            int number = callers.size();
            Thread caller = new Thread(null, () -> node.drive(begin, number), "caller", STACK_BYTES);
            caller.start();
            callers.add(caller);
        }
        if (PRELOAD.isEmpty()) {
            begin();
        }
        begin.countDown();
        for (Thread caller : callers) {
            caller.join();
        }
    }

    private void report() {
        System.out.printf(
                "%d nodes, %d s: peak second %d; after three segments peak %d, mean %.0f%n",
                NODES, SECONDS, perSecond(0).max().orElse(0), peakLater(), meanLater());
        System.out.printf(
                "failed allocations %d; failed calls %d of %d; longest call %d ms; longest allocation %d ms, after the first of each"
                        + " node %d ms (%d above 100 ms)%n",
                failedAllocations.get(),
                failedCalls.get(),
                calls.get(),
                TimeUnit.NANOSECONDS.toMillis(longestWaitNanos.get()),
                TimeUnit.NANOSECONDS.toMillis(longestFirstNanos.get()),
                TimeUnit.NANOSECONDS.toMillis(longestLaterNanos.get()),
                over100MillisLater.get());
        System.out.println(coldStart);
        System.out.println(
                "allocations per second: " + Arrays.toString(perSecond(0).toArray()));
    }

    private IntStream perSecond(int from) {
        return IntStream.range(from, Math.max(from, SECONDS)).map(allocations::get);
    }

    private int peakLater() {
        return perSecond(AFTER_THREE_SEGMENTS).max().orElse(0);
    }

    private double meanLater() {
        return perSecond(AFTER_THREE_SEGMENTS).average().orElse(0);
    }

    /** A generator with connections of its own, and the caller that takes its ids. */
    private final class Node implements AutoCloseable {

        private final HikariDataSource pool;
        private final SegmentIdGenerator generator;

        Node(TestDatabase database, ScheduledExecutorService housekeeper) {
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl(database.url());
            config.setUsername(database.user());
            config.setPassword(database.password());
            config.setMaximumPoolSize(2);
            config.setMinimumIdle(1);
            config.setConnectionTimeout(Duration.ofSeconds(5).toMillis());
            config.setInitializationFailTimeout(Duration.ofSeconds(60).toMillis());
            config.setScheduledExecutor(housekeeper);
            pool = new HikariDataSource(config);
            SegmentStore store = new JdbcSegmentStore(
                    pool, database.dialect(), "leaf_alloc", AllocationSettings.DEFAULT.loadTimeout());
            generator =
                    new SegmentIdGenerator(new Measured(store), SegmentSettings.DEFAULT, PRELOAD, null, event -> {});
        }

        /** As the application does before it takes calls. */
        Node started() {
            generator.start();
            return this;
        }

        void drive(CountDownLatch begin, int number) {
            try {
                begin.await();
                IdSequence orders = generator.sequence("order");
                long due = System.nanoTime();
                long end = due + TimeUnit.SECONDS.toNanos(SECONDS);
                while (due < end) {
                    TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
                    take(orders, number);
                    due += TICK_NANOS;
                }
            } catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
        }

        private void take(IdSequence orders, int number) {
            long before = System.nanoTime();
            calls.addAndGet(IDS_PER_TICK);
            try {
                orders.next(IDS_PER_TICK);
                coldStart.hasFirstId(number);
            } catch (IdGenerationException ex) {
                failedCalls.addAndGet(IDS_PER_TICK);
            }
            longestWaitNanos.accumulateAndGet(System.nanoTime() - before, Math::max);
        }

        @Override
        public void close() {
            generator.close();
            pool.close();
        }
    }

    /** Measures each allocation of one node. */
    private final class Measured extends ForwardingSegmentStore {

        private volatile boolean first = true;

        Measured(SegmentStore store) {
            super(store);
        }

        @Override
        public AllocatedSegment allocate(String tag, long amount, long floor) {
            long before = System.nanoTime();
            boolean isFirst = first;
            first = false;
            try {
                AllocatedSegment grant = super.allocate(tag, amount, floor);
                int second = Math.toIntExact(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - beganNanos));
                allocations.incrementAndGet(Math.min(second, allocations.length() - 1));
                return grant;
            } catch (RuntimeException ex) {
                failedAllocations.incrementAndGet();
                throw ex;
            } finally {
                note(isFirst, System.nanoTime() - before);
            }
        }

        private void note(boolean isFirst, long nanos) {
            (isFirst ? longestFirstNanos : longestLaterNanos).accumulateAndGet(nanos, Math::max);
            if (!isFirst && nanos > TimeUnit.MILLISECONDS.toNanos(100)) {
                over100MillisLater.incrementAndGet();
            }
        }

        @Override
        public boolean giveBack(String tag, long start, long end) {
            return false; // what matters is the run, not its end
        }
    }
}
