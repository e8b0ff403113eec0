package io.leafid;

import java.time.Duration;

/** The clock stands behind the last timestamp used by more than is waited for. Ids flow again once it has caught up. */
public final class ClockMovedBackwardsException extends IdGenerationException {

    private static final long serialVersionUID = 1L;

    private final Duration offset;

    /** Creates the exception for a clock that is {@code offset} behind the last timestamp used. */
    public ClockMovedBackwardsException(Duration offset, String message) {
        super(message, null);
        this.offset = offset;
    }

    /** The lag of the clock behind the last timestamp used; positive. */
    public Duration offset() {
        return offset;
    }
}
