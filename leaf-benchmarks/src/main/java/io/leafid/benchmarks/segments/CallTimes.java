package io.leafid.benchmarks.segments;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Times of calls: a histogram, and each slow call with what kept it. One thread writes, the same one reads. */
final class CallTimes {

    /** From here on a call counts as slow: 1 ms. */
    static final long SLOW_NANOS = 1_000_000;

    private static final long[] LIMITS = {1_000, 10_000, 100_000, SLOW_NANOS, 10_000_000, Long.MAX_VALUE};
    private static final String[] NAMES = {"1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "more"};

    private final long[] counts = new long[LIMITS.length];
    private final List<SlowCall> slowCalls = new ArrayList<>();
    private long longestNanos;

    /**
     * A call that took long.
     *
     * @param nanos how long it took
     * @param gcNanos how long the collector stopped the process meanwhile
     * @param queuedNanos how long the thread waited for a processor meanwhile
     */
    record SlowCall(long nanos, long gcNanos, long queuedNanos) {

        /** The time that is left when collector and machine have taken their share. */
        long ownNanos() {
            return Math.max(0, nanos - gcNanos - queuedNanos);
        }
    }

    void add(long nanos) {
        int bucket = 0;
        while (nanos > LIMITS[bucket]) {
            bucket++;
        }
        counts[bucket]++;
        longestNanos = Math.max(longestNanos, nanos);
    }

    void addSlow(SlowCall call) {
        slowCalls.add(call);
    }

    long longestNanos() {
        return longestNanos;
    }

    long calls() {
        return Arrays.stream(counts).sum();
    }

    /** Slow calls that neither the collector nor a wait for a processor explains. */
    List<SlowCall> unexplained() {
        return slowCalls.stream().filter(call -> call.ownNanos() > SLOW_NANOS).toList();
    }

    List<SlowCall> slowCalls() {
        return slowCalls;
    }

    /** The histogram as one line. */
    String histogram() {
        List<String> buckets = IntStream.range(0, LIMITS.length)
                .filter(i -> counts[i] > 0)
                .mapToObj(i -> "≤ " + NAMES[i] + ": " + counts[i])
                .toList();
        return String.join("  ", buckets);
    }
}
