package io.leafid.segment.buffer;

import io.leafid.SegmentUnavailableException;
import io.leafid.time.Deadline;
import io.leafid.time.Scheduler;
import io.leafid.time.TimeSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A call of the store under way, which any number of callers wait for: an allocation, or the look-up of a tag. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - It is finished once: by its result, by its failure or by the time-out. The thread that finishes it, and no other, uses
 *     what it brings; a range that arrives after the time-out is discarded.
 *   - It is finished before it is completed, and what it brought is published in between.
 *   - `beforeWaking` has run before a caller wakes, so a woken caller never finds the call where it found it before.
 * </pre>
 *
 * @param <R> what came of it
 */
public final class StoreCall<R> {

    private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);
    private final CountDownLatch completed = new CountDownLatch(1);
    private final long dueNanos;
    private final Consumer<StoreCall<R>> beforeWaking;
    private volatile long startedNanos;
    private volatile Scheduler.@Nullable Task timeout;
    private volatile @Nullable R result;

    /** A call that is to begin at {@code dueNanos}; {@code beforeWaking} takes it away from where callers find it. */
    public StoreCall(long dueNanos, Consumer<StoreCall<R>> beforeWaking) {
        this.dueNanos = dueNanos;
        this.beforeWaking = beforeWaking;
        this.startedNanos = dueNanos;
    }

    /** When it is to begin, on the nano clock. */
    public long dueNanos() {
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
        if (isFinished()) {
            task.cancel();
        }
    }

    /** Returns whether the caller is the one that decides about the outcome. */
    public boolean tryFinish() {
        return leaveOpen(State.FINISHED);
    }

    /** Finishes it while it hangs in the store; returns whether the caller is the one that decides. */
    boolean tryTimeOut() {
        return leaveOpen(State.TIMED_OUT);
    }

    private boolean leaveOpen(State next) {
        if (!state.compareAndSet(State.OPEN, next)) {
            return false;
        }
        Scheduler.Task task = timeout;
        if (task != null) {
            task.cancel();
        }
        return true;
    }

    boolean isFinished() {
        return state.get() != State.OPEN;
    }

    boolean hasTimedOut() {
        return state.get() == State.TIMED_OUT;
    }

    /** Wakes all callers that wait. */
    public void complete(@Nullable R outcome) {
        result = outcome;
        beforeWaking.accept(this);
        completed.countDown();
    }

    /** Waits until what another thread has finished is applied, which asks no store. An interrupt is kept for later. */
    void awaitCompletion(TimeSource time) {
        boolean wasInterrupted = false;
        while (completed.getCount() > 0) {
            try {
                boolean unused = time.await(completed, TimeUnit.SECONDS.toNanos(1));
            } catch (InterruptedException ex) {
                wasInterrupted = true;
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The outcome; {@code null} until it has ended, or if it was not needed. */
    public @Nullable R result() {
        return result;
    }

    /** Waits for the end until the deadline; returns whether it has ended. */
    public boolean await(Deadline deadline) throws InterruptedException {
        return deadline.await(completed);
    }

    /**
     * Waits for the end until the deadline; returns whether it has ended.
     *
     * @param purpose what the caller waits for, for the message
     * @throws SegmentUnavailableException if the caller is interrupted
     */
    public boolean await(Deadline deadline, String purpose) {
        try {
            return await(deadline);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new SegmentUnavailableException("interrupted while " + purpose, ex);
        }
    }

    private enum State {
        OPEN,
        FINISHED,
        TIMED_OUT
    }
}
