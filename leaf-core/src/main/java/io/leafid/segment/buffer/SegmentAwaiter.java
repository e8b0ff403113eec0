package io.leafid.segment.buffer;

import io.leafid.IdGenerationException;
import io.leafid.segment.buffer.TagBuffer.Unknown;
import io.leafid.time.Deadline;

/** One caller's wait for the segment of a tag, from the first time nothing was left to its deadline. One thread only. */
final class SegmentAwaiter {

    private final TagBuffer buffer;
    private final SegmentChain segments;
    private final SegmentAllocator allocator;
    private final Deadline deadline;
    private final Unknown unknown;
    private final int wanted;
    private final long startNanos;

    SegmentAwaiter(TagBuffer buffer, SegmentChain segments, Deadline deadline, Unknown unknown, int wanted) {
        this.buffer = buffer;
        this.segments = segments;
        this.allocator = buffer.allocator();
        this.deadline = deadline;
        this.unknown = unknown;
        this.wanted = wanted;
        this.startNanos = deadline.now();
        buffer.waits().began(wanted);
    }

    /** Ends the wait, whether it was successful or not. */
    void end() {
        buffer.waits().ended(wanted, deadline.now() - startNanos);
    }

    /**
     * Returns when ids may be reserved again; others may have taken them all, then the caller comes back.
     *
     * @throws IdGenerationException if there will be none before the deadline
     */
    void awaitSegment() {
        if (buffer.isRetired()) {
            buffer.restorer().restore(buffer.tag(), deadline, unknown);
        }
        StoreCall<AllocationOutcome> call = allocator.ensureStarted(deadline.nanosLeft());
        if (segments.hasIds()) {
            return;
        }
        if (call == null) {
            requireRetryInTime();
            return;
        }
        String purpose = "waiting for a segment of '" + buffer.tag() + "'";
        if (deadline.isBefore(call.dueNanos()) || !call.await(deadline, purpose)) {
            throw allocator.unavailability().until(deadline);
        }
        IdGenerationException refusal =
                segments.hasIds() ? null : allocator.unavailability().refusal();
        if (refusal != null) {
            throw refusal; // trying again before the deadline would change nothing
        }
    }

    private void requireRetryInTime() {
        long left = deadline.nanosLeft();
        if (left <= 0 || allocator.nanosToRetry(deadline.now()) > left) {
            throw allocator.unavailability().until(deadline);
        }
    }
}
