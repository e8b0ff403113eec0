package io.leafid.segment.buffer;

import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.CounterSetBackException;
import io.leafid.time.Deadline;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Callers that share one allocation. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - `wanted` is guarded by the lock of the groups that this is one of; it stands still once the store is asked.
 *   - `granted` or `refused` is set at most once, by the one allocation that was made for this group, and before a caller wakes.
 *   - A part is claimed by one atomic addition, so by one caller.
 * </pre>
 */
final class CallerGroup {

    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicLong claimed = new AtomicLong();
    private final long least;
    private long wanted;
    private volatile @Nullable AllocatedSegment granted;
    private volatile @Nullable CounterSetBackException refused;

    /** A group without callers, which refuses a counter below {@code least}. */
    CallerGroup(long least) {
        this.least = least;
    }

    /** The number that the counter must have reached; 0 if this process knows better. */
    long least() {
        return least;
    }

    /** Ids that the callers want together. */
    long wanted() {
        return wanted;
    }

    /** A caller joins, or leaves with a negative number. */
    void add(long count) {
        wanted += count;
    }

    /** Takes the range that was allocated for this group. */
    void grant(AllocatedSegment range) {
        granted = range;
    }

    /** Takes what its callers are told: the counter stands below {@link #least()}. */
    void refuse(CounterSetBackException reason) {
        refused = reason;
    }

    /** Wakes the callers; those who find nothing granted decide whether they go on. */
    void end() {
        ended.countDown();
    }

    boolean isEnded() {
        return ended.getCount() == 0;
    }

    /** Waits for the end until the deadline; returns whether it has ended. */
    boolean await(Deadline deadline) throws InterruptedException {
        return deadline.await(ended);
    }

    /**
     * Claims so many ids of the range, which no other caller gets; {@code null} if no range was granted.
     *
     * @throws CounterSetBackException if the group was refused
     */
    @Nullable AllocatedSegment claim(long count) {
        CounterSetBackException refusal = refused;
        if (refusal != null) {
            throw refusal;
        }
        AllocatedSegment range = granted;
        if (range == null) {
            return null;
        }
        long before = claimed.getAndAdd(count);
        if (count > range.size() - before) {
            throw new IllegalStateException("more ids are claimed of a group than were asked for");
        }
        return range.part(before, count);
    }
}
