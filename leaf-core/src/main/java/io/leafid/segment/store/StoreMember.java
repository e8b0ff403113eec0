package io.leafid.segment.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One of the databases that grant interleaved ranges, as it was at one moment. Immutable.
 *
 * @param name the name that the operator has given it
 * @param slot its number among the slots: it grants ids that leave this rest when divided by the number of slots
 * @param state what is known about it
 * @param since since when that is so, by this process's clock; {@code null} before the first call
 * @param reason why it grants nothing; {@code null} unless it is down or refused
 * @param allocations ranges that it has granted to this process
 */
public record StoreMember(
        String name,
        int slot,
        State state,
        @Nullable Instant since,
        @Nullable String reason,
        long allocations) {

    /** What is known about a database. */
    public enum State {
        /** It has not been asked yet. */
        UNKNOWN,
        /** It answers. */
        UP,
        /** It failed, or a call hangs in it; it is asked again after a while. */
        DOWN,
        /** It answers, but grants no ids as it is configured, or none of a tag whose row was rewound; an operator has to act. */
        REFUSED
    }
}
