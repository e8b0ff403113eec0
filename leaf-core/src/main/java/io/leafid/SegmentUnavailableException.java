package io.leafid;

import org.jspecify.annotations.Nullable;

/** Nothing reserved is left for a tag, and no new segment could be allocated within the deadline. */
public final class SegmentUnavailableException extends IdGenerationException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception with a message that says what happened and what to do, and the failure behind it, if any. */
    public SegmentUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
