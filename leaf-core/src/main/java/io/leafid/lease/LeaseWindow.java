package io.leafid.lease;

/**
 * The window that the generator may use now: a worker id for the timestamps {@code [floorMillis, ceilingMillis)}. Immutable, read
 * once per id; a renewal makes a new window.
 *
 * @param workerId the worker id
 * @param floorMillis first millisecond since 1970 that may be used
 * @param ceilingMillis end of the time that is durably reserved, exclusive
 */
public record LeaseWindow(int workerId, long floorMillis, long ceilingMillis) {

    /** Returns whether a timestamp, in milliseconds since 1970, may be used. */
    public boolean covers(long millis) {
        return millis >= floorMillis && millis < ceilingMillis;
    }

    /** The rest of the window below another ceiling. */
    LeaseWindow upTo(long millis) {
        return new LeaseWindow(workerId, floorMillis, Math.min(ceilingMillis, millis));
    }
}
