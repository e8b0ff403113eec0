package io.leafid.benchmarks;

import java.io.PrintStream;
import java.time.Duration;

/** The lines of the budget that are about single calls and about what is allocated, for Leaf and for CosId. */
final class Scenarios {

    private static final Duration LATENCY = Duration.ofMillis(5);

    /** Longer than CosId's workers sleep between two looks. */
    private static final Duration SETTLING = Duration.ofSeconds(3);

    private static final int RATE = 100_000;
    private static final int BURST = 5_000;

    private final PrintStream out;
    private final Duration length;

    Scenarios(PrintStream out, Duration length) {
        this.out = out;
        this.length = length;
    }

    void run() {
        for (Contender.Maker maker : Contender.ALL) {
            steady(maker);
        }
        for (Contender.Maker maker : Contender.PEERS) {
            burst(maker, Duration.ZERO);
            burst(maker, LATENCY);
        }
        for (Contender.Maker maker : Contender.PEERS) {
            surge(maker);
        }
    }

    private void steady(Contender.Maker maker) {
        try (Contender contender = maker.make(LATENCY)) {
            contender.ids().take(); // a first segment, which Leaf has allocated at start and CosId has not
            CallTimes times = new Pacer(contender.ids()).run(RATE, length);
            out.printf("%n%s, store latency 5 ms, %,d ids/s for %d s%n", contender.name(), RATE, length.toSeconds());
            print(times);
            print(contender.ledger());
        }
    }

    private void burst(Contender.Maker maker, Duration latency) {
        try (Contender contender = maker.make(latency)) {
            settle();
            for (int i = 0; i < BURST; i++) {
                contender.ids().take();
            }
            settle();
            out.printf(
                    "%n%s, store latency %d ms, burst of %,d ids at step %,d%n",
                    contender.name(), latency.toMillis(), BURST, TagNames.STEP);
            print(contender.ledger());
        }
    }

    private void surge(Contender.Maker maker) {
        try (Contender contender = maker.make(LATENCY)) {
            new Pacer(contender.ids()).run(10, SETTLING);
            long before = contender.ledger().total().roundTrips();
            CallTimes times = new Pacer(contender.ids()).run(RATE, length);
            long allocations = contender.ledger().total().roundTrips() - before;
            out.printf(
                    "%n%s, store latency 5 ms, surge from 10 to %,d ids/s: %d allocations in %d s, longest call %.3f ms%n",
                    contender.name(), RATE, allocations, length.toSeconds(), times.longestNanos() / 1e6);
            print(times);
            print(contender.ledger());
        }
    }

    private void print(CallTimes times) {
        out.printf(
                "  calls: %,d  longest %.3f ms  (%s)%n", times.calls(), times.longestNanos() / 1e6, times.histogram());
        out.printf(
                "  slower than 1 ms: %d, of these neither collector nor waiting for a processor: %d%n",
                times.slowCalls().size(), times.unexplained().size());
        for (CallTimes.SlowCall call : times.slowCalls()) {
            out.printf(
                    "    %.3f ms: collector %.3f, waiting for a processor %.3f, rest %.3f%n",
                    call.nanos() / 1e6, call.gcNanos() / 1e6, call.queuedNanos() / 1e6, call.ownNanos() / 1e6);
        }
    }

    private void print(Ledger ledger) {
        Ledger.Balance balance = ledger.total();
        if (balance.roundTrips() == 0) {
            return;
        }
        out.printf(
                "  issued %,d  reserved %,d  unused %,d: %.1f steps of the row, %.2f of the largest allocation%n",
                balance.issued(),
                balance.reserved(),
                balance.unused(),
                (double) balance.unused() / TagNames.STEP,
                (double) balance.unused() / ledger.largestAllocation());
        out.printf(
                "  round trips %d, the largest for %,d ids, the slowest took %.3f ms%n",
                balance.roundTrips(), ledger.largestAllocation(), ledger.slowestNanos() / 1e6);
    }

    private static void settle() {
        new Latency(SETTLING).pass();
    }
}
