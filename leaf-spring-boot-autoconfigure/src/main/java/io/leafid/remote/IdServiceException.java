package io.leafid.remote;

/** The failure of an id service: no instance has answered as it should. */
public final class IdServiceException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Makes a failure; those of the single instances are added as suppressed ones. */
    IdServiceException(String message) {
        super(message);
    }
}
