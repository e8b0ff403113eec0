package io.leafid.benchmarks.nodes;

import io.leafid.benchmarks.raw.Figure;
import io.leafid.benchmarks.raw.Profile;
import io.leafid.benchmarks.raw.Rounds;
import io.leafid.testing.ZooKeeperEnsemble;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Many nodes that take their worker ids from one ensemble of three ZooKeeper servers: they are started together, report for a while, and
 * then lose the ensemble for so long that all their sessions end. One round.
 */
public final class ThousandLeases {

    private static final int NODES = 1_000;
    private static final int ROUNDS = 2;
    private static final int NODES_TO_WARM_UP = 20;
    private static final int SECONDS_UNTIL_STEADY = 5;
    private static final int REPORT_SECONDS = 30;
    private static final int REPORT_SECONDS_OF_A_QUICK_LOOK = 6;

    /** Two sessions. */
    private static final Duration OUTAGE = Duration.ofSeconds(30);

    /** After it a node that is not held counts as lost. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final long LOOK_EVERY_MILLIS = 20;

    private final ZooKeeperEnsemble ensemble;
    private final int reportSeconds;

    private ThousandLeases(ZooKeeperEnsemble ensemble, int reportSeconds) {
        this.ensemble = ensemble;
        this.reportSeconds = reportSeconds;
    }

    /** Measures a few rounds, each on an ensemble of its own. */
    public static List<Figure> measure(Profile profile, List<String> settings) throws Exception {
        Rounds seen = new Rounds();
        boolean isFull = profile == Profile.FULL;
        for (int round = 0; round < (isFull ? ROUNDS : 1); round++) {
            try (ZooKeeperEnsemble ensemble = ZooKeeperEnsemble.startAsInProduction()) {
                int seconds = isFull ? REPORT_SECONDS : REPORT_SECONDS_OF_A_QUICK_LOOK;
                new ThousandLeases(ensemble, seconds).run(seen.subject("leases"));
                System.out.printf("round %d%n", round + 1);
            }
        }
        return seen.figures();
    }

    private void run(Rounds.Subject seen) throws Exception {
        warmUp();
        List<LeasedNode> nodes = nodes("orders", NODES);
        try (IdTaker taker = new IdTaker(nodes)) {
            start(nodes, seen);
            taker.begin();
            report(seen);
            loseTheEnsemble(nodes, seen);
            note(taker.end(), seen);
        } finally {
            inParallel(nodes, LeasedNode::close);
        }
    }

    private static void note(IdTaker.Seen ids, Rounds.Subject seen) {
        seen.add("failedCalls", "calls", (double) ids.failed())
                .add("calls", "", (double) ids.ids() + ids.failed())
                .add("twice", "", (double) ids.twice());
    }

    /** Each node has processors of its own to compile with; here one process does it for all, before they begin. */
    private void warmUp() throws Exception {
        List<LeasedNode> nodes = nodes("warm", NODES_TO_WARM_UP);
        inParallel(nodes, LeasedNode::start);
        inParallel(nodes, LeasedNode::close);
    }

    private List<LeasedNode> nodes(String name, int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> new LeasedNode(ensemble.address(), name, number))
                .toList();
    }

    /** From the moment at which all begin to take their worker ids; their clients are made before, and connect meanwhile. */
    private void start(List<LeasedNode> nodes, Rounds.Subject seen) throws Exception {
        AtomicLong failed = new AtomicLong();
        NodeWaits waits = new NodeWaits(NODES);
        waits.begin();
        inParallel(nodes, node -> {
            if (node.start()) {
                waits.has(nodes.indexOf(node));
            } else {
                failed.incrementAndGet();
            }
        });
        seen.add("failedStarts", "", (double) failed.get())
                .add("startHalf", "ms", waits.percentileMillis(50))
                .add("startAll", "ms", waits.percentileMillis(100));
    }

    private void report(Rounds.Subject seen) throws InterruptedException {
        TimeUnit.SECONDS.sleep(SECONDS_UNTIL_STEADY);
        long transactions = ensemble.lastTransaction();
        Duration processor = ensemble.processorTime();
        long begun = System.nanoTime();
        TimeUnit.SECONDS.sleep(reportSeconds);
        double seconds = (System.nanoTime() - begun) / 1e9;
        double used = ensemble.processorTime().minus(processor).toMillis() / 1e3;
        seen.add("transactions", "per second", (ensemble.lastTransaction() - transactions) / seconds)
                .add("processor", "cores", used / seconds);
    }

    private void loseTheEnsemble(List<LeasedNode> nodes, Rounds.Subject seen) throws InterruptedException {
        List<Integer> workerIds = nodes.stream().map(LeasedNode::workerId).toList();
        List<Long> sessions = nodes.stream().map(LeasedNode::session).toList();
        stopTheEnsembleForAWhile();
        NodeWaits waits = awaitHeld(nodes);
        seen.add("sessions", "", count(nodes, number -> nodes.get(number).session() != sessions.get(number)))
                .add("heldHalf", "ms", waits.percentileMillis(50))
                .add("heldAll", "ms", waits.percentileMillis(100))
                .add("notHeld", "", count(nodes, number -> !waits.hasIt(number)))
                .add(
                        "otherWorkerId",
                        "",
                        count(nodes, number -> nodes.get(number).workerId() != workerIds.get(number)));
    }

    private void stopTheEnsembleForAWhile() throws InterruptedException {
        ensemble.killAll();
        TimeUnit.MILLISECONDS.sleep(OUTAGE.toMillis());
        ensemble.restartTheDead();
        ensemble.awaitLeader();
    }

    private static NodeWaits awaitHeld(List<LeasedNode> nodes) throws InterruptedException {
        Instant back = Instant.now();
        NodeWaits waits = new NodeWaits(NODES);
        waits.begin();
        while (count(nodes, number -> !waits.hasIt(number)) > 0 && waits.elapsedNanos() < PATIENCE.toNanos()) {
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
            for (int number = 0; number < nodes.size(); number++) {
                if (!waits.hasIt(number) && nodes.get(number).isHeldSince(back)) {
                    waits.has(number);
                }
            }
        }
        return waits;
    }

    /** As a figure. */
    private static double count(List<LeasedNode> nodes, IntPredicate numbers) {
        return IntStream.range(0, nodes.size()).filter(numbers).count();
    }

    /** All at the same moment. */
    private static void inParallel(List<LeasedNode> nodes, Consumer<LeasedNode> step) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(nodes.size());
        try {
            for (Future<?> each : nodes.stream()
                    .<Future<?>>map(node -> threads.submit(() -> step.accept(node)))
                    .toList()) {
                each.get();
            }
        } finally {
            threads.shutdown();
        }
    }
}
