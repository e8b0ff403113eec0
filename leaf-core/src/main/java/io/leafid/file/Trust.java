package io.leafid.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Users whose files are believed: root's, and those of the user that this process runs as. Stateless.
 *
 * <p>A file system may show another owner than the process has, as network file systems do that map all users to one. What
 * decides there is whom a file made by this process belongs to.
 */
final class Trust {

    private static final Logger logger = LoggerFactory.getLogger(Trust.class);

    /** The owner where the system does not tell the user of a process. */
    static final int UNKNOWN = -1;

    private static final int ROOT = 0;

    private static final Path STATUS = Path.of("/proc/self/status");

    /** Begins the line with the real, effective, saved and file-system user id. */
    private static final String UIDS = "Uid:";

    private Trust() {}

    /** Returns whether an owner is believed; {@code directory} is one of the same file system, in which a file may be made. */
    static boolean isTrusted(FileFacts.Access access, Path directory) {
        if (access.uid() == ROOT || access.uid() == ownUid()) {
            return true;
        }
        FileFacts.Access made = accessOfNew(directory);
        return made != null && made.uid() == access.uid();
    }

    /** Returns whether the file system forgets permissions, so that those it shows say nothing. */
    static boolean forgetsModes(Path directory) {
        FileFacts.Access made = accessOfNew(directory);
        return made != null && made.isWritableByOthers();
    }

    /** For messages. */
    static String self() {
        int uid = ownUid();
        String name = System.getProperty("user.name", "?");
        return (uid == UNKNOWN) ? "user " + name : "uid " + Integer.toUnsignedString(uid);
    }

    private static int ownUid() {
        return uidIn(STATUS);
    }

    /** The file-system user id of the process that a file of the kernel describes. */
    static int uidIn(Path status) {
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith(UIDS))
                    .findFirst()
                    .map(line -> Integer.parseUnsignedInt(
                            line.substring(line.lastIndexOf('\t') + 1).strip()))
                    .orElse(UNKNOWN);
        } catch (IOException | UncheckedIOException | NumberFormatException ex) {
            logger.trace("this system does not tell the user of a process; a new file will", ex);
            return UNKNOWN;
        }
    }

    /** The facts of a file that this process makes in a directory; {@code null} if it can make none. */
    static @Nullable FileFacts probe(Path directory) {
        Path probe = directory.resolve(".leaf-" + UUID.randomUUID());
        try {
            Files.createFile(probe, OwnOnly.file(probe));
            return FileFacts.of(probe);
        } catch (IOException ex) {
            logger.trace("no file can be made in {}", directory, ex);
            return null;
        } finally {
            delete(probe);
        }
    }

    private static FileFacts.@Nullable Access accessOfNew(Path directory) {
        FileFacts made = probe(directory);
        return (made == null) ? null : made.access();
    }

    private static void delete(Path probe) {
        try {
            Files.deleteIfExists(probe);
        } catch (IOException ex) {
            logger.debug("{} is left behind", probe, ex);
        }
    }
}
