package io.leafid.segment;

import io.leafid.IdGenerationException;
import io.leafid.IdsExhaustedException;
import io.leafid.SegmentUnavailableException;
import io.leafid.UnknownTagException;
import io.leafid.text.DurationText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

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

    /** What happens to a tag that has no row when an id of it is wanted. */
    enum Unknown {
        /** It is refused, or gets a row, as the settings say. */
        AS_CONFIGURED,
        /** It is refused, whatever the settings say. */
        REFUSED
    }

    /** What brings a tag back that had been removed. Thread-safe. */
    interface TagRestorer {

        /**
         * Asks the store for a retired tag; if it has a row again, its buffer issues again.
         *
         * @throws IdGenerationException if it has none, or the store does not answer before the deadline
         */
        void restore(String tag, Deadline deadline, Unknown unknown);
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
            restorer.restore(allocator.tag(), deadline, unknown);
        }
        StoreCall<AllocationOutcome> call = allocator.ensureStarted(deadline.nanosLeft());
        if (reserve.hasIds()) {
            return;
        }
        if (call == null) {
            requireRetryInTime();
            return;
        }
        String purpose = "waiting for a segment of '" + allocator.tag() + "'";
        if (deadline.isBefore(call.dueNanos()) || !call.await(deadline, purpose)) {
            throw unavailable();
        }
        if (!reserve.hasIds() && lastFailure() instanceof IdGenerationException refusal) {
            throw copyOf(refusal); // trying again before the deadline would change nothing
        }
    }

    private @Nullable Throwable lastFailure() {
        return allocator.history().failures().last();
    }

    private void requireRetryInTime() {
        long left = deadline.nanosLeft();
        if (left <= 0 || allocator.nanosToRetry(deadline.now()) > left) {
            throw unavailable();
        }
    }

    private IdGenerationException unavailable() {
        AllocationHistory.Failures failures = allocator.history().failures();
        @Nullable Throwable failure = failures.last();
        if (failure instanceof IdGenerationException refusal) {
            return copyOf(refusal);
        }
        String message = "no id of tag '%s' is reserved, and none could be allocated within %s"
                .formatted(allocator.tag(), DurationText.of(deadline.limit()));
        if (failure == null) {
            return new SegmentUnavailableException(message + ": the store has not answered yet", null);
        }
        long retryNanos = Math.max(0, allocator.nanosToRetry(deadline.now()));
        return new SegmentUnavailableException(
                message
                        + ": %d allocations in a row have failed (%s); the next one is in %s"
                                .formatted(
                                        failures.inARow(),
                                        StoreHealth.rootMessage(failure),
                                        DurationText.of(Duration.ofNanos(retryNanos))),
                failure);
    }

    /** An exception of this caller's own, since the one at hand belongs to the thread that made the allocation. */
    private IdGenerationException copyOf(IdGenerationException refusal) {
        String message = String.valueOf(refusal.getMessage());
        if (refusal instanceof UnknownTagException) {
            return new UnknownTagException(allocator.tag(), message, refusal);
        }
        if (refusal instanceof IdsExhaustedException) {
            return new IdsExhaustedException(message, refusal);
        }
        return new SegmentUnavailableException(message, refusal);
    }
}
