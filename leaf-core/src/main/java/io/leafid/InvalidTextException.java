package io.leafid;

/** A text is none of its tag: it has another pattern, or a wrong check digit. */
public final class InvalidTextException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /** Makes the exception with a message that says what is wrong. */
    public InvalidTextException(String message) {
        super(message);
    }
}
