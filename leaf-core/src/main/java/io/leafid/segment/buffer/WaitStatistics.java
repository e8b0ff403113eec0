package io.leafid.segment.buffer;

import io.leafid.segment.status.SegmentTagStatus;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/**
 * The callers that wait for a tag's segment, and the time that callers have waited so far. Thread-safe.
 *
 * <p>Fields of its own rather than atomic objects, since there is one of these for each tag of a table, used or not.
 */
final class WaitStatistics {

    private static final AtomicIntegerFieldUpdater<WaitStatistics> WAITING =
            AtomicIntegerFieldUpdater.newUpdater(WaitStatistics.class, "waiting");
    private static final AtomicLongFieldUpdater<WaitStatistics> WANTED_IDS =
            AtomicLongFieldUpdater.newUpdater(WaitStatistics.class, "wantedIds");
    private static final AtomicLongFieldUpdater<WaitStatistics> COUNT =
            AtomicLongFieldUpdater.newUpdater(WaitStatistics.class, "count");
    private static final AtomicLongFieldUpdater<WaitStatistics> TOTAL_NANOS =
            AtomicLongFieldUpdater.newUpdater(WaitStatistics.class, "totalNanos");
    private static final AtomicLongFieldUpdater<WaitStatistics> LONGEST_NANOS =
            AtomicLongFieldUpdater.newUpdater(WaitStatistics.class, "longestNanos");

    private volatile int waiting;
    private volatile long wantedIds;
    private volatile long count;
    private volatile long totalNanos;
    private volatile long longestNanos;

    void began(int wanted) {
        WAITING.incrementAndGet(this);
        WANTED_IDS.addAndGet(this, wanted);
    }

    void ended(int wanted, long nanos) {
        WAITING.decrementAndGet(this);
        WANTED_IDS.addAndGet(this, -wanted);
        COUNT.incrementAndGet(this);
        TOTAL_NANOS.addAndGet(this, nanos);
        LONGEST_NANOS.accumulateAndGet(this, nanos, Math::max);
    }

    /** Ids that the callers who wait now still want. */
    long wantedIds() {
        return wantedIds;
    }

    /** Calls that had to wait, so far. */
    long count() {
        return count;
    }

    long totalNanos() {
        return totalNanos;
    }

    SegmentTagStatus.Waits status() {
        return new SegmentTagStatus.Waits(waiting, count, totalNanos, longestNanos);
    }
}
