package io.leafid;

import org.jspecify.annotations.Nullable;

/** The tag is not set up: it has no row in the segment table, or no engine serves it. */
public final class UnknownTagException extends IdGenerationException {

    private static final long serialVersionUID = 1L;

    private final String tag;

    /** Creates the exception for a tag, with a message that says where the tag was looked for and what to do. */
    public UnknownTagException(String tag, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.tag = tag;
    }

    /** The tag that was asked for. */
    public String tag() {
        return tag;
    }
}
