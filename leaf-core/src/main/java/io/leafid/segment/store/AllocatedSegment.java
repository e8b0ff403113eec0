package io.leafid.segment.store;

/**
 * A range of ids that a committed transaction has taken for this process, and the row's step. Its ids are {@code first},
 * {@code first + stride} and so on, all below {@code end}.
 *
 * @param first first id of the range, not negative
 * @param end end of the range, exclusive, above {@code first} by a multiple of {@code stride}
 * @param stride distance of one id of the range to the next, 1 or more; 1 unless several databases grant interleaved ids
 * @param configuredStep the row's step, of the same moment or a little later; 1 or more in a healthy row, 0 if it could not
 *     be read
 */
public record AllocatedSegment(long first, long end, long stride, long configuredStep) {

    /** Checks that the range is one that can be served. */
    public AllocatedSegment {
        if (first < 0 || end <= first || stride < 1 || (end - first) % stride != 0) {
            throw new IllegalArgumentException(
                    "not a range of ids: [" + first + ", " + end + ")" + ((stride == 1) ? "" : " by " + stride));
        }
    }

    /** A range of ids without gaps. */
    public AllocatedSegment(long first, long end, long configuredStep) {
        this(first, end, 1, configuredStep);
    }

    /** So many of its ids, the first of them at a place that is counted from 0; all of them are among its own. */
    public AllocatedSegment part(long place, long count) {
        if (place < 0 || count < 1 || count > size() - place) {
            throw new IllegalArgumentException("no %s ids at place %s of %s".formatted(count, place, this));
        }
        long from = first + place * stride;
        return new AllocatedSegment(from, from + count * stride, stride, configuredStep);
    }

    /** The number of ids of the range. */
    public long size() {
        return (end - first) / stride;
    }
}
