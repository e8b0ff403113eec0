package io.leafid.benchmarks.database;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

/** How long each of many nodes waited for its first id. Thread-safe. */
final class FirstIds {

    private final AtomicLongArray nanos;
    private volatile long begunNanos;

    FirstIds(int nodes) {
        this.nanos = new AtomicLongArray(nodes);
    }

    void begin() {
        begunNanos = System.nanoTime();
    }

    /** Since {@link #begin()}. */
    long elapsedNanos() {
        return System.nanoTime() - begunNanos;
    }

    /** Notes that a node has an id. */
    void has(int node) {
        if (nanos.get(node) == 0) {
            nanos.set(node, elapsedNanos());
        }
    }

    /** What so many percent of the nodes waited at most; a node without any id counts as one that did not wait. */
    double percentileMillis(int percent) {
        long[] sorted = new long[nanos.length()];
        Arrays.setAll(sorted, nanos::get);
        Arrays.sort(sorted);
        return sorted[(sorted.length - 1) * percent / 100] / 1e6;
    }
}
