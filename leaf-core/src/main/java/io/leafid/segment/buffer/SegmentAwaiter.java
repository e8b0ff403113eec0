package io.leafid.segment.buffer;

import io.leafid.IdGenerationException;
import io.leafid.segment.buffer.TagBuffer.TagRestorer;
import io.leafid.segment.buffer.TagBuffer.Unknown;
import io.leafid.time.Deadline;

/** One caller's wait for the segment of a tag, from the first time nothing was left to its deadline. One thread only. */
final class SegmentAwaiter {

    private final SegmentReserve reserve;
    private final SegmentAllocator allocator;
    private final TagRestorer restorer;
    private final Deadline deadline;
    private final Unknown unknown;
    private final int wanted;
    private final long startNanos;

    SegmentAwaiter(
            SegmentReserve reserve,
            SegmentAllocator allocator,
            TagRestorer restorer,
            Deadline deadline,
            Unknown unknown,
            int wanted) {
        this.reserve = reserve;
        this.allocator = allocator;
        this.restorer = restorer;
        this.deadline = deadline;
        this.unknown = unknown;
        this.wanted = wanted;
        this.startNanos = deadline.now();
        reserve.waits().began(wanted);
    }

    /** Ends the wait, whether it was successful or not. */
    void end() {
        reserve.waits().ended(wanted, deadline.now() - startNanos);
    }

    /**
     * Returns when ids may be reserved again; others may have taken them all, then the caller comes back.
     *
     * @throws IdGenerationException if there will be none before the deadline
     */
    void awaitSegment() {
        if (reserve.isRetired()) {
            restorer.restore(reserve.tag(), deadline, unknown);
        }
        StoreCall<AllocationOutcome> call = allocator.ensureStarted(deadline.nanosLeft());
        if (reserve.hasIds()) {
            return;
        }
        if (call == null) {
            requireRetryInTime();
            return;
        }
        String purpose = "waiting for a segment of '" + reserve.tag() + "'";
        if (deadline.isBefore(call.dueNanos()) || !call.await(deadline, purpose)) {
            throw unavailable().until(deadline);
        }
        IdGenerationException refusal = reserve.hasIds() ? null : unavailable().refusal();
        if (refusal != null) {
            throw refusal; // trying again before the deadline would change nothing
        }
    }

    private void requireRetryInTime() {
        long left = deadline.nanosLeft();
        if (left <= 0 || allocator.nanosToRetry(deadline.now()) > left) {
            throw unavailable().until(deadline);
        }
    }

    private Unavailability unavailable() {
        return new Unavailability(reserve.tag(), allocator.history());
    }
}
