package io.leafid.workerid;

import java.time.Duration;
import java.util.List;

/**
 * A registry of worker ids: who has which, and up to which time.
 *
 * <p>What every implementation guarantees, and uniqueness rests on nothing else:
 *
 * <ul>
 *   <li>A worker id has one owner's token at a time. Every change is made by compare-and-set against the token.
 *   <li>A ceiling is durable before the method that sets it returns, and never goes down while its owner may still
 *       issue ids.
 *   <li>A new owner gets a floor at or above the ceiling recorded before, or at or above its own local mark
 *       if the recorded token is its own and the run that wrote it has ended ({@link LeaseRequest#floorFor}).
 *   <li>A start hears of another owner before it watches that, or fails ({@link LeaseRequest#noteOwner}): if the registry is lost afterwards,
 *       neither it nor a later one goes on from the own mark.
 *   <li>A record that is missing was deleted, which is no loss: {@code extend} and {@code release} put it back if there is none. The worker id
 *       of such a record is taken only once the nodes that run had the time for it
 *       ({@link LeaseRequest.Period#settling()}).
 *   <li>A token belongs to one run. A change that names another token than the recorded one changes nothing, however late
 *       it arrives and however often it is repeated.
 *   <li>A method that cannot tell whether its change was made throws {@link WorkerIdException.RegistryUnavailable}; the
 *       caller then relies on nothing but what was confirmed before.
 * </ul>
 *
 * <p>Methods may block for as long as the registry's own time-outs allow. They are called by one thread at a time, but
 * {@link #list()} by any. They throw a {@link WorkerIdException}.
 */
public interface WorkerIdHolder extends AutoCloseable {

    /**
     * Returns whether the same identity always gets the same worker id. Such a holder may be relied upon to have kept the worker
     * id for this instance while the registry cannot be reached.
     */
    boolean isFixed();

    /** Returns whether the registry is this machine's own disk, so that ids end when the disk fails and at no other time. */
    default boolean isOnDisk() {
        return false;
    }

    /** The name of the mode for an operator, a short word. */
    default String name() {
        String name = getClass().getSimpleName();
        return name.isEmpty() ? getClass().getName() : name;
    }

    /**
     * Names the registry and the part of it that this holder uses, the same text in every run, without asking the registry:
     * a local mark that was made for another one is not resumed from.
     */
    default String registry() {
        return getClass().getName();
    }

    /**
     * Takes a worker id: the one that the identity or its own mark names, else a free one.
     *
     * @throws WorkerIdException.RegistryUnavailable if the registry cannot be reached
     * @throws WorkerIdException.Exhausted if no worker id of the range is free
     * @throws WorkerIdException.Unsettled if records may be missing that running nodes put back
     * @throws WorkerIdException.IdentityInUse if another live process has the same identity
     * @throws WorkerIdException.LayoutMismatch if the namespace was begun with another layout
     * @throws WorkerIdException.UnfitRegistry if the registry could forget what is recorded in it
     * @throws WorkerIdException.ClockBehindMark if the fixed worker id's floor is too far in the future
     */
    WorkerIdLease acquire(LeaseRequest request);

    /**
     * Looks at what {@link #acquire} would do, and may wait as that does. Writes nothing.
     *
     * @return the worker ids of which it would take one; empty if that cannot be told
     * @throws WorkerIdException as {@link #acquire} would
     */
    default List<Integer> look(LeaseRequest request) {
        return List.of();
    }

    /**
     * Moves the ceiling of a lease up. Also accepts a lease that this instance has restored from its local mark.
     *
     * @param lease the lease as last confirmed
     * @param ceilingMillis the new ceiling, above the lease's
     * @param token the token to record from now on: the lease's, or a fresh one, which disowns the local mark; an earlier call may have
     *     recorded it without being heard
     * @throws WorkerIdException.LeaseLost if the worker id no longer belongs to the lease's token
     * @throws WorkerIdException.RegistryUnavailable if the outcome is unknown
     */
    WorkerIdLease extend(WorkerIdLease lease, long ceilingMillis, String token);

    /**
     * Gives a lease back: records the exact end of what was used, so that the next owner need not wait.
     *
     * @param lease the lease as last confirmed
     * @param usedUpToMillis no id with this timestamp or a later one was issued; not below the floor
     * @throws WorkerIdException.LeaseLost if the worker id no longer belongs to the lease's token
     * @throws WorkerIdException.RegistryUnavailable if the outcome is unknown
     */
    void release(WorkerIdLease lease, long usedUpToMillis);

    /** All worker ids that the registry knows, sorted by worker id. */
    List<WorkerIdEntry> list();

    /**
     * The clocks of the running nodes including this one's, for which it makes a report; empty if the registry has no
     * clock of its own.
     *
     * @param longestSilence a node whose last report is as old, by the registry's clock, does not count as running
     */
    List<ClockReading> clockReadings(Duration longestSilence);

    /** The same without a report, which may have to be waited for; empty also if that cannot be told. Writes nothing. */
    default List<ClockReading> lookAtClocks(Duration longestSilence) {
        return List.of();
    }

    /** Ends the connection. Releases nothing. */
    @Override
    void close();
}
