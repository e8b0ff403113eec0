package io.leafid.lease;

import io.leafid.lease.LeaseStatus.State;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdLease;
import java.time.Instant;
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

    /** Waits for the registry's answer to what is under way: it may tell of another owner, or have recorded the token of this run. */
    void awaitAnswer(long deadlineNanos) {
        finish(threads.registry(), deadlineNanos, () -> {});
    }

    /**
     * Marks the end of what was used, tells the registry if it still knows us as owner and answers, and lets go of both.
     *
     * @param last what was held, if anything
     * @param before how it stood
     * @param usedUpToMillis no id with this timestamp or a later one was issued
     * @param deadlineNanos until when to wait
     */
    void giveBack(@Nullable WorkerIdLease last, State before, long usedUpToMillis, long deadlineNanos) {
        if (before == State.LOST || before == State.STANDBY) {
            letGo(true, marks::markLoss, deadlineNanos);
        } else if (last == null) {
            letGo(true, () -> {}, deadlineNanos);
        } else {
            Ending ending = new Ending(last, usedUpToMillis, before == State.HELD && health.isAnswering());
            boolean isDone = giveBack(ending, deadlineNanos);
            letGo(isDone, () -> ending.markUnlessTold(isDone), deadlineNanos);
        }
    }

    private void letGo(boolean isGivenBack, Runnable lastWrite, long deadlineNanos) {
        boolean isDone = finish(threads.disk(), deadlineNanos, () -> leave(lastWrite));
        isDone &= finish(threads.registry(), deadlineNanos, context.holder()::close);
        if (!isDone || !isGivenBack) {
            logger.warn(
                    "the lease could not be given back: registry or disk failed, or did not answer in time; the next start may wait for its ceiling");
        }
    }

    /** First the mark, then the release: a process that has released must not resume from a mark that still reserves. */
    private boolean giveBack(Ending ending, long deadlineNanos) {
        return finish(threads.disk(), deadlineNanos, () -> marks.write(ending.firstMark()))
                && (!ending.isTold || finish(threads.registry(), deadlineNanos, ending::release));
    }

    private void leave(Runnable lastWrite) {
        try {
            lastWrite.run();
        } finally {
            marks.unlock();
        }
    }

    /** The end of a lease that is held, or resumed from the mark. */
    private final class Ending {

        private final WorkerIdLease lease;
        private final long usedUpTo;
        private final boolean isTold;
        private volatile boolean isLost;

        /** Notes whether the registry is told. */
        Ending(WorkerIdLease lease, long usedUpTo, boolean isTold) {
            this.lease = lease;
            this.usedUpTo = usedUpTo;
            this.isTold = isTold;
        }

        private void release() {
            try {
                context.holder().release(lease, usedUpTo);
            } catch (WorkerIdException.LeaseLost ex) {
                isLost = true;
                throw ex;
            }
        }

        private HighWaterMark firstMark() {
            return isTold ? mark(usedUpTo, usedUpTo) : mark(untold(), lease.ceilingMillis());
        }

        /** Marks the end once more after a release that failed. It may have arrived, so no start may go on with anything. */
        private void markUnlessTold(boolean isDone) {
            if (isTold && !isDone) {
                long end = isLost ? usedUpTo : untold(); // once: the clock goes on
                marks.write(isLost ? mark(end, end).ofLostLease() : mark(end, end));
            }
        }

        /**
         * The end to mark where the registry may not know of the stop: not behind its last report, which is at the clock and below the
         * ceiling. The next start takes a mark behind that for one of a restored disk.
         */
        private long untold() {
            Instant confirmed = health.lastConfirmed();
            long reported = (confirmed == null) ? 0 : confirmed.toEpochMilli(); // the clock may have stepped back since
            long clock = Math.max(context.time().currentTimeMillis(), reported);
            return Math.max(usedUpTo, Math.min(clock, lease.ceilingMillis()));
        }

        private HighWaterMark mark(long millis, long ceilingMillis) {
            return new HighWaterMark(lease.workerId(), lease.token(), millis, ceilingMillis);
        }
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
