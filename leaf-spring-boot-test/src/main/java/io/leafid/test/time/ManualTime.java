package io.leafid.test.time;

import io.leafid.time.Scheduler;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Both clocks and the scheduler under the hand of a test: time passes only in {@link #advance}, which runs the tasks that
 * fall due on the way, each at its own time. Thread-safe; tasks run on the thread that advances.
 */
public final class ManualTime implements TimeSource, Scheduler {

    /** A value near the wrap of the nano clock, so that every comparison that is not made by difference is found out. */
    private static final long NEAR_WRAP = Long.MAX_VALUE - Duration.ofMinutes(1).toNanos();

    private static final Instant START = Instant.parse("2025-11-01T00:00:00Z");

    private final Queue<Planned> planned =
            new PriorityQueue<>(Comparator.comparingLong(Planned::due).thenComparingLong(Planned::number));
    private long elapsedNanos;
    private long wallOffsetMillis;
    private long numbered;
    private boolean closed;

    /** Nanoseconds since the test began. */
    public synchronized long elapsedNanos() {
        return elapsedNanos;
    }

    @Override
    public synchronized long currentTimeMillis() {
        return START.toEpochMilli() + elapsedNanos / 1_000_000 + wallOffsetMillis;
    }

    @Override
    public synchronized long nanoTime() {
        return NEAR_WRAP + elapsedNanos;
    }

    @Override
    public void parkNanos(long nanos) {
        if (!Thread.currentThread().isInterrupted()) {
            advance(Duration.ofNanos(Math.max(0, nanos)));
        }
    }

    /** Steps the wall clock; the nano clock does not notice. */
    public synchronized void stepWallClock(Duration step) {
        wallOffsetMillis += step.toMillis();
    }

    /** Lets time pass and runs what falls due. */
    public void advance(Duration duration) {
        long until = elapsedNanos() + duration.toNanos();
        for (Planned next = nextDue(until); next != null; next = nextDue(until)) {
            next.action.run();
        }
        synchronized (this) {
            elapsedNanos = Math.max(elapsedNanos, until);
        }
    }

    private synchronized @Nullable Planned nextDue(long until) {
        Planned next = planned.peek();
        if (next == null || next.due > until) {
            return null;
        }
        planned.remove();
        elapsedNanos = Math.max(elapsedNanos, next.due);
        if (next.pause != null && !closed) {
            planned.add(new Planned(elapsedNanos + next.pause.toNanos(), next.number, next.pause, next.action));
        }
        return next;
    }

    /** The number of tasks that wait for their time. */
    public synchronized int plannedTasks() {
        return planned.size();
    }

    @Override
    public synchronized Task after(Duration delay, Runnable action) {
        return plan(elapsedNanos + Math.max(0, delay.toNanos()), null, action);
    }

    @Override
    public synchronized Task every(Duration pause, Runnable action) {
        return plan(elapsedNanos + pause.toNanos(), pause, action);
    }

    private Task plan(long due, @Nullable Duration pause, Runnable action) {
        if (closed) {
            return () -> {};
        }
        long number = numbered++;
        planned.add(new Planned(due, number, pause, action));
        return () -> cancel(number);
    }

    private synchronized void cancel(long number) {
        planned.removeIf(task -> task.number == number);
    }

    /** Takes tasks again after it was closed, as a new scheduler would. */
    public synchronized void reopen() {
        closed = false;
    }

    @Override
    public synchronized void close() {
        closed = true;
        planned.clear();
    }

    /** A task; one that is repeated keeps its number. */
    private record Planned(long due, long number, @Nullable Duration pause, Runnable action) {}
}
