package io.leafid.segment;

/**
 * What several tags have done since the start. Tags that are gone count too, so no number ever falls. Immutable.
 *
 * @param issued ids handed out
 * @param loads attempts to allocate segments
 * @param waits calls that had to wait
 * @param waitedNanos how long those waited altogether, in nanoseconds
 */
public record SegmentTotals(long issued, AllocationTotals loads, long waits, long waitedNanos) {

    static final SegmentTotals NONE = new SegmentTotals(0, AllocationTotals.NONE, 0, 0);

    SegmentTotals plus(SegmentBuffer buffer) {
        return new SegmentTotals(
                issued + buffer.issued(),
                loads.plus(buffer.allocator().history().totals()),
                waits + buffer.waits().count(),
                waitedNanos + buffer.waits().totalNanos());
    }
}
