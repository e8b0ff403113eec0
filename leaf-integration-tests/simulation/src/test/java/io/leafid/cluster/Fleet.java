package io.leafid.cluster;

import io.leafid.lease.KeeperSettings;
import io.leafid.lease.KeeperSettings.OnRegistryLoss;
import io.leafid.snowflake.SnowflakeSettings;
import io.leafid.snowflake.SnowflakeSettings.OnBackwards;
import io.leafid.snowflake.SnowflakeSettings.SequenceMode;
import io.leafid.workerid.BrokenRule;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * More instances than worker ids: all start together, are restarted one after another, some of them killed, paused or cut off, and at
 * last become as many as there are worker ids. For one thread, once.
 */
final class Fleet {

    private static final Duration RESERVATION = Duration.ofSeconds(30);

    /** By then each has an id or was refused, also one that lost every race at first. */
    private static final Duration SETTLED = Duration.ofSeconds(50);

    private static final Duration ROLLING = Duration.ofSeconds(150);

    /** A reservation, a session and the pause between two starts, one after another, and what the last start takes. */
    static final Duration BOUND = RESERVATION
            .plus(Cluster.SESSION.multipliedBy(4).dividedBy(3))
            .plus(Pace.OF_MANY.betweenStarts())
            .plusSeconds(15);

    private static final long MOST_SKEW_MILLIS = 1_500;

    private final Cluster cluster;
    private final Timeline timeline;
    private final Random dice;
    private final int workerIds;
    private final List<Node> staying;
    private final Map<String, Integer> counted = new TreeMap<>();
    private boolean isOver;

    Fleet(long seed, Plan.Mode mode, int instances, int workerIds, Set<BrokenRule> broken) {
        this.cluster = new Cluster(plan(seed, mode, instances, broken), false);
        this.timeline = cluster.timeline();
        this.dice = new Random(seed);
        this.workerIds = workerIds;
        this.staying = new ArrayList<>(cluster.nodes());
        cluster.setting(new Setting(mode, Run.LAYOUT, new WorkerIdRange(0, workerIds - 1)));
    }

    private static Plan plan(long seed, Plan.Mode mode, int instances, Set<BrokenRule> broken) {
        return new Plan(
                seed,
                mode,
                instances,
                new KeeperSettings(
                        Duration.ofSeconds(3), RESERVATION, Duration.ofSeconds(15), OnRegistryLoss.STOP, Duration.ZERO),
                new SnowflakeSettings(
                        SequenceMode.ROLLING, Duration.ofMillis(5), OnBackwards.FAIL, Duration.ofSeconds(1)),
                SegmentPlan.of(new Random(seed), new Random(seed), false),
                List.of(),
                new Scope(
                        EnumSet.of(mode),
                        Set.of(),
                        Duration.ZERO,
                        false,
                        false,
                        Link.Weather.FINE,
                        Pace.OF_MANY,
                        broken));
    }

    /** Runs to the end, or to the first violation; returns that, or {@code null}. The instances become so many at last. */
    @Nullable String run(int left) {
        try {
            start();
            roll();
            shrink(left);
        } finally {
            cluster.nodes().forEach(node -> node.running().forEach(Run::kill));
            timeline.end();
        }
        return cluster.books().violation();
    }

    private void start() {
        for (Node node : cluster.nodes()) {
            node.machine().step(dice.nextLong(-MOST_SKEW_MILLIS, MOST_SKEW_MILLIS));
            after(someNanos(Duration.ofSeconds(1)), node::start);
        }
        timeline.advanceTo(SETTLED.toNanos());
        int running = 0;
        for (Node node : cluster.nodes()) {
            Run run = node.main();
            if (run != null && run.isServing()) {
                running++;
            } else if (run == null || !(run.refusal() instanceof WorkerIdException.Exhausted refusal)) {
                complain("%s is refused because of %s".formatted(node, (run == null) ? null : run.refusal()));
            } else if (!String.valueOf(refusal.getMessage()).startsWith("no worker id of 0-" + (workerIds - 1))) {
                complain("%s is refused in these words: %s".formatted(node, refusal.getMessage()));
            }
        }
        if (running != Math.min(workerIds, cluster.nodes().size())) {
            complain("%d instances run, with %d worker ids".formatted(running, workerIds));
        }
    }

    /** Each is struck once, in an order that chance decides. */
    private void roll() {
        List<Node> order = new ArrayList<>(cluster.nodes());
        Collections.shuffle(order, dice);
        long pause = ROLLING.toNanos() / order.size();
        for (int i = 0; i < order.size(); i++) {
            Node node = order.get(i);
            after(i * pause, () -> strike(node));
        }
        timeline.advanceTo(timeline.now() + ROLLING.toNanos());
        isOver = true;
    }

    private void strike(Node node) {
        Run run = node.main();
        if (run == null || !run.isServing()) {
            count("waiting");
            return;
        }
        switch (dice.nextInt(10)) {
            case 0 -> {
                count("killed");
                run.kill();
                later(Duration.ofSeconds(10), node::start);
            }
            case 1 -> {
                count("paused");
                run.pause(someNanos(RESERVATION.multipliedBy(2)));
            }
            case 2 -> weather(run, Link.Weather.CUT);
            case 3 -> weather(run, Link.Weather.MIXED);
            default -> {
                count("stopped");
                timeline.at(timeline.now(), run, run::stop);
                later(Duration.ofSeconds(10), node::start);
            }
        }
    }

    private void weather(Run run, Link.Weather weather) {
        count("line " + weather);
        run.weather(weather);
        later(RESERVATION, run::settle);
    }

    /** So many stay as there are worker ids, and nothing goes wrong any more: each of them issues ids within the bound. */
    private void shrink(int left) {
        cluster.nodes().forEach(node -> node.running().forEach(Run::heal));
        Collections.shuffle(staying, dice);
        List<Node> leaving = staying.subList(left, staying.size());
        for (Node node : leaving) {
            node.leave();
            node.running().forEach(run -> timeline.at(timeline.now(), run, run::stop));
        }
        leaving.clear();
        staying.forEach(Node::start);
        List<Node> silent = new ArrayList<>(staying);
        long end = timeline.now() + BOUND.toNanos();
        while (timeline.now() < end && !silent.isEmpty() && cluster.books().violation() == null) {
            timeline.advanceTo(timeline.now() + 1_000_000_000L);
            silent.removeIf(Cluster::issues);
        }
        if (!silent.isEmpty()) {
            complain("%d of %d instances issue nothing %s after the last fault, %s for one"
                    .formatted(silent.size(), left, BOUND, silent.get(0)));
        }
    }

    private void later(Duration most, Runnable action) {
        after(someNanos(most), () -> {
            if (!isOver) {
                action.run();
            }
        });
    }

    private void after(long nanos, Runnable action) {
        timeline.at(timeline.now() + nanos, null, action);
    }

    private long someNanos(Duration most) {
        return 1_000_000 + dice.nextLong(most.toNanos());
    }

    private void count(String what) {
        counted.merge(what, 1, Integer::sum);
    }

    private void complain(String what) {
        cluster.books().complain(what);
    }

    Cluster cluster() {
        return cluster;
    }

    /** What was done to how many. */
    Map<String, Integer> counted() {
        return counted;
    }
}
