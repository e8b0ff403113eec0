package io.leafid.segment.buffer;

import io.leafid.segment.status.SegmentTagStatus;

/** The callers that wait for a tag's segment, and the time that callers have waited so far. Thread-safe. */
final class WaitStatistics {

    private int waiting;
    private long wantedIds;
    private long count;
    private long totalNanos;
    private long longestNanos;

    synchronized void began(int wanted) {
        waiting++;
        wantedIds += wanted;
    }

    synchronized void ended(int wanted, long nanos) {
        waiting--;
        wantedIds -= wanted;
        count++;
        totalNanos += nanos;
        longestNanos = Math.max(longestNanos, nanos);
    }

    /** Ids that the callers who wait now still want. */
    synchronized long wantedIds() {
        return wantedIds;
    }

    synchronized SegmentTagStatus.Waits status() {
        return new SegmentTagStatus.Waits(waiting, count, totalNanos, longestNanos);
    }
}
