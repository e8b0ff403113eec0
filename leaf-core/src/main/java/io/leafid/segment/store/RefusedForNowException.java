package io.leafid.segment.store;

/**
 * A store that has answered, and refuses the request as it is at this moment: a smaller one or a later one may be granted. Nothing was changed.
 * It is no answer about the tag, so those who wait go on to the next attempt.
 */
public final class RefusedForNowException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /** Makes the exception; the message says who refuses, and why. */
    public RefusedForNowException(String message) {
        super(message);
    }
}
