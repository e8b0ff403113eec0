package io.leafid.remote;

import org.jspecify.annotations.Nullable;

/** The failure of one instance of the id service; another one may answer better. */
final class InstanceException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    InstanceException(String message) {
        this(message, null);
    }

    InstanceException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
