package io.leafid.workerid.file;

import io.leafid.file.StateDirectory;
import io.leafid.file.UnsafeFileException;
import io.leafid.workerid.WorkerIdException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Content of the place of a mark file. Immutable.
 *
 * @param exists whether there is a file
 * @param found what it says; {@code null} if there is none, or it is damaged
 * @param modifiedMillis when it was last written, in milliseconds since 1970 by the clock of this machine
 */
record MarkFileContent(boolean exists, @Nullable MarkRecord found, long modifiedMillis) {

    private static final Logger logger = LoggerFactory.getLogger(MarkFileContent.class);

    /** There is no file. */
    static final MarkFileContent NONE = new MarkFileContent(false, null, 0);

    /** The file with the mark. */
    static final String FILE = "leaf-mark.properties";

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
                            true,
                            MarkRecord.parse(found.bytes())
                                    .map(mark -> mark.foundIn(found.born()))
                                    .orElse(null),
                            found.modifiedMillis()))
                    .orElse(NONE);
        } catch (UnsafeFileException ex) {
            throw new WorkerIdException.UnsafeState(String.valueOf(ex.getMessage()), ex);
        } catch (IOException ex) {
            throw new UncheckedIOException("%s cannot be read".formatted(directory.file(name)), ex);
        }
    }

    /** The content of the file of a directory, if there is one; nothing is locked or made. */
    static MarkFileContent peek(Path directory) {
        try {
            return StateDirectory.find(directory).map(found -> of(found, FILE)).orElse(NONE);
        } catch (UnsafeFileException ex) {
            throw new WorkerIdException.UnsafeState(String.valueOf(ex.getMessage()), ex);
        } catch (IOException ex) {
            throw new UncheckedIOException("%s cannot be read".formatted(directory), ex);
        }
    }

    /** The mark in a directory; empty if there is none, or it cannot be read or believed: then it is another user's, whose worker ids are not told apart from ours. */
    static Optional<MarkRecord> peekIfReadable(Path directory) {
        try {
            return Optional.ofNullable(peek(directory).found());
        } catch (WorkerIdException.UnsafeState | UncheckedIOException ex) {
            logger.debug("{} does not count", directory, ex);
            return Optional.empty();
        }
    }

    boolean isUnreadable() {
        return exists && found == null;
    }
}
