package io.leafid.cluster;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The one loop of events of a cluster, in true time. Who waits lets others go on meanwhile, on the same stack; that delays the one who
 * waits further at times, as any scheduler may. For one thread.
 */
final class Timeline {

    /** So deep those who wait may lie upon each other; what comes above only lets time pass. */
    private static final int DEPTH = 6;

    private final Queue<Entry> entries =
            new PriorityQueue<>(Comparator.comparingLong(Entry::due).thenComparingLong(Entry::number));
    private long now;
    private long numbered;
    private int depth;
    private long hash = 17;
    private boolean isStopped;

    /** True nanoseconds since the beginning. */
    long now() {
        return now;
    }

    /** Mixes something that has happened into the fingerprint of the run. */
    void mix(long what) {
        hash = (hash * 31 + what) * 0x9E3779B97F4A7C15L + now;
    }

    long fingerprint() {
        return hash;
    }

    /** Nothing more happens; who waits returns. */
    void stop() {
        isStopped = true;
    }

    /** Plans something, of a process or of the world. */
    void at(long due, @Nullable Run run, Runnable action) {
        entries.add(new Entry(Math.max(due, now), numbered++, run, action));
    }

    /** Lets time pass. */
    void advanceTo(long until) {
        advance(until, () -> false);
    }

    /** Lets time pass until something is so, or the time is over. */
    private void advance(long until, BooleanSupplier isDone) {
        depth++;
        try {
            while (depth <= DEPTH && !isDone.getAsBoolean() && runNext(until)) {
                // on
            }
        } finally {
            depth--;
        }
        if (!isDone.getAsBoolean()) {
            now = Math.max(now, until);
        }
    }

    /** A process waits; returns whether what it waits for has come. */
    boolean await(Run run, long nanos, BooleanSupplier isDone) {
        advance(now + nanos, isDone);
        while (run.isAlive() && run.pausedUntil() > now) {
            advanceTo(run.pausedUntil());
        }
        run.requireAlive();
        return isDone.getAsBoolean();
    }

    private boolean runNext(long until) {
        Entry next = entries.peek();
        if (next == null || next.due > until || isStopped) {
            return false;
        }
        entries.remove();
        now = Math.max(now, next.due);
        Run run = next.run;
        if (run == null) {
            next.action.run();
        } else if (run.isAlive()) {
            runOf(run, next);
        }
        return true;
    }

    private void runOf(Run run, Entry entry) {
        if (run.pausedUntil() > now) {
            entries.add(new Entry(run.pausedUntil(), entry.number, run, entry.action));
            return;
        }
        try {
            entry.action.run();
        } catch (Run.Killed ex) {
            // its process has ended in the midst of it
        }
    }

    /** What is planned. */
    private record Entry(long due, long number, @Nullable Run run, Runnable action) {}
}
