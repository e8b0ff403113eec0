package io.leafid.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory in which files of this user are kept from one run to the next. Immutable; its files are for one writer at a
 * time, but for {@link #replaceShared}.
 *
 * <p>What it makes may be read and written by this user alone. What it finds it believes only if it belongs to this user or
 * to root, and not every user may write to it; links are not followed, and nothing but regular files is opened.
 */
public final class StateDirectory {

    /** The end of every refusal of a place. */
    static final String ELSEWHERE = "set the state directory to one of this user's own";

    private static final Logger logger = LoggerFactory.getLogger(StateDirectory.class);

    private static final Set<StandardOpenOption> NEW = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

    private static final FileTime NEVER = FileTime.fromMillis(0);

    /** The end of the name of a file that is to take the place of another one. */
    private static final String FRESH = ".new";

    /** The age at which such a file has lost its writer; one that is there still only has to write again. */
    private static final Duration ABANDONED = Duration.ofHours(1);

    private final Path real;

    private StateDirectory(Path real, boolean isThere) throws IOException {
        this.real = real;
        if (isThere) {
            requireSafe();
        }
    }

    /**
     * Makes a directory if need be, with all above it.
     *
     * @throws UnsafeFileException if another user may have put it there, or may put another one in its place
     * @throws IOException if it cannot be made
     */
    public static StateDirectory make(Path directory) throws IOException {
        return new StateDirectory(PathWalk.make(directory), true);
    }

    /**
     * Finds a directory; makes nothing. Empty if there is none.
     *
     * @throws UnsafeFileException if another user may have put it there, or may put another one in its place
     * @throws IOException if the system does not say
     */
    public static Optional<StateDirectory> find(Path directory) throws IOException {
        try {
            return Optional.of(new StateDirectory(PathWalk.find(directory), true));
        } catch (NoSuchFileException ex) {
            return Optional.empty();
        }
    }

    /** Returns a directory that may be missing, to be read only. Throws what {@link #find} does. */
    public static StateDirectory look(Path directory) throws IOException {
        Optional<StateDirectory> found = find(directory);
        return found.isPresent() ? found.get() : new StateDirectory(directory.toAbsolutePath(), false);
    }

    /** Its path, without links. */
    public Path path() {
        return real;
    }

    /** The path of one of its files. */
    public Path file(String name) {
        return real.resolve(name);
    }

    private void requireSafe() throws IOException {
        FileFacts facts = FileFacts.of(real);
        if (facts == null) {
            throw new NoSuchFileException(real.toString());
        }
        Path above = real.getParent();
        FileFacts parent = (above == null) ? null : FileFacts.of(above);
        DirectoryRules.requireSafe(real, facts.access(), (parent == null) ? null : parent.access());
    }

    /** Returns whether a file can be made there now. */
    public boolean isWritable() {
        return Trust.probe(real) != null;
    }

    /** Makes the directory again if it was removed. */
    public void restore() throws IOException {
        if (FileFacts.of(real) == null) {
            PathWalk.make(real);
            requireSafe();
        }
    }

    /**
     * The content of a file; empty if there is none.
     *
     * @param name its name
     * @param mostBytes how much is read at most
     * @throws UnsafeFileException if it is larger, no regular file, or may have been put there by another user
     */
    public Optional<FoundFile> read(String name, int mostBytes) throws IOException {
        Path file = file(name);
        FileFacts facts = FileFacts.of(file);
        if (facts == null) {
            return Optional.empty();
        }
        DirectoryRules.requireSafeFile(real, file, facts, mostBytes);
        try (InputStream stream =
                Channels.newInputStream(FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            return Optional.of(new FoundFile(stream.readNBytes(mostBytes), facts.born(), facts.modifiedMillis()));
        } catch (NoSuchFileException ex) {
            return Optional.empty();
        }
    }

    /**
     * Replaces a file in one step: a crash leaves the old content or the new one. Durable when it returns.
     *
     * @param name its name
     * @param content all of it
     */
    public void replace(String name, byte[] content) throws IOException {
        replaceBorn(name, born -> content);
    }

    /**
     * Does the same with a file that may say when it was made, by which it is told from every copy, also one that gets its number.
     *
     * @param content makes all of it from that moment, as {@link FoundFile#born}; the text is empty if the system or this JVM cannot tell
     */
    public void replaceBorn(String name, Function<String, byte[]> content) throws IOException {
        Path fresh = file(name + FRESH);
        try (FileChannel channel = openNew(fresh)) {
            write(channel, content.apply(bornOf(fresh)));
        }
        putInPlace(fresh, name);
    }

    /**
     * Does the same as {@link #replace} where other processes may do so at this moment. Each of them writes under a name of its own, so that
     * none takes the place of the file before it is whole.
     */
    public void replaceShared(String name, byte[] content) throws IOException {
        Path fresh = file(name + '.' + UUID.randomUUID() + FRESH);
        try {
            try (FileChannel channel = openNew(fresh)) {
                write(channel, content);
            }
            putInPlace(fresh, name);
        } catch (IOException ex) {
            Files.deleteIfExists(fresh);
            throw ex;
        }
        deleteAbandoned(name);
    }

    private static void write(FileChannel channel, byte[] content) throws IOException {
        ByteBuffer left = ByteBuffer.wrap(content);
        while (left.hasRemaining()) {
            channel.write(left);
        }
        channel.force(true);
    }

    private void putInPlace(Path fresh, String name) throws IOException {
        Files.move(fresh, file(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        DirectoryEntries.force(real);
    }

    /** No process takes away what it was writing when it was killed. The ages are those by the clock of the file system. */
    private void deleteAbandoned(String name) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(real)) {
            FileFacts present = FileFacts.of(file(name));
            long oldest = (present == null) ? 0 : present.modifiedMillis() - ABANDONED.toMillis();
            for (Path entry : entries) {
                String other = String.valueOf(entry.getFileName());
                FileFacts facts = (other.startsWith(name + '.') && other.endsWith(FRESH)) ? FileFacts.of(entry) : null;
                if (facts != null && facts.modifiedMillis() < oldest) {
                    Files.deleteIfExists(entry);
                }
            }
        } catch (IOException | DirectoryIteratorException ex) {
            logger.debug("what was left of earlier writers of {} could not be removed", file(name), ex);
        }
    }

    /** Whatever does not know when a file was made says when it was written, and so is told by a moment at which it was not made. */
    private static String bornOf(Path fresh) throws IOException {
        Files.setLastModifiedTime(fresh, NEVER);
        FileFacts facts = FileFacts.of(fresh);
        return (facts == null || facts.born().equals(NEVER.toString())) ? "" : facts.born();
    }

    /** A file that did not exist; what a crash or another user has left under its name is removed, never written to. */
    private static FileChannel openNew(Path fresh) throws IOException {
        try {
            return FileChannel.open(fresh, NEW, OwnOnly.file(fresh));
        } catch (FileAlreadyExistsException ex) {
            Files.delete(fresh);
            return FileChannel.open(fresh, NEW, OwnOnly.file(fresh));
        }
    }

    /** Makes an empty file unless there is one. */
    public void makeEmpty(String name) throws IOException {
        Path file = file(name);
        if (FileFacts.of(file) != null) {
            return;
        }
        try {
            FileChannel.open(file, NEW, OwnOnly.file(file)).close();
        } catch (FileAlreadyExistsException ex) {
            logger.trace("{} was made by another process at this moment", file, ex);
        }
    }

    /**
     * Opens a file to be written in place.
     *
     * @param name its name
     * @param mostBytes how large it may be
     * @throws NoSuchFileException if there is none
     * @throws UnsafeFileException if it is larger, no regular file, or may have been put there by another user
     */
    public FileChannel open(String name, int mostBytes) throws IOException {
        Path file = file(name);
        FileFacts facts = FileFacts.of(file);
        if (facts == null) {
            throw new NoSuchFileException(file.toString());
        }
        DirectoryRules.requireSafeFile(real, file, facts, mostBytes);
        return FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    }

    /** Takes a file away, if there is one. */
    public void delete(String name) throws IOException {
        Files.deleteIfExists(file(name));
    }

    /** The key that tells a file from a later one of the same name; {@code null} if there is none, empty if the system cannot tell. */
    public @Nullable String keyOf(String name) throws IOException {
        FileFacts facts = FileFacts.of(file(name));
        if (facts == null) {
            return null;
        }
        return (facts.key() == null) ? "" : facts.key().toString();
    }

    /** The number by which the system's own tables name a file; empty if there is no file, or no such number. */
    public OptionalLong inodeOf(String name) throws IOException {
        FileFacts facts = FileFacts.of(file(name));
        FileFacts.Access access = (facts == null) ? null : facts.access();
        return (access == null) ? OptionalLong.empty() : OptionalLong.of(access.inode());
    }
}
