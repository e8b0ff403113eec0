package io.leafid.segment.status;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Whether the store of segments answers. Immutable.
 *
 * @param state what is known
 * @param since since when it is so, by this process's clock; {@code null} before the first call
 * @param reason what the store said when it began to fail, or why it is refused; {@code null} unless it is down or refused
 */
public record StoreStatus(
        State state, @Nullable Instant since, @Nullable String reason) {

    /** Before the first call. */
    public static final StoreStatus UNKNOWN = new StoreStatus(State.UNKNOWN, null, null);

    /** What is known about a store. */
    public enum State {
        /** It has not been asked yet. */
        UNKNOWN,
        /** The last call was answered. */
        UP,
        /** The last call failed or was not answered in time. */
        DOWN,
        /** It answers, but grants no ids as it is configured, or none of a tag whose row was rewound; an operator has to act. */
        REFUSED
    }
}
