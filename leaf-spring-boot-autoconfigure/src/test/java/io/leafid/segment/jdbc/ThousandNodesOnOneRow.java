package io.leafid.segment.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.leafid.IdGenerationException;
import io.leafid.IdSequence;
import io.leafid.segment.AllocatedSegment;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentSettings;
import io.leafid.segment.SegmentStore;
import io.leafid.segment.TagRow;
import io.leafid.testing.MariaDbServer;
import io.leafid.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Measures many nodes that are started together on one row of a real MariaDB, a hundred ids a second each. Neither a unit test
 * nor one of the build: run it by name, on a machine that does nothing else.
 *
 * <p>Properties: {@code leaf.nodes} (1000), {@code leaf.seconds} (60).
 */
class ThousandNodesOnOneRow {

    private static final int NODES = Integer.getInteger("leaf.nodes", 1_000);
    private static final int SECONDS = Integer.getInteger("leaf.seconds", 60);
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

    /** A thousand nodes in one process would be slowed down by what they log. */
    @BeforeAll
    static void silence() {
        ((Logger) LoggerFactory.getLogger("io.leafid")).setLevel(Level.OFF);
        ((Logger) LoggerFactory.getLogger("com.zaxxer.hikari")).setLevel(Level.OFF);
    }

    @Test
    void manyNodesStartedTogetherBuyWithoutWavesAndFailures() throws Exception {
        try (MariaDbServer server = MariaDbServer.start()) {
            TestDatabase database = server.newDatabase();
            JdbcTemplate jdbc = new JdbcTemplate(database.unpooled());
            jdbc.execute("SET GLOBAL max_connections = " + (2 * NODES + 100));
            database.with("leaf_alloc");
            jdbc.update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order', 1, 1000)");
            List<Node> nodes = startNodes(database);
            drive(nodes);
            report();
            nodes.forEach(Node::close);
            assertThat(failedCalls.get()).isZero();
        }
    }

    private List<Node> startNodes(TestDatabase database) throws Exception {
        ScheduledExecutorService housekeeper = Executors.newScheduledThreadPool(1);
        ExecutorService starters = Executors.newFixedThreadPool(20);
        List<Future<Node>> futures = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            futures.add(starters.submit(() -> new Node(database, housekeeper)));
        }
        List<Node> nodes = new ArrayList<>();
        for (Future<Node> future : futures) {
            nodes.add(future.get());
        }
        starters.shutdown();
        return nodes;
    }

    private void drive(List<Node> nodes) throws InterruptedException {
        CountDownLatch begin = new CountDownLatch(1);
        List<Thread> callers = new ArrayList<>();
        for (Node node : nodes) {
            Thread caller = new Thread(null, () -> node.drive(begin), "caller", STACK_BYTES);
            caller.start();
            callers.add(caller);
        }
        beganNanos = System.nanoTime();
        begin.countDown();
        for (Thread caller : callers) {
            caller.join();
        }
    }

    private void report() {
        int[] perSecond = new int[SECONDS];
        Arrays.setAll(perSecond, allocations::get);
        int[] later = Arrays.stream(perSecond).skip(AFTER_THREE_SEGMENTS).toArray();
        System.out.printf(
                "%d nodes, %d s: peak second %d, mean %.0f; after three segments peak %d, mean %.0f%n",
                NODES,
                SECONDS,
                Arrays.stream(perSecond).max().orElse(0),
                Arrays.stream(perSecond).average().orElse(0),
                Arrays.stream(later).max().orElse(0),
                Arrays.stream(later).average().orElse(0));
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
        System.out.println("allocations per second: " + Arrays.toString(perSecond));
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
            SegmentStore store =
                    new JdbcSegmentStore(pool, database.dialect(), "leaf_alloc", SegmentSettings.DEFAULT.loadTimeout());
            generator =
                    new SegmentIdGenerator(new Measured(store), SegmentSettings.DEFAULT, List.of(), null, event -> {});
            generator.start();
        }

        void drive(CountDownLatch begin) {
            try {
                begin.await();
                IdSequence orders = generator.sequence("order");
                long due = beganNanos;
                long end = beganNanos + TimeUnit.SECONDS.toNanos(SECONDS);
                while (due < end) {
                    TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
                    take(orders);
                    due += TICK_NANOS;
                }
            } catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
        }

        private void take(IdSequence orders) {
            long before = System.nanoTime();
            calls.addAndGet(IDS_PER_TICK);
            try {
                orders.next(IDS_PER_TICK);
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
    private final class Measured implements SegmentStore {

        private final SegmentStore store;
        private volatile boolean first = true;

        Measured(SegmentStore store) {
            this.store = store;
        }

        @Override
        public AllocatedSegment allocate(String tag, long amount) {
            long before = System.nanoTime();
            boolean isFirst = first;
            first = false;
            try {
                AllocatedSegment grant = store.allocate(tag, amount);
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
        public Optional<TagRow> find(String tag) {
            return store.find(tag);
        }

        @Override
        public List<TagRow> findAll() {
            return store.findAll();
        }

        @Override
        public boolean create(String tag, int step, long initialId) {
            return store.create(tag, step, initialId);
        }

        @Override
        public boolean giveBack(String tag, long start, long end) {
            return false; // what matters is the run, not its end
        }
    }
}
