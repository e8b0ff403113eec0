package io.leafid.workerid;

/**
 * The lease of a worker id, as the registry has recorded it: ids of this worker id with a timestamp in
 * {@code [floorMillis, ceilingMillis)} are this process's alone. Immutable; an extension makes a new lease.
 *
 * @param workerId the worker id
 * @param token random text that names this process's hold on the worker id in the registry; another owner has another one
 * @param floorMillis first millisecond since 1970 that may be used; no earlier owner has reserved it or anything later
 * @param ceilingMillis end of the reserved time, exclusive, as the registry has confirmed it
 */
public record WorkerIdLease(int workerId, String token, long floorMillis, long ceilingMillis) {

    /** The same lease up to another ceiling. */
    public WorkerIdLease upTo(long newCeilingMillis, String newToken) {
        return new WorkerIdLease(workerId, newToken, floorMillis, newCeilingMillis);
    }

    /**
     * Returns whether a report of this lease, resumed from a mark, may replace an attempt of the same process to take the worker id, whose
     * answer it has not heard. It may not if another owner has come between the mark and the attempt.
     *
     * @param attempt what may be recorded
     * @param replaced the token that was recorded before; empty if none was
     */
    public boolean mayReplace(WorkerIdLease attempt, String replaced) {
        boolean isNext = replaced.isEmpty() ? attempt.floorMillis <= floorMillis : replaced.equals(token);
        return attempt.workerId == workerId && isNext;
    }
}
