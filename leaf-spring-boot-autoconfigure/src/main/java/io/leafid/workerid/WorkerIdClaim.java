package io.leafid.workerid;

/**
 * A worker id together with the time that the registry has reserved for it: ids of this worker id with a timestamp in
 * {@code [floorMillis, ceilingMillis)} are this process's alone. Immutable; an extension makes a new claim.
 *
 * @param workerId the worker id
 * @param token random text that names this process's hold on the worker id in the registry; another owner has another one
 * @param floorMillis first millisecond since 1970 that may be used: nobody before has reserved it or anything later
 * @param ceilingMillis end of the reserved time, exclusive, as the registry has confirmed it
 */
public record WorkerIdClaim(int workerId, String token, long floorMillis, long ceilingMillis) {

    /** The same claim up to another ceiling. */
    public WorkerIdClaim upTo(long newCeilingMillis, String newToken) {
        return new WorkerIdClaim(workerId, newToken, floorMillis, newCeilingMillis);
    }
}
