package io.leafid.remote;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** How long allocations took, and how they failed. Thread-safe. */
final class AllocationTimes {

    private static final double NANOS_PER_MILLI = 1e6;

    private final Queue<Long> nanos = new ConcurrentLinkedQueue<>();
    private final Map<String, Integer> failures = new ConcurrentHashMap<>();

    /** Makes an allocation that was due at a time of the nano clock. */
    void measure(long due, Runnable allocation) {
        try {
            allocation.run();
            nanos.add(System.nanoTime() - due);
        } catch (RuntimeException ex) {
            failures.merge(String.valueOf(ex.getMessage()).replaceAll("\\d+", "N"), 1, Integer::sum);
        }
    }

    /** Allocations that succeeded. */
    long count() {
        return nanos.size();
    }

    /** Allocations that failed. */
    long failed() {
        return failures.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** How often which failure came; its numbers are left out. */
    Map<String, Integer> failures() {
        return failures;
    }

    /** What so many percent of the allocations took at most. */
    double percentileMillis(int percent) {
        List<Long> sorted = nanos.stream().sorted().toList();
        return sorted.isEmpty() ? 0 : sorted.get((sorted.size() - 1) * percent / 100) / NANOS_PER_MILLI;
    }
}
