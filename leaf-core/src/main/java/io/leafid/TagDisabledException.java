package io.leafid;

/** The tag is switched off, by the settings or at run time. Ids flow again once it is switched on. */
public final class TagDisabledException extends IdGenerationException {

    private static final long serialVersionUID = 1L;

    private final String tag;

    /** Creates the exception for a tag, with a message that says who can switch it on and how. */
    public TagDisabledException(String tag, String message) {
        super(message, null);
        this.tag = tag;
    }

    /** The tag that was asked for. */
    public String tag() {
        return tag;
    }
}
