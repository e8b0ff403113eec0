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
public record HighWaterMark(int workerId, String token, long markMillis, long ceilingMillis) {}
