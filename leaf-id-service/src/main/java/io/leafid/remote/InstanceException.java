package io.leafid.remote;

import io.leafid.PrintableText;
import org.jspecify.annotations.Nullable;

/** The failure of one instance of the id service; another one may answer better. */
final class InstanceException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final ServiceTrouble trouble;

    InstanceException(String message) {
        this(message, null);
    }

    InstanceException(String message, @Nullable Throwable cause) {
        this(message, ServiceTrouble.AWAY, cause);
    }

    /** Makes a failure; what an instance has said stands in it on one line, in logs and in traces. */
    InstanceException(String message, ServiceTrouble trouble, @Nullable Throwable cause) {
        super(PrintableText.of(message), cause);
        this.trouble = trouble;
    }

    ServiceTrouble trouble() {
        return trouble;
    }
}
