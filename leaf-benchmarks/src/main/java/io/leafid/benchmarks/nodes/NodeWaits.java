package io.leafid.benchmarks.nodes;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

/** Waits of many nodes, each for what all of them wait for, such as its first id. Thread-safe. */
final class NodeWaits {

    private final AtomicLongArray nanos;
    private volatile long begunNanos;

    NodeWaits(int nodes) {
        this.nanos = new AtomicLongArray(nodes);
    }

    void begin() {
        begunNanos = System.nanoTime();
    }

    /** Since {@link #begin()}. */
    long elapsedNanos() {
        return System.nanoTime() - begunNanos;
    }

    /** Notes that a node has it. */
    void has(int node) {
        if (!hasIt(node)) {
            nanos.set(node, elapsedNanos());
        }
    }

    boolean hasIt(int node) {
        return nanos.get(node) != 0;
    }

    /** The wait that so many percent of the nodes did not exceed; a node that never had it counts as one that did not wait. */
    double percentileMillis(int percent) {
        long[] sorted = new long[nanos.length()];
        Arrays.setAll(sorted, nanos::get);
        Arrays.sort(sorted);
        return sorted[(sorted.length - 1) * percent / 100] / 1e6;
    }
}
