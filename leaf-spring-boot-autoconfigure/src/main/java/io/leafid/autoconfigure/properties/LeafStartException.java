package io.leafid.autoconfigure.properties;

import io.leafid.text.SecretRedactor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The failure of a start for a reason that the user can remove, with the explanation that is printed.
 */
public final class LeafStartException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String action;
    private final transient List<String> keys;

    /** The same for a failure that concerns no settings. */
    public LeafStartException(String description, String action, @Nullable Throwable cause) {
        this(description, action, cause, List.of());
    }

    /**
     * Makes an explained failure that concerns settings.
     *
     * @param description what happened, with which values; secrets in it are hidden
     * @param action what the reader can do
     * @param cause what was behind it, if anything
     * @param keys the settings; those that are set are shown with value and origin
     */
    public LeafStartException(String description, String action, @Nullable Throwable cause, List<String> keys) {
        super(SecretRedactor.redact(description), cause);
        this.action = action;
        this.keys = List.copyOf(keys);
    }

    public String description() {
        return String.valueOf(getMessage());
    }

    public List<String> keys() {
        return keys;
    }

    public String action() {
        return action;
    }
}
