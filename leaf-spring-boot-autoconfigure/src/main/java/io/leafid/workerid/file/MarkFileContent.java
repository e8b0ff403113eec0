package io.leafid.workerid.file;

import org.jspecify.annotations.Nullable;

/**
 * Content of the place of a mark file. Immutable.
 *
 * @param exists whether there is a file
 * @param found what it says; {@code null} if there is none, or it is damaged
 * @param modifiedMillis when it was last written, in milliseconds since 1970 by the clock of this machine
 */
record MarkFileContent(boolean exists, @Nullable MarkRecord found, long modifiedMillis) {

    /** There is no file. */
    static final MarkFileContent NONE = new MarkFileContent(false, null, 0);

    boolean isUnreadable() {
        return exists && found == null;
    }

    void ifUnreadable(Runnable action) {
        if (isUnreadable()) {
            action.run();
        }
    }
}
