package io.leafid.jdbc;

import io.leafid.text.SecretRedactor;

/** What a database or its driver says about a failure. Stateless. */
public final class SqlFailures {

    private SqlFailures() {}

    /** The words at the bottom, without secrets: those of the driver, or of the pool if it never came to the driver. */
    public static String reason(Throwable failure) {
        Throwable root = failure;
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            root = cause;
        }
        return (root.getMessage() == null) ? root.getClass().getSimpleName() : SecretRedactor.redact(root.getMessage());
    }
}
