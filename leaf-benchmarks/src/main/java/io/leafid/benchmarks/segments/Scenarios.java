package io.leafid.benchmarks.segments;

import io.leafid.benchmarks.raw.Figure;
import io.leafid.benchmarks.raw.Measurement;
import io.leafid.benchmarks.raw.Profile;
import io.leafid.benchmarks.raw.Rounds;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The lines of the budget that are about single calls and about what is allocated, for Leaf and for CosId. */
public final class Scenarios implements Measurement {

    private static final Duration LATENCY = Duration.ofMillis(5);

    /** Longer than CosId's workers sleep between two looks. */
    private static final Duration SETTLING = Duration.ofSeconds(3);

    private static final int ROUNDS = 2;
    private static final int SECONDS = 8;
    private static final int RATE = 100_000;
    private static final int BURST = 5_000;
    private static final double MILLI = 1e6;

    @Override
    public List<Figure> measure(Profile profile, List<String> settings) {
        Rounds seen = new Rounds();
        Duration length = profile.seconds(SECONDS);
        for (int round = 0; round < profile.rounds(ROUNDS); round++) {
            for (Contender.Maker maker : Contender.ALL) {
                steady(maker, length, seen);
            }
            for (Contender.Maker maker : Contender.PEERS) {
                surge(maker, length, seen);
                burst(maker, Duration.ZERO, seen);
                burst(maker, LATENCY, seen);
            }
        }
        return seen.figures();
    }

    private static void steady(Contender.Maker maker, Duration length, Rounds seen) {
        try (Contender contender = maker.make(LATENCY)) {
            contender.ids().take(); // a first segment, which Leaf has allocated at start and CosId has not
            CallTimes times = new Pacer(contender.ids()).run(RATE, length);
            subject(seen, contender, "steady", LATENCY)
                    .add("longest", "ms", times.longestNanos() / MILLI)
                    .add("slow", "calls", times.slowCalls().size())
                    .add("unexplained", "calls", times.unexplained().size())
                    .add("roundTrip", "ms", contender.ledger().slowestNanos() / MILLI);
            print(contender, times);
        }
    }

    private static void burst(Contender.Maker maker, Duration latency, Rounds seen) {
        try (Contender contender = maker.make(latency)) {
            settle();
            for (int i = 0; i < BURST; i++) {
                contender.ids().take();
            }
            settle();
            Ledger ledger = contender.ledger();
            double unused = ledger.total().unused();
            subject(seen, contender, "burst", latency)
                    .add("unused", "ids", unused)
                    .add("steps", "largest allocations", unused / ledger.largestAllocation());
        }
    }

    private static void surge(Contender.Maker maker, Duration length, Rounds seen) {
        try (Contender contender = maker.make(LATENCY)) {
            new Pacer(contender.ids()).run(10, SETTLING);
            long before = contender.ledger().total().roundTrips();
            CallTimes times = new Pacer(contender.ids()).run(RATE, length);
            double allocations = contender.ledger().total().roundTrips() - before;
            subject(seen, contender, "surge", LATENCY)
                    .add("longest", "ms", times.longestNanos() / MILLI)
                    .add("allocations", "", allocations);
            print(contender, times);
        }
    }

    private static Rounds.Subject subject(Rounds seen, Contender contender, String scene, Duration latency) {
        return seen.subject(
                contender.name(), 1, Map.of("scene", scene, "storeMillis", Long.toString(latency.toMillis())));
    }

    private static void print(Contender contender, CallTimes times) {
        System.out.printf(
                "%s: %,d calls, longest %.3f ms  (%s)%n",
                contender.name(), times.calls(), times.longestNanos() / MILLI, times.histogram());
        for (CallTimes.SlowCall call : times.slowCalls()) {
            System.out.printf(
                    "  %.3f ms: collector %.3f, waiting for a processor %.3f, rest %.3f%n",
                    call.nanos() / MILLI, call.gcNanos() / MILLI, call.queuedNanos() / MILLI, call.ownNanos() / MILLI);
        }
    }

    private static void settle() {
        new Latency(SETTLING).pass();
    }
}
