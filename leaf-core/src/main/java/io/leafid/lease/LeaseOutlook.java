package io.leafid.lease;

import io.leafid.lease.LeaseStatus.State;

/**
 * Outlook on how far ids reach, from what the other parts of a keeper know. Immutable; asks neither registry nor disk.
 *
 * @param context what the parts have in common
 * @param state the lease
 * @param marks the local mark
 * @param health the registry
 */
record LeaseOutlook(LeaseContext context, LeaseState state, MarkWriter marks, RegistryHealth health) {

    /** The reach of the ids if nothing changes. */
    LeaseReserve reserve() {
        State present = state.state();
        boolean isOwn = present == State.HELD || present == State.LOCAL;
        boolean goesOn = marks.isPresent()
                ? marks.isWorking()
                : health.isAnswering() && context.holder().isOnDisk();
        boolean isRefused = health.isAnswering() && health.reason() != null; // an answer, without which ids would go on
        return (isOwn && goesOn && !isRefused && context.survivesRegistryLoss())
                ? LeaseReserve.endless(context.settings().reservation())
                : new LeaseReserve(
                        state.reservedEnd(marks.isWorking()), context.settings().reservation());
    }
}
