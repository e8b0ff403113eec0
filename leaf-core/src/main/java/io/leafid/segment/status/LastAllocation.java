package io.leafid.segment.status;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A tag's last allocation, whatever came of it. Immutable.
 *
 * @param at when it ended, by this process's clock
 * @param tookNanos how long it took, in nanoseconds
 * @param outcome what came of it
 * @param reason why it brought nothing; {@code null} if it did
 */
public record LastAllocation(
        Instant at,
        long tookNanos,
        Outcome outcome,
        @Nullable String reason) {

    /** The outcomes that an allocation can have. */
    public enum Outcome {
        /** A segment was allocated and is served. */
        SUCCESS,
        /** The store failed or did not answer in time. */
        FAILURE,
        /** The store answered with a range that must not be served, or the row is unusable. */
        REFUSED,
        /** The store answered that it grants none at this moment, or not so many; the next attempt may succeed. */
        LIMITED
    }
}
