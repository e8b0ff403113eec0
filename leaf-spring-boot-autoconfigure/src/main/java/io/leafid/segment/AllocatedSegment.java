package io.leafid.segment;

/**
 * A range of ids that a committed transaction has taken for this process, and the row's step.
 *
 * @param first first id of the range, not negative
 * @param end end of the range, exclusive, above {@code first}
 * @param configuredStep the row's step, of the same moment or a little later; 1 or more in a healthy row, 0 if it could not
 *     be read
 */
public record AllocatedSegment(long first, long end, long configuredStep) {

    /** Checks that the range is one that can be served. */
    public AllocatedSegment {
        if (first < 0 || end <= first) {
            throw new IllegalArgumentException("not a range of ids: [" + first + ", " + end + ")");
        }
    }

    /** How many ids the range holds. */
    public long size() {
        return end - first;
    }
}
