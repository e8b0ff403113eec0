package io.leafid.data.property;

/** An entity uses {@code @LeafId} in a way that cannot work; found when the application starts. */
public final class InvalidLeafIdException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private final String description;
    private final String action;

    /**
     * Makes an explained failure.
     *
     * @param description what is wrong, with the property
     * @param action what the reader can do
     */
    public InvalidLeafIdException(String description, String action) {
        super(description + " " + action);
        this.description = description;
        this.action = action;
    }

    public String description() {
        return description;
    }

    public String action() {
        return action;
    }
}
