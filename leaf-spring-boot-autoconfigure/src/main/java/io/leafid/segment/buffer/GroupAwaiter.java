package io.leafid.segment.buffer;

import io.leafid.IdGenerationException;
import io.leafid.SegmentUnavailableException;
import io.leafid.segment.buffer.TagBuffer.TagRestorer;
import io.leafid.segment.buffer.TagBuffer.Unknown;
import io.leafid.time.Deadline;
import java.util.function.LongSupplier;

/** One caller's way to ids that are allocated after its call began, from its first group to its deadline. One thread only. */
final class GroupAwaiter {

    private final OrderedReserve reserve;
    private final SegmentAllocator allocator;
    private final TagRestorer restorer;
    private final Deadline deadline;
    private final Unknown unknown;

    GroupAwaiter(
            OrderedReserve reserve,
            SegmentAllocator allocator,
            TagRestorer restorer,
            Deadline deadline,
            Unknown unknown) {
        this.reserve = reserve;
        this.allocator = allocator;
        this.restorer = restorer;
        this.deadline = deadline;
        this.unknown = unknown;
    }

    /**
     * Fills the array with ids of one allocation that has not begun yet.
     *
     * @param most ids that one allocation should take, which a refusal may change
     * @throws IdGenerationException if there are none before the deadline
     */
    void fill(long[] ids, LongSupplier most) {
        while (true) {
            if (reserve.isRetired()) {
                restorer.restore(allocator.tag(), deadline, unknown);
            }
            CallerGroup group = reserve.join(ids.length, most.getAsLong());
            try {
                awaitEnd(group);
            } finally {
                reserve.leave(group, ids.length); // changes nothing once the store was asked
            }
            if (group.claim(ids)) {
                return;
            }
            requireHope();
        }
    }

    private void awaitEnd(CallerGroup group) {
        StoreCall<AllocationOutcome> call = allocator.ensureStarted(deadline.nanosLeft());
        boolean isTooLate = (call == null)
                ? allocator.nanosToRetry(deadline.now()) > deadline.nanosLeft()
                : deadline.isBefore(call.dueNanos());
        if (isTooLate && reserve.isWaiting(group)) {
            throw unavailable().until(deadline);
        }
        if (call == null && reserve.isWaiting(group)) {
            return; // the tag has just gone, or an allocation has just ended: looked at anew
        }
        try {
            if (!group.await(deadline)) {
                throw unavailable().until(deadline);
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new SegmentUnavailableException("interrupted while waiting for ids of '" + allocator.tag() + "'", ex);
        }
    }

    /** After a group that ended without ids: whether another one may bring some before the deadline. */
    private void requireHope() {
        IdGenerationException refusal =
                reserve.isRetired() ? null : unavailable().refusal();
        if (refusal != null) {
            throw refusal;
        }
        if (deadline.nanosLeft() <= 0) {
            throw unavailable().until(deadline);
        }
    }

    private Unavailability unavailable() {
        return new Unavailability(allocator.tag(), allocator.history());
    }
}
