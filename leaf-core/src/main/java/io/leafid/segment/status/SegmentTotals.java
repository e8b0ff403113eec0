package io.leafid.segment.status;

/**
 * The totals of several tags since the start. Tags that are gone count too, so no number ever falls. Immutable.
 *
 * @param issued ids handed out
 * @param loads attempts to allocate segments
 * @param waits calls that had to wait
 * @param waitedNanos how long those waited altogether, in nanoseconds
 */
public record SegmentTotals(long issued, AllocationTotals loads, long waits, long waitedNanos) {

    /** Nothing so far. */
    public static final SegmentTotals NONE = new SegmentTotals(0, AllocationTotals.NONE, 0, 0);

    public SegmentTotals plus(SegmentTotals other) {
        return new SegmentTotals(
                issued + other.issued, loads.plus(other.loads), waits + other.waits, waitedNanos + other.waitedNanos);
    }
}
