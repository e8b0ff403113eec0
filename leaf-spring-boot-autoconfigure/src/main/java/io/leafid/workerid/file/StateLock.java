package io.leafid.workerid.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A file that one process at a time has locked. Not thread-safe.
 *
 * <p>The file stays when the lock is given up: a process that deleted it might delete one that another has just locked.
 */
final class StateLock implements AutoCloseable {

    /**
     * What this process has locked. Asked before a file is opened, because on POSIX systems closing any channel of a file
     * gives up all locks that the process has on it.
     */
    private static final Set<Path> held = ConcurrentHashMap.newKeySet();

    private final Path file;
    private FileChannel channel;
    private @Nullable Object key;

    private StateLock(Path file, FileChannel channel) throws IOException {
        this.file = file;
        this.channel = channel;
        this.key = keyOf(file);
    }

    /** Locks a file, creating it if need be; empty if it is locked already, by this process or another. */
    static Optional<StateLock> take(Path file) throws IOException {
        if (!held.add(file)) {
            return Optional.empty();
        }
        @Nullable StateLock taken = null;
        try {
            FileChannel channel = lockedChannel(file);
            taken = (channel == null) ? null : new StateLock(file, channel);
        } finally {
            if (taken == null) {
                held.remove(file);
            }
        }
        return Optional.ofNullable(taken);
    }

    /** An open channel with the lock and the number of this process in it; {@code null} if the file is locked already. */
    private static @Nullable FileChannel lockedChannel(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        boolean isKept = false;
        try {
            if (tryLock(channel)) {
                String pid = String.valueOf(ProcessHandle.current().pid());
                channel.truncate(0);
                channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.UTF_8)));
                isKept = true;
            }
            return isKept ? channel : null;
        } finally {
            if (!isKept) {
                channel.close();
            }
        }
    }

    private static boolean tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException ex) {
            return false; // locked by this process, from another class loader
        }
    }

    /** The process that has or last had the lock, as far as can be seen. */
    static String ownerOf(Path file) {
        if (held.contains(file)) {
            return "this process";
        }
        try {
            return "process " + Files.readString(file);
        } catch (IOException ex) {
            return "another process";
        }
    }

    /**
     * Locks the file anew if somebody has removed it, as the cleaners of temporary directories do; a lock on a removed
     * file keeps nobody out.
     *
     * @throws IOException if another process was faster
     */
    void restore() throws IOException {
        if (!channel.isOpen()) {
            throw new ClosedChannelException();
        }
        Object present = keyOf(file);
        if (present != null && present.equals(key)) {
            return;
        }
        FileChannel fresh = lockedChannel(file);
        if (fresh == null) {
            throw new IOException("%s was removed, and %s has locked a new one".formatted(file, ownerOf(file)));
        }
        channel.close();
        channel = fresh;
        key = keyOf(file);
    }

    /** What tells the locked file from every other one of this machine, a copy of it included; empty if unknown. */
    String key() {
        return Objects.requireNonNullElse(key, "").toString();
    }

    /** What tells a file from a later one of the same name; {@code null} if there is no file. */
    private static @Nullable Object keyOf(Path file) throws IOException {
        try {
            // Without keys the system is one that lets nobody remove a file that is open.
            return Objects.requireNonNullElse(
                    Files.readAttributes(file, BasicFileAttributes.class).fileKey(), "");
        } catch (NoSuchFileException ex) {
            return null;
        }
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            held.remove(file);
        }
    }
}
