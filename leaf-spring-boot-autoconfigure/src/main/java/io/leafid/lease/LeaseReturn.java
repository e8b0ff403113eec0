package io.leafid.lease;

import io.leafid.time.TimeSource;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.WorkerIdHolder;
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
 * Gives a lease back: to the disk and to the registry, each by its own thread, as far as both answer in time. Stateless.
 *
 * @param holder the registry
 * @param disk the local mark
 * @param registryThread one thread for calls to the registry
 * @param diskThread one thread for writing the mark
 * @param time the clocks
 */
record LeaseReturn(
        WorkerIdHolder holder,
        MarkWriter disk,
        ExecutorService registryThread,
        ExecutorService diskThread,
        TimeSource time) {

    private static final Logger logger = LoggerFactory.getLogger(LeaseReturn.class);

    /**
     * Notes the end of what was used, tells the registry if it still knows us as owner and answers, and lets go of both.
     *
     * @param last what was held, if anything
     * @param before how it stood
     * @param isAnswering whether the registry answers
     * @param usedUpToMillis no id with this timestamp or a later one was issued
     * @param deadlineNanos until when to wait
     */
    void giveBack(
            @Nullable WorkerIdLease last,
            LeaseStatus.State before,
            boolean isAnswering,
            long usedUpToMillis,
            long deadlineNanos) {
        boolean isHeld = before == LeaseStatus.State.HELD && isAnswering;
        if (last != null && before != LeaseStatus.State.LOST) {
            // First the note, then the release: a process that has released must not resume from a note that still
            // reserves.
            long noted = isHeld ? usedUpToMillis : last.ceilingMillis();
            HighWaterMark mark = new HighWaterMark(last.workerId(), last.token(), usedUpToMillis, noted);
            if (finish(diskThread, deadlineNanos, () -> disk.write(mark)) && isHeld) {
                finish(registryThread, deadlineNanos, () -> holder.release(last, usedUpToMillis));
            }
        }
        finish(diskThread, deadlineNanos, disk::unlock);
        finish(registryThread, deadlineNanos, holder::close);
    }

    /** Whether everything that was asked of either thread has ended, or does so in time. */
    boolean isOver(long deadlineNanos) {
        return finish(registryThread, deadlineNanos, () -> {}) && finish(diskThread, deadlineNanos, () -> {});
    }

    private boolean finish(ExecutorService thread, long deadlineNanos, Runnable action) {
        try {
            thread.submit(action).get(Math.max(0, deadlineNanos - time.nanoTime()), TimeUnit.NANOSECONDS);
            return true;
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | RejectedExecutionException | OutOfMemoryError ex) {
            logger.warn("the lease could not be given back in order; the next start may wait for its ceiling", ex);
        }
        return false;
    }
}
