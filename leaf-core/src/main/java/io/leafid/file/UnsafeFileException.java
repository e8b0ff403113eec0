package io.leafid.file;

import java.io.IOException;

/** A file or directory that another user of the machine may have put there. The message says which, why and what to do. */
public final class UnsafeFileException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception with what was found, and what to do about it. */
    public UnsafeFileException(String message) {
        super(message);
    }
}
