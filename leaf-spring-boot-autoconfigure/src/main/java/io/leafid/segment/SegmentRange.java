package io.leafid.segment;

/**
 * A half-open range of ids. Immutable.
 *
 * @param first first id of the range
 * @param end end of the range, exclusive
 */
public record SegmentRange(long first, long end) {

    /** How many ids the range holds. */
    public long size() {
        return end - first;
    }
}
