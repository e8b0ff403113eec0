package io.leafid.workerid;

/**
 * What an instance notes on its own disk about the worker id that it uses. Immutable.
 *
 * @param workerId the worker id
 * @param token the token of the claim that the note belongs to
 * @param markMillis no id with this timestamp, in milliseconds since 1970, or a later one was issued
 * @param ceilingMillis end of the reserved time that the registry had last confirmed, exclusive; at least the mark
 *     unless the registry was away
 */
public record Mark(int workerId, String token, long markMillis, long ceilingMillis) {}
