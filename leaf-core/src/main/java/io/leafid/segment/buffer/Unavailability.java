package io.leafid.segment.buffer;

import io.leafid.IdGenerationException;
import io.leafid.IdsExhaustedException;
import io.leafid.SegmentUnavailableException;
import io.leafid.UnknownTagException;
import io.leafid.text.DurationText;
import io.leafid.text.Reasons;
import io.leafid.time.Deadline;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The reason why a caller of a tag gets no id, in words. Immutable.
 *
 * @param tag the tag
 * @param history what came of its allocations
 */
record Unavailability(String tag, AllocationHistory history) {

    /** An exception for a caller whose deadline passes before ids come. */
    IdGenerationException until(Deadline deadline) {
        AllocationHistory.Failures failures = history.failures();
        @Nullable Throwable failure = failures.last();
        if (failure instanceof IdGenerationException refusal) {
            return copyOf(refusal);
        }
        String message = "no id of tag '%s' is reserved, and none could be allocated within %s"
                .formatted(tag, DurationText.of(deadline.limit()));
        if (failure == null) {
            return new SegmentUnavailableException(message + ": the store has not answered yet", null);
        }
        long retryNanos = Math.max(0, history.nanosToRetry(deadline.now(), false));
        return new SegmentUnavailableException(
                message
                        + ": %s allocations in a row have failed (%s); the next one is in %s"
                                .formatted(
                                        failures.inARow(),
                                        Reasons.of(failure),
                                        DurationText.of(Duration.ofNanos(retryNanos))),
                failure);
    }

    /** The refusal that ended the last allocation; {@code null} if it ended otherwise. Trying again would change nothing. */
    @Nullable IdGenerationException refusal() {
        return (history.failures().last() instanceof IdGenerationException refusal) ? copyOf(refusal) : null;
    }

    /** An exception of this caller's own, since the present one belongs to the thread that made the allocation. */
    private IdGenerationException copyOf(IdGenerationException refusal) {
        String message = String.valueOf(refusal.getMessage());
        if (refusal instanceof UnknownTagException) {
            return new UnknownTagException(tag, message, refusal);
        }
        if (refusal instanceof IdsExhaustedException) {
            return new IdsExhaustedException(message, refusal);
        }
        return new SegmentUnavailableException(message, refusal);
    }
}
