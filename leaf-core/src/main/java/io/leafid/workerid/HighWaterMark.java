package io.leafid.workerid;

/**
 * The high-water mark of a worker id's use, or mark for short: what its owner records on its own disk. Immutable.
 *
 * @param workerId the worker id
 * @param token the token of the lease that the mark belongs to
 * @param markMillis no id with this timestamp, in milliseconds since 1970, or a later one was issued
 * @param ceilingMillis end of the reserved time that the registry had last confirmed, exclusive; at least the mark
 *     unless the registry was unavailable
 */
public record HighWaterMark(int workerId, String token, long markMillis, long ceilingMillis) {

    /** Stands before the token: no registry records such a one, so that the mark proves nothing and reserves nothing any more. */
    private static final String LOST = "lost ";

    /** The same mark of a worker id that another process has taken. */
    public HighWaterMark ofLostLease() {
        return isOfLostLease() ? this : new HighWaterMark(workerId, LOST + token, markMillis, ceilingMillis);
    }

    /** Returns whether another process had taken the worker id when the mark was written: a start must not go on from it alone. */
    public boolean isOfLostLease() {
        return token.startsWith(LOST);
    }

    /** The token of the lease, whether that was lost or not. */
    public String leaseToken() {
        return isOfLostLease() ? token.substring(LOST.length()) : token;
    }
}
