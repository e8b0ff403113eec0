package io.leafid.segment.buffer;

import io.leafid.segment.store.AllocatedSegment;
import io.leafid.time.Deadline;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Callers that share one allocation. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - `wanted` is guarded by the lock of the reserve that the group belongs to; it stands still once the store is asked.
 *   - `granted` is set at most once, by the one allocation that was made for this group, and before a caller wakes.
 * </pre>
 */
final class CallerGroup {

    private final CountDownLatch ended = new CountDownLatch(1);
    private long wanted;
    private volatile @Nullable Segment granted;

    /** Ids that the callers want together. */
    long wanted() {
        return wanted;
    }

    /** A caller joins, or leaves with a negative number. */
    void add(int count) {
        wanted += count;
    }

    /** Takes the range that was allocated for this group. */
    void grant(AllocatedSegment range) {
        granted = Segment.of(null, range, 1);
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

    /** Fills the array with ids of the range; returns whether a range was granted. */
    boolean claim(long[] ids) {
        Segment range = granted;
        if (range == null) {
            return false;
        }
        if (range.claim(ids, 0) != ids.length) {
            throw new IllegalStateException("more ids are claimed of a group than were asked for");
        }
        return true;
    }
}
