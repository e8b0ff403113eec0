package io.leafid.cluster;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;

/**
 * Faults that never heal, after all others have: nodes that end or stand still, lines that are cut, databases or a registry that is
 * away, for good. The rest, which has all that it needs, goes on within its bounds. For one thread, once.
 */
final class LastingFaults {

    /** A node that runs issues ids again within this time: of each tag, where its segments come from databases of which some are away. */
    private static final Duration BOUND = Duration.ofSeconds(20);

    /** A node that is killed and started issues ids within this time: a reservation, a session, and the pauses between its starts. */
    private static final Duration START_BOUND = Duration.ofMinutes(1);

    private static final Duration JUDGED = Duration.ofMinutes(2);

    private static final long FOR_GOOD = Duration.ofDays(1).toNanos();

    private final Cluster cluster;
    private final Timeline timeline;
    private final Random dice;
    private final Set<Integer> away = new HashSet<>();
    private final Set<Node> stopped = new HashSet<>();
    private final Map<Node, Long> deadlines = new HashMap<>();

    LastingFaults(Cluster cluster) {
        this.cluster = cluster;
        this.timeline = cluster.timeline();
        this.dice = new Random(~cluster.plan().seed() * 0x9E3779B97F4A7C15L);
    }

    /** Strikes, and complains if the healthy rest does not issue within its bounds. */
    void judge() {
        cluster.steady();
        takeAway();
        cluster.nodes().forEach(this::strike);
        long end = timeline.now() + JUDGED.toNanos();
        while (timeline.now() < end && cluster.books().violation() == null) {
            timeline.advanceTo(timeline.now() + 1_000_000_000L);
            for (Node node : List.copyOf(deadlines.keySet())) {
                requireIds(node);
            }
        }
    }

    private void requireIds(Node node) {
        if (Cluster.issues(node)) {
            deadlines.put(node, timeline.now() + BOUND.toNanos());
        } else if (!node.isRunning() && stopped.add(node)) { // a stop was under way when the other faults ended
            node.start();
            healthy(node, START_BOUND);
        } else if (timeline.now() > Objects.requireNonNull(deadlines.get(node))) {
            cluster.books().complain(node + " issues nothing, though it has all that it needs");
        }
    }

    private boolean isOfSegments() {
        return cluster.plan().mode() == Plan.Mode.SEGMENT;
    }

    private int databases() {
        return cluster.tables().all().size();
    }

    /** Whether nodes that run need their registry no more. */
    private boolean goesOnByMark() {
        return !isOfSegments()
                && !cluster.plan().reservesInARegistry(cluster.plan().mode());
    }

    /** Some databases of several, or the registry of nodes that go on by their marks. */
    private void takeAway() {
        int most = isOfSegments() ? databases() - 1 : (goesOnByMark() ? 1 : 0);
        for (int i = 0; i < databases() && away.size() < most; i++) {
            if (dice.nextBoolean()) {
                int place = i;
                away.add(place);
                cluster.tables().server(place).gone();
                cluster.tell(() -> "the %s is unavailable for good"
                        .formatted(isOfSegments() ? cluster.tables().name(place) : "registry"));
            }
        }
    }

    private void strike(Node node) {
        Run run = node.main();
        if (run == null) {
            return;
        }
        switch (dice.nextInt(5)) {
            case 0 -> {
                cluster.tell(node, () -> "is killed for good");
                node.leave();
                run.kill();
            }
            case 1 -> {
                cluster.tell(node, () -> "stands still for good");
                run.pause(FOR_GOOD);
            }
            case 2 -> cut(node, run);
            case 3 -> restart(node, run);
            default -> healthy(node, BOUND);
        }
    }

    /** It goes on with what it still reaches, or by its mark. Two lines that hear nothing take all the time that an allocation has. */
    private void cut(Node node, Run run) {
        int cut = dice.nextInt(databases());
        cluster.tell(node, () -> "its line %d is cut for good".formatted(cut));
        run.cut(cut);
        Set<Integer> missing = new HashSet<>(away);
        missing.add(cut);
        if (goesOnByMark() || missing.size() < databases()) {
            healthy(node, BOUND);
        }
    }

    /** It must find its registry to begin with, but not each of several databases. */
    private void restart(Node node, Run run) {
        if (isOfSegments() || away.isEmpty()) {
            cluster.tell(node, () -> "is killed and started");
            run.kill();
            node.start();
            healthy(node, START_BOUND);
        } else {
            healthy(node, BOUND);
        }
    }

    private void healthy(Node node, Duration bound) {
        deadlines.put(node, timeline.now() + bound.toNanos());
    }
}
