package io.leafid.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Facts about a name in a directory by the system; of a link, about the link itself. Immutable.
 *
 * @param kind what it is
 * @param size its length in bytes
 * @param born when it was made, as a text; where the system or this JVM does not know that, when it was last written
 * @param modifiedMillis when it was last written, in milliseconds since 1970
 * @param key what tells it from a later one of the same name; {@code null} where the system has no such thing
 * @param access whose it is and who may change it; {@code null} where the system is no POSIX system
 */
record FileFacts(
        Kind kind,
        long size,
        String born,
        long modifiedMillis,
        @Nullable Object key,
        @Nullable Access access) {

    private static final String UNIX = "unix";

    /** The kinds of what stands behind a name. */
    enum Kind {
        FILE,
        DIRECTORY,
        LINK,
        /** A pipe, a socket or a device: opening it may wait for ever. */
        OTHER;

        private static Kind of(BasicFileAttributes attributes) {
            if (attributes.isSymbolicLink()) {
                return LINK;
            }
            if (attributes.isDirectory()) {
                return DIRECTORY;
            }
            return attributes.isRegularFile() ? FILE : OTHER;
        }
    }

    /**
     * The POSIX attributes.
     *
     * @param uid the owner
     * @param mode permissions with the bits for set-id and sticky
     * @param device the file system
     * @param inode its number there, which the system's other tables name it by
     * @param links how many names it has
     */
    record Access(int uid, int mode, long device, long inode, int links) {

        private static final int OTHERS_WRITE = 0002;
        private static final int STICKY = 01000;

        boolean isWritableByOthers() {
            return (mode & OTHERS_WRITE) != 0;
        }

        /** Returns whether only the owner of a name may rename or remove it. */
        boolean isSticky() {
            return (mode & STICKY) != 0;
        }

        String modeText() {
            return "%04o".formatted(mode);
        }
    }

    /** The facts of what stands behind a name; {@code null} if nothing does. */
    static @Nullable FileFacts of(Path path) throws IOException {
        try {
            BasicFileAttributes basic =
                    Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return new FileFacts(
                    Kind.of(basic),
                    basic.size(),
                    basic.creationTime().toString(),
                    basic.lastModifiedTime().toMillis(),
                    basic.fileKey(),
                    access(path));
        } catch (NoSuchFileException ex) {
            return null;
        }
    }

    private static @Nullable Access access(Path path) throws IOException {
        if (!path.getFileSystem().supportedFileAttributeViews().contains(UNIX)) {
            return null;
        }
        Map<String, Object> found =
                Files.readAttributes(path, "unix:uid,mode,dev,ino,nlink", LinkOption.NOFOLLOW_LINKS);
        return new Access(
                number(found, "uid").intValue(),
                number(found, "mode").intValue() & 07777,
                number(found, "dev").longValue(),
                number(found, "ino").longValue(),
                number(found, "nlink").intValue());
    }

    private static Number number(Map<String, Object> found, String name) {
        return (Number) Objects.requireNonNull(found.get(name), name);
    }
}
