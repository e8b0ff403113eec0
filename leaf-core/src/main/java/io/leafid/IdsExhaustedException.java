package io.leafid;

import org.jspecify.annotations.Nullable;

/** The numbers themselves have run out: a tag has reached 2⁶³ − 1, the timestamp no longer fits the layout, or an id its text. */
public final class IdsExhaustedException extends IdGenerationException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception with a message that says what happened and what to do, and the failure behind it, if any. */
    public IdsExhaustedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
