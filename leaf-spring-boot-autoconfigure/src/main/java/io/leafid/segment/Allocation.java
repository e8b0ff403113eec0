package io.leafid.segment;

import io.leafid.time.Scheduler;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to allocate a segment, which any number of callers wait for. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - It is settled once: by its result, by its failure or by the time-out. Who settles it, and nobody else, uses its
 *     result; a range that arrives after the time-out is burnt.
 *   - It is settled before it is ended, and what it allocated is published in between.
 * </pre>
 */
final class Allocation {

    private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final long dueNanos;
    private volatile long startedNanos;
    private volatile Scheduler.@Nullable Task timeout;

    /** An attempt that is to begin at {@code dueNanos}. */
    Allocation(long dueNanos) {
        this.dueNanos = dueNanos;
        this.startedNanos = dueNanos;
    }

    long dueNanos() {
        return dueNanos;
    }

    long startedNanos() {
        return startedNanos;
    }

    void startedAt(long nanos) {
        startedNanos = nanos;
    }

    void timesOutWith(Scheduler.Task task) {
        timeout = task;
        if (isSettled()) {
            task.cancel();
        }
    }

    /** Whether the caller is the one who may decide about the outcome. */
    boolean settle() {
        return leaveOpen(State.SETTLED);
    }

    /** Settles it while its call hangs in the store; returns whether the caller is the one who may decide. */
    boolean abandon() {
        return leaveOpen(State.ABANDONED);
    }

    private boolean leaveOpen(State settled) {
        if (!state.compareAndSet(State.OPEN, settled)) {
            return false;
        }
        Scheduler.Task task = timeout;
        if (task != null) {
            task.cancel();
        }
        return true;
    }

    boolean isSettled() {
        return state.get() != State.OPEN;
    }

    boolean isAbandoned() {
        return state.get() == State.ABANDONED;
    }

    /** Wakes everybody who waits. */
    void end() {
        ended.countDown();
    }

    /** Waits for the end, at most so long; returns whether it has ended. */
    boolean await(long nanos) throws InterruptedException {
        return ended.await(nanos, TimeUnit.NANOSECONDS);
    }

    private enum State {
        OPEN,
        SETTLED,
        ABANDONED
    }
}
