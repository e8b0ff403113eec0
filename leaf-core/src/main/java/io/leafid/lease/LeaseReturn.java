package io.leafid.lease;

import io.leafid.lease.LeaseStatus.State;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.WorkerIdLease;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Return of a lease: to the disk and to the registry, each by its own thread, as far as both answer in time. Immutable.
 *
 * @param context what the parts of the keeper have in common
 * @param marks the local mark
 * @param health whether the registry answers
 * @param threads the threads for registry and disk
 */
record LeaseReturn(LeaseContext context, MarkWriter marks, RegistryHealth health, KeeperThreads threads) {

    private static final Logger logger = LoggerFactory.getLogger(LeaseReturn.class);

    /**
     * Marks the end of what was used, tells the registry if it still knows us as owner and answers, and lets go of both.
     *
     * @param last what was held, if anything
     * @param before how it stood
     * @param usedUpToMillis no id with this timestamp or a later one was issued
     * @param deadlineNanos until when to wait
     */
    void giveBack(@Nullable WorkerIdLease last, State before, long usedUpToMillis, long deadlineNanos) {
        boolean isHeld = before == State.HELD && health.isAnswering();
        boolean isDone = true;
        Runnable leaveDisk = marks::unlock;
        if (last != null && before != State.LOST && before != State.STANDBY) {
            long untold = endUntold(last, usedUpToMillis);
            // First the mark, then the release: a process that has released must not resume from a mark that still
            // reserves.
            HighWaterMark end =
                    isHeld ? mark(last, usedUpToMillis, usedUpToMillis) : mark(last, untold, last.ceilingMillis());
            isDone = finish(threads.disk(), deadlineNanos, () -> marks.write(end))
                    && (!isHeld || finish(threads.registry(), deadlineNanos, () -> release(last, usedUpToMillis)));
            if (isHeld && !isDone) {
                leaveDisk = () -> raiseAndUnlock(mark(last, untold, untold));
            }
        }
        isDone &= finish(threads.disk(), deadlineNanos, leaveDisk);
        isDone &= finish(threads.registry(), deadlineNanos, context.holder()::close);
        if (!isDone) {
            logger.warn(
                    "the lease could not be given back: registry or disk failed, or did not answer in time; the next start may wait for its ceiling");
        }
    }

    /**
     * The end to mark where the registry may not know of the stop: not behind its last report, which is at the clock and below the
     * ceiling. The next start takes a mark behind that for one of a restored disk.
     */
    private long endUntold(WorkerIdLease last, long usedUpToMillis) {
        return Math.max(usedUpToMillis, Math.min(context.time().currentTimeMillis(), last.ceilingMillis()));
    }

    private static HighWaterMark mark(WorkerIdLease last, long millis, long ceilingMillis) {
        return new HighWaterMark(last.workerId(), last.token(), millis, ceilingMillis);
    }

    private void raiseAndUnlock(HighWaterMark end) {
        try {
            marks.write(end);
        } finally {
            marks.unlock();
        }
    }

    private void release(WorkerIdLease last, long usedUpToMillis) {
        context.holder().release(last, usedUpToMillis);
    }

    /** Returns whether everything that was asked of either thread has ended, or does so in time. */
    boolean isOver(long deadlineNanos) {
        return finish(threads.registry(), deadlineNanos, () -> {}) && finish(threads.disk(), deadlineNanos, () -> {});
    }

    private boolean finish(ExecutorService thread, long deadlineNanos, Runnable action) {
        try {
            long left = Math.max(0, deadlineNanos - context.time().nanoTime());
            thread.submit(action).get(left, TimeUnit.NANOSECONDS);
            return true;
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | RejectedExecutionException | OutOfMemoryError ex) {
            logger.debug("a step of giving the lease back", ex);
        }
        return false;
    }
}
