package io.leafid.benchmarks.nodes;

import io.leafid.IdGenerationException;
import io.leafid.IdSequence;
import io.leafid.benchmarks.process.Databases;
import io.leafid.benchmarks.raw.Figure;
import io.leafid.benchmarks.raw.Profile;
import io.leafid.benchmarks.raw.Rounds;
import io.leafid.testing.MariaDbServer;
import io.leafid.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Many nodes that are started together on one row of a real MariaDB, a hundred ids a second each: one round.
 *
 * <p>Settings: {@code --binary-log} gives the server one; with {@code --preload} the first segments are allocated by the starts, which
 * then happen at the same moment.
 */
public final class ThousandNodes {

    private static final int NODES = 1_000;
    private static final int ROUNDS = 2;
    private static final int IDS_PER_SECOND = 100;

    /** The time that a segment lasts, whose step is the row's. */
    private static final int SEGMENT_SECONDS = 10;

    private static final int SEGMENT_SECONDS_OF_A_QUICK_LOOK = 3;
    private static final int SEGMENTS = 6;
    private static final int SEGMENTS_UNTIL_STEADY = 3;
    private static final int CALLS_TO_WARM_UP = 3_000;
    private static final int STARTS_AT_ONCE = 20;
    private static final int IDS_PER_TICK = 10;
    private static final long TICK_NANOS = Duration.ofMillis(100).toNanos();
    private static final long STACK_BYTES = 256 * 1024;
    private static final String TAG = "order";

    private final int segmentSeconds;
    private final List<String> preload;
    private final NodeWaits firstIds = new NodeWaits(NODES);
    private final AllocationCounts allocations;
    private final AtomicLong failedCalls = new AtomicLong();
    private final AtomicLong longestCallNanos = new AtomicLong();

    private ThousandNodes(int segmentSeconds, List<String> preload) {
        this.segmentSeconds = segmentSeconds;
        this.preload = preload;
        this.allocations =
                new AllocationCounts(firstIds, SEGMENTS * segmentSeconds, SEGMENTS_UNTIL_STEADY * segmentSeconds);
    }

    /** Measures a few rounds, each on a server of its own. */
    public static List<Figure> measure(Profile profile, List<String> settings) throws Exception {
        Rounds seen = new Rounds();
        int segmentSeconds = (profile == Profile.FULL) ? SEGMENT_SECONDS : SEGMENT_SECONDS_OF_A_QUICK_LOOK;
        List<String> preload = settings.contains("--preload") ? List.of(TAG) : List.of();
        for (int round = 0; round < ((profile == Profile.FULL) ? ROUNDS : 1); round++) {
            try (MariaDbServer server = Databases.mariaDb(settings.contains("--binary-log"))) {
                ThousandNodes nodes = new ThousandNodes(segmentSeconds, preload);
                nodes.run(server.newDatabase());
                nodes.report(seen.subject("nodes"));
                System.out.printf("round %d%n", round + 1);
            }
        }
        return seen.figures();
    }

    private void run(TestDatabase database) throws Exception {
        database.jdbc().execute("SET GLOBAL max_connections = " + (2 * NODES + 100));
        database.with("leaf_alloc");
        putRow(database, TAG, IDS_PER_SECOND * segmentSeconds);
        warmUp(database);
        ScheduledExecutorService housekeeper = Executors.newScheduledThreadPool(1);
        List<CountedNode> nodes = startNodes(database, housekeeper);
        try {
            drive(nodes);
        } finally {
            nodes.forEach(CountedNode::close);
            housekeeper.shutdownNow();
        }
    }

    private static void putRow(TestDatabase database, String tag, int step) {
        database.jdbc().update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES (?, 1, ?)", tag, step);
    }

    /** Each node has processors of its own to compile with; here one process does it for all, before they begin. */
    private static void warmUp(TestDatabase database) {
        putRow(database, "warm", 1);
        ScheduledExecutorService housekeeper = Executors.newScheduledThreadPool(1);
        try (CountedNode node = new CountedNode(database, housekeeper, List.of(), store -> store)) {
            IdSequence ids = node.started().ids("warm");
            for (int i = 0; i < CALLS_TO_WARM_UP; i++) {
                ids.next();
            }
        } finally {
            housekeeper.shutdownNow();
        }
    }

    /** The pools of all nodes first, some at a time, since opening a thousand connections is not what is measured. */
    private List<CountedNode> startNodes(TestDatabase database, ScheduledExecutorService housekeeper) throws Exception {
        List<Callable<CountedNode>> makers = Collections.nCopies(
                NODES, () -> new CountedNode(database, housekeeper, preload, allocations::countedOf));
        List<CountedNode> nodes = all(makers, STARTS_AT_ONCE);
        if (!preload.isEmpty()) {
            firstIds.begin();
        }
        List<Callable<CountedNode>> starts =
                nodes.stream().<Callable<CountedNode>>map(node -> node::started).toList();
        return all(starts, preload.isEmpty() ? STARTS_AT_ONCE : NODES);
    }

    private static List<CountedNode> all(List<Callable<CountedNode>> tasks, int atOnce) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(atOnce);
        try {
            List<CountedNode> results = new ArrayList<>();
            for (Future<CountedNode> future : threads.invokeAll(tasks)) {
                results.add(future.get());
            }
            return results;
        } finally {
            threads.shutdown();
        }
    }

    private void drive(List<CountedNode> nodes) throws InterruptedException {
        CountDownLatch begin = new CountDownLatch(1);
        List<Thread> callers = new ArrayList<>();
        for (int number = 0; number < nodes.size(); number++) {
            callers.add(caller(nodes.get(number), number, begin));
        }
        if (preload.isEmpty()) {
            firstIds.begin();
        }
        begin.countDown();
        for (Thread caller : callers) {
            caller.join();
        }
    }

    private Thread caller(CountedNode node, int number, CountDownLatch begin) {
        Thread caller = new Thread(null, () -> call(node, number, begin), "caller", STACK_BYTES);
        caller.start();
        return caller;
    }

    private void call(CountedNode node, int number, CountDownLatch begin) {
        try {
            begin.await();
            IdSequence orders = node.ids(TAG);
            long due = System.nanoTime();
            long end = due + TimeUnit.SECONDS.toNanos((long) SEGMENTS * segmentSeconds);
            for (; due - end < 0; due += TICK_NANOS) {
                TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
                take(orders, number);
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private void take(IdSequence orders, int number) {
        long begun = System.nanoTime();
        try {
            orders.next(IDS_PER_TICK);
            firstIds.has(number);
        } catch (IdGenerationException ex) {
            failedCalls.addAndGet(IDS_PER_TICK);
        }
        longestCallNanos.accumulateAndGet(System.nanoTime() - begun, Math::max);
    }

    private void report(Rounds.Subject seen) {
        seen.add("failedCalls", "calls", (double) failedCalls.get())
                .add("failedAllocations", "", allocations.failed())
                .add("firstHalf", "ms", firstIds.percentileMillis(50))
                .add("firstAll", "ms", firstIds.percentileMillis(100))
                .add("longestCall", "ms", longestCallNanos.get() / 1e6)
                .add("longest", "ms", allocations.longestMillis())
                .add("slowAtFirst", "", allocations.slowAtFirst())
                .add("slowLater", "", allocations.slowLater())
                .add("slowWhenSteady", "", allocations.slowWhenSteady())
                .add("peak", "per second", allocations.peak())
                .add("steadyPeak", "per second", allocations.steadyPeak())
                .add("steadyMean", "per second", allocations.steadyMean());
    }
}
