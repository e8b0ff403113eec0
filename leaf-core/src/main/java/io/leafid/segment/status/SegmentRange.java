package io.leafid.segment.status;

/**
 * A half-open range of ids: {@code first}, {@code first + stride} and so on. Immutable.
 *
 * @param first first id of the range
 * @param end end of the range, exclusive, above {@code first} by a multiple of {@code stride}
 * @param stride distance of one id to the next; 1 unless several databases grant interleaved ids
 */
public record SegmentRange(long first, long end, long stride) {

    /** A range of ids without gaps. */
    public SegmentRange(long first, long end) {
        this(first, end, 1);
    }

    public long size() {
        return (end - first) / stride;
    }
}
