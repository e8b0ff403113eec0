package io.leafid.benchmarks.raw;

/** Failure of a measurement whose needs are not on this machine, such as a load generator or a server of a database. */
public final class UnavailableException extends Exception {

    private static final long serialVersionUID = 1L;

    /** Says what is missing. */
    public UnavailableException(String message) {
        super(message);
    }

    /** Says what is missing, and how that was found out. */
    public UnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
