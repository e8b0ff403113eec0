package io.leafid.cluster;

import io.leafid.lease.KeeperSettings;
import io.leafid.lease.KeeperSettings.OnRegistryLoss;
import io.leafid.snowflake.SnowflakeSettings;
import io.leafid.snowflake.SnowflakeSettings.OnBackwards;
import io.leafid.snowflake.SnowflakeSettings.SequenceMode;
import io.leafid.workerid.BrokenRule;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Plan of a run: what a cluster is made of, and what happens to it when. It follows from a seed. Immutable.
 *
 * @param seed where all chance comes from
 * @param mode how worker ids are leased
 * @param nodes how many there are
 * @param keeping how leases are kept
 * @param issuing how ids are issued
 * @param segments how segments are allocated, where it is about them
 * @param events what happens, in order
 * @param scope what it was drawn from
 */
record Plan(
        long seed,
        Mode mode,
        int nodes,
        KeeperSettings keeping,
        SnowflakeSettings issuing,
        SegmentPlan segments,
        List<Event> events,
        Scope scope) {

    private static final long FIRST_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long SPAN_NANOS = Duration.ofSeconds(64).toNanos();

    /** Mode in which worker ids are leased. */
    enum Mode {
        ZK_NORMAL,
        ZK_RECYCLE,
        MYSQL,
        JDBC_RECYCLE,
        /** Worker ids by configuration, recorded on the disk alone. */
        LOCAL,
        /** No worker ids: ids from segments. */
        SEGMENT;

        boolean isFixed() {
            return this == ZK_NORMAL || this == MYSQL || this == LOCAL;
        }

        /** The other one of the same registry. */
        Mode other() {
            return switch (this) {
                case ZK_NORMAL -> ZK_RECYCLE;
                case ZK_RECYCLE -> ZK_NORMAL;
                case MYSQL -> JDBC_RECYCLE;
                case JDBC_RECYCLE -> MYSQL;
                case LOCAL, SEGMENT -> this;
            };
        }

        boolean isZooKeeper() {
            return this == ZK_NORMAL || this == ZK_RECYCLE;
        }
    }

    /**
     * A fault at a time.
     *
     * @param atNanos when
     * @param fault what
     * @param node to which node
     * @param dice what else chance decides about it
     */
    record Event(long atNanos, Fault fault, int node, long dice) {}

    static Plan of(long seed, Scope scope) {
        Random random = new Random(seed * 0x9E3779B97F4A7C15L);
        Mode mode = List.copyOf(scope.modes()).get(random.nextInt(scope.modes().size()));
        int nodes = 1 + random.nextInt(3);
        boolean goesOnAlone = mode.isFixed() && mode != Mode.LOCAL && random.nextInt(3) == 0;
        KeeperSettings keeping = new KeeperSettings(
                Duration.ofSeconds(scope.isNarrow() ? 1 : 3),
                Duration.ofSeconds(scope.isNarrow() ? 3 : mode.isFixed() ? 10 : 20),
                Duration.ofSeconds(15),
                goesOnAlone ? OnRegistryLoss.CONTINUE : OnRegistryLoss.STOP,
                random.nextInt(4) == 0 ? Duration.ofSeconds(5) : Duration.ZERO);
        SnowflakeSettings issuing = new SnowflakeSettings(
                random.nextBoolean() ? SequenceMode.ROLLING : SequenceMode.RANDOM,
                Duration.ofMillis(5),
                random.nextBoolean() ? OnBackwards.FAIL : OnBackwards.BORROW,
                Duration.ofSeconds(1));
        SegmentPlan segments = segments(seed, random, mode, scope);
        List<Event> events = events(random, nodes, lots(mode, goesOnAlone, scope), scope.isNarrow());
        return new Plan(seed, mode, nodes, keeping, issuing, segments, events, scope);
    }

    private static SegmentPlan segments(long seed, Random random, Mode mode, Scope scope) {
        SegmentPlan one = SegmentPlan.of(random, new Random(seed), scope.isNarrow());
        Random more = new Random(~seed);
        int oneIn = scope.isEverything() ? 3 : scope.hasLastingFaults() ? 2 : Integer.MAX_VALUE;
        boolean isSometimes = mode == Mode.SEGMENT && oneIn < Integer.MAX_VALUE && more.nextInt(oneIn) == 0;
        return (isSometimes || scope.isInterleaved()) ? one.interleaved(more) : one;
    }

    private static List<Fault> lots(Mode mode, boolean goesOnAlone, Scope scope) {
        List<Fault> lots = new ArrayList<>();
        for (Fault fault : scope.faults()) {
            for (int i = fault.weight(mode, goesOnAlone); i > 0; i--) {
                lots.add(fault);
            }
        }
        return lots;
    }

    private static List<Event> events(Random random, int nodes, List<Fault> lots, boolean isNarrow) {
        List<Event> events = new ArrayList<>();
        int least = isNarrow ? 20 : 5;
        for (int i = least + random.nextInt(20); i > 0; i--) {
            long at = FIRST_NANOS + random.nextLong(SPAN_NANOS);
            events.add(new Event(at, lots.get(random.nextInt(lots.size())), random.nextInt(nodes), random.nextLong()));
        }
        events.sort(Comparator.comparingLong(Event::atNanos));
        return List.copyOf(events);
    }

    Set<BrokenRule> broken() {
        return scope.broken();
    }

    /** The same with other events. */
    Plan with(List<Event> others) {
        return new Plan(seed, mode, nodes, keeping, issuing, segments, List.copyOf(others), scope);
    }

    /** The same with so many nodes, each of which compares its clock with those of others when it starts. */
    Plan of(int count, Duration peerThreshold) {
        KeeperSettings comparing = new KeeperSettings(
                keeping.reportInterval(),
                keeping.reservation(),
                keeping.maxWait(),
                keeping.onRegistryLoss(),
                peerThreshold);
        return new Plan(seed, mode, count, comparing, issuing, segments, events, scope);
    }

    /** Whether a process in a mode issues ids only within what a registry has confirmed. */
    boolean reservesInARegistry(Mode in) {
        boolean goesOnAlone = in.isFixed() && keeping.onRegistryLoss() == OnRegistryLoss.CONTINUE;
        return in != Mode.LOCAL && !goesOnAlone;
    }

    /** Few where they are lent out, so that they go from hand to hand. */
    WorkerIdRange workerIds() {
        return new WorkerIdRange(0, mode.isFixed() ? 63 : nodes + 2);
    }

    @Override
    public String toString() {
        if (mode == Mode.SEGMENT) {
            return "seed %d: %d nodes, segments, %s%s".formatted(seed, nodes, segments, butBroken());
        }
        return "seed %d: %d nodes, mode %s, reservation %s, %s, %s%s"
                .formatted(
                        seed,
                        nodes,
                        mode,
                        keeping.reservation(),
                        keeping.onRegistryLoss(),
                        issuing.onBackwards(),
                        butBroken());
    }

    private String butBroken() {
        return broken().isEmpty() ? "" : ", but " + broken();
    }
}
