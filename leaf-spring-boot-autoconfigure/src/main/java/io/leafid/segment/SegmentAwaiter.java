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

    private final SegmentBuffer buffer;
    private final SegmentAllocator allocator;
    private final SegmentContext engine;
    private final TagRegistry directory;
    private final Deadline deadline;
    private final Unknown unknown;
    private final int wanted;
    private final long startNanos;

    SegmentAwaiter(SegmentBuffer buffer, TagRegistry directory, Deadline deadline, Unknown unknown, int wanted) {
        this.buffer = buffer;
        this.allocator = buffer.allocator();
        this.directory = directory;
        this.engine = directory.engine();
        this.deadline = deadline;
        this.unknown = unknown;
        this.wanted = wanted;
        this.startNanos = engine.time().nanoTime();
        buffer.waits().began(wanted);
    }

    /** Ends the wait, whether it was successful or not. */
    void end() {
        buffer.waits().ended(wanted, engine.time().nanoTime() - startNanos);
    }

    /**
     * Returns when ids may be reserved again; others may have taken them all, then the caller comes back.
     *
     * @throws IdGenerationException if there will be none before the deadline
     */
    void awaitSegment() {
        if (buffer.isRetired()) {
            directory.resolve(buffer.tag(), deadline, unknown);
        }
        Allocation allocation = allocator.ensureStarted(deadline.nanosLeft());
        if (buffer.hasReserve()) {
            return;
        }
        if (allocation == null) {
            failIfHopeless();
            return;
        }
        if (deadline.isBefore(allocation.dueNanos()) || !hasEnded(allocation)) {
            throw unavailable();
        }
        if (!buffer.hasReserve() && allocator.history().failure() instanceof IdGenerationException refusal) {
            throw copyOf(refusal); // trying again before the deadline would change nothing
        }
    }

    private void failIfHopeless() {
        long left = deadline.nanosLeft();
        if (left <= 0 || allocator.nanosToRetry(engine.time().nanoTime()) > left) {
            throw unavailable();
        }
    }

    private boolean hasEnded(Allocation allocation) {
        try {
            return allocation.await(deadline.nanosLeft());
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new SegmentUnavailableException(
                    "interrupted while waiting for a segment of '" + buffer.tag() + "'", ex);
        }
    }

    private IdGenerationException unavailable() {
        AllocationHistory history = allocator.history();
        @Nullable Throwable failure = history.failure();
        if (failure instanceof IdGenerationException refusal) {
            return copyOf(refusal);
        }
        String message = "no id of tag '%s' is reserved, and none could be allocated within %s"
                .formatted(buffer.tag(), DurationText.of(deadline.limit()));
        if (failure == null) {
            return new SegmentUnavailableException(message + ": the store has not answered yet", null);
        }
        long retryNanos = Math.max(0, allocator.nanosToRetry(engine.time().nanoTime()));
        return new SegmentUnavailableException(
                message
                        + ": %d attempts in a row have failed (%s); the next one is in %s"
                                .formatted(
                                        history.failuresInARow(),
                                        StoreHealth.rootMessage(failure),
                                        DurationText.of(Duration.ofNanos(retryNanos))),
                failure);
    }

    /** An exception of this caller's own, since the one at hand belongs to the thread that made the allocation. */
    private IdGenerationException copyOf(IdGenerationException refusal) {
        String message = String.valueOf(refusal.getMessage());
        if (refusal instanceof UnknownTagException) {
            return new UnknownTagException(buffer.tag(), message, refusal);
        }
        if (refusal instanceof IdsExhaustedException) {
            return new IdsExhaustedException(message, refusal);
        }
        return new SegmentUnavailableException(message, refusal);
    }
}
