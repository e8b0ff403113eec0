package io.leafid.workerid;

/**
 * Use of one worker id, as a registry shows it. Immutable.
 *
 * @param owner who has or last had its lease, as {@code host:port}; empty if it was never leased
 * @param token the token of that lease; empty if there is none
 * @param leasedUntilMillis end of the leased time, exclusive, in milliseconds since 1970; 0 if it was never leased
 * @param reportedMillis when the owner recorded that, by its own clock; 0 if unknown
 * @param usedUpToMillis end of the time that others may have used without a lease, exclusive; 0 if none have
 * @param takenUntilMillis when it becomes free at the earliest if its owner, who has it now, has ended already; 0 if none has it, so that it may be leased
 */
public record WorkerIdUse(
        String owner,
        String token,
        long leasedUntilMillis,
        long reportedMillis,
        long usedUpToMillis,
        long takenUntilMillis) {

    /** A worker id that was never used. */
    public static final WorkerIdUse NEVER_USED = new WorkerIdUse("", "", 0, 0, 0, 0);

    /** A time that no clock passes. */
    public static final long NEVER = Long.MAX_VALUE;

    /** The first millisecond that is certainly unused; 0 if the worker id was never used. */
    public long ceilingMillis() {
        return Math.max(leasedUntilMillis, usedUpToMillis);
    }

    /** Returns whether an owner has it, so that it must not be leased. */
    public boolean isTaken() {
        return takenUntilMillis > 0;
    }

    /** When it can be leased if its owner has ended and is not heard of again; {@link #NEVER} if a hand has to free it. */
    long freeIfSilentMillis() {
        return Math.max(takenUntilMillis, ceilingMillis());
    }

    /** The same worker id, used by others too. */
    public WorkerIdUse besides(long takenUntilByThemMillis, long usedUpToByThemMillis) {
        return new WorkerIdUse(
                owner,
                token,
                leasedUntilMillis,
                reportedMillis,
                Math.max(usedUpToMillis, usedUpToByThemMillis),
                Math.max(takenUntilMillis, takenUntilByThemMillis));
    }
}
