package io.leafid.publicid;

/** A text is no public id of the tag that it was taken for. The message does not repeat the text. */
public final class InvalidPublicIdException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String tag;

    /**
     * Makes the exception.
     *
     * @param tag the tag that the text was taken for
     * @param problem what is wrong with the text
     */
    public InvalidPublicIdException(String tag, String problem) {
        super("not a public id of tag '%s': %s".formatted(tag, problem));
        this.tag = tag;
    }

    /** The tag that the text was taken for. */
    public String tag() {
        return tag;
    }
}
