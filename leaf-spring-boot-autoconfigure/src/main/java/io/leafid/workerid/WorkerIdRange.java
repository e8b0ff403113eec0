package io.leafid.workerid;

/**
 * The worker ids that a site may use, both ends inclusive. Immutable.
 *
 * @param first smallest worker id, not negative
 * @param last largest worker id, at least {@code first}
 */
public record WorkerIdRange(int first, int last) {

    /** Checks the order of the ends. */
    public WorkerIdRange {
        if (first < 0 || last < first) {
            throw new IllegalArgumentException("not a range of worker ids: " + first + "-" + last);
        }
    }

    /** Whether a worker id lies in the range. */
    public boolean contains(long workerId) {
        return workerId >= first && workerId <= last;
    }

    /** How many worker ids there are. */
    public int size() {
        return last - first + 1;
    }

    @Override
    public String toString() {
        return first + "-" + last;
    }
}
