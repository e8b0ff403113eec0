package io.leafid.workerid.file;

import io.leafid.file.StateDirectory;
import io.leafid.file.UnsafeFileException;
import io.leafid.workerid.WorkerIdException;
import java.io.IOException;
import java.io.UncheckedIOException;
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

    static final int MOST_BYTES = 16 * 1024;

    /**
     * The content of a file of a directory.
     *
     * @throws WorkerIdException.UnsafeState if another user may have put it there
     * @throws UncheckedIOException if the system does not say
     */
    static MarkFileContent of(StateDirectory directory, String name) {
        try {
            return directory
                    .read(name, MOST_BYTES)
                    .map(found -> new MarkFileContent(
                            true, MarkRecord.parse(found.bytes()).orElse(null), found.modifiedMillis()))
                    .orElse(NONE);
        } catch (UnsafeFileException ex) {
            throw new WorkerIdException.UnsafeState(String.valueOf(ex.getMessage()), ex);
        } catch (IOException ex) {
            throw new UncheckedIOException("%s cannot be read".formatted(directory.file(name)), ex);
        }
    }

    boolean isUnreadable() {
        return exists && found == null;
    }
}
