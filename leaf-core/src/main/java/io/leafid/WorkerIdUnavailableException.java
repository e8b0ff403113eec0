package io.leafid;

import org.jspecify.annotations.Nullable;

/** No worker id is held for the present time: none could be leased, or the lease has run to its ceiling. */
public final class WorkerIdUnavailableException extends IdGenerationException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception with a message that says what happened and what to do, and the failure behind it, if any. */
    public WorkerIdUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
