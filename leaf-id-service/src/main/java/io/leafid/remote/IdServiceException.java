package io.leafid.remote;

import org.jspecify.annotations.Nullable;

/** The failure of an id service: no instance has answered as it should. */
public final class IdServiceException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final ServiceTrouble trouble;

    /** Makes a failure; those of the single instances are added as suppressed ones. */
    IdServiceException(String message, ServiceTrouble trouble, @Nullable Throwable cause) {
        super(message, cause);
        this.trouble = trouble;
    }

    public ServiceTrouble trouble() {
        return trouble;
    }
}
