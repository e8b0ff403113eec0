package io.leafid.segment.buffer;

import io.leafid.IdGenerationException;
import io.leafid.SegmentUnavailableException;
import io.leafid.segment.buffer.TagBuffer.Unknown;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.time.Deadline;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One caller's way to ids that are allocated after its call began, from its first group to its deadline. One thread only. */
final class GroupAwaiter {

    private final TagBuffer buffer;
    private final SegmentAllocator allocator;
    private final Deadline deadline;
    private final Unknown unknown;

    GroupAwaiter(TagBuffer buffer, Deadline deadline, Unknown unknown) {
        this.buffer = buffer;
        this.allocator = buffer.allocator();
        this.deadline = deadline;
        this.unknown = unknown;
    }

    /**
     * Takes ids of one allocation that has not begun yet.
     *
     * @param seen the caller holds ids below this
     * @param most the number of ids that one allocation should take, which a refusal may change
     * @return so many ids; {@code null} if another buffer stands for this one by now
     * @throws IdGenerationException if there are none before the deadline
     * @throws io.leafid.segment.store.CounterSetBackException if the counter stands below {@code seen}
     */
    @Nullable AllocatedSegment take(long count, long seen, LongSupplier most) {
        CallerGroups groups = buffer.groupsToJoin();
        while (!buffer.isReplaced()) {
            if (buffer.isRetired()) {
                buffer.restorer().restore(buffer.tag(), deadline, unknown);
            }
            CallerGroup group = groups.join(count, isKnown(seen) ? 0 : seen, most.getAsLong());
            try {
                awaitEnd(groups, group);
            } finally {
                groups.leave(group, count); // changes nothing once the store was asked
            }
            AllocatedSegment part = group.claim(count);
            if (part != null) {
                return part;
            }
            requireHope();
        }
        return null;
    }

    /** Returns whether the counter is refused anyway if it stands below this number. */
    private boolean isKnown(long seen) {
        return seen <= allocator.history().highestEnd();
    }

    private void awaitEnd(CallerGroups groups, CallerGroup group) {
        StoreCall<AllocationOutcome> call = allocator.ensureStarted(deadline.nanosLeft());
        boolean isTooLate = (call == null)
                ? allocator.nanosToRetry(deadline.now()) > deadline.nanosLeft()
                : deadline.isBefore(call.dueNanos());
        if (isTooLate && groups.isWaiting(group)) {
            throw allocator.unavailability().until(deadline);
        }
        if (call == null && groups.isWaiting(group)) {
            return; // the tag has just gone, or an allocation has just ended: looked at anew
        }
        try {
            if (!group.await(deadline)) {
                throw allocator.unavailability().until(deadline);
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new SegmentUnavailableException("interrupted while waiting for ids of '" + buffer.tag() + "'", ex);
        }
    }

    /** After a group that ended without ids: whether another one may bring some before the deadline. */
    private void requireHope() {
        IdGenerationException refusal =
                buffer.isRetired() ? null : allocator.unavailability().refusal();
        if (refusal != null) {
            throw refusal;
        }
        if (deadline.nanosLeft() <= 0) {
            throw allocator.unavailability().until(deadline);
        }
    }
}
