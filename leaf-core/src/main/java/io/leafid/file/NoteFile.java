package io.leafid.file;

import io.leafid.time.TimeSource;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A small file of lines that begins with a header and ends with a checksum. Other processes, and other parts of this one, may read and
 * write it too: each finds it whole. What is made of the lines that are there has to be written within {@link #alone}.
 */
public final class NoteFile {

    private static final Logger logger = LoggerFactory.getLogger(NoteFile.class);

    /** Others hold a lock for as long as a small file is read and written. One second is more; none of two waits is longer. */
    private static final int ATTEMPTS = 100;

    private static final long PAUSE_NANOS = 10_000_000;

    private final Path file;
    private final String name;
    private final String header;
    private final int mostBytes;

    /**
     * Names a file; it is made with its directory when there is something to note.
     *
     * @param file its path
     * @param header its first line
     * @param mostBytes how large it may be to be read
     */
    public NoteFile(Path file, String header, int mostBytes) {
        this.file = file.toAbsolutePath();
        this.name = Objects.requireNonNull(file.getFileName()).toString();
        this.header = header;
        this.mostBytes = mostBytes;
    }

    /**
     * The lines behind the header; empty if there is no file.
     *
     * @throws DamagedException if there is one, and it is not as it was written
     */
    public Optional<List<String>> read() throws IOException {
        Optional<StateDirectory> directory = StateDirectory.find(parent());
        Optional<FoundFile> found =
                directory.isEmpty() ? Optional.empty() : directory.get().read(name, mostBytes);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        List<String> lines =
                CheckedText.open(found.get().text()).orElse("").lines().toList();
        if (lines.isEmpty() || !lines.get(0).equals(header)) {
            throw new DamagedException(file);
        }
        return Optional.of(lines.subList(1, lines.size()));
    }

    /** Replaces the lines, durably; the last one must be ended. */
    public void write(String lines) throws IOException {
        StateDirectory.make(parent())
                .replaceShared(name, CheckedText.seal(header + '\n' + lines).getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Does something to the file while the others that do so wait. If one of them stands still, or the file system has no locks, it is
     * done all the same.
     */
    public boolean alone(TimeSource time, BooleanSupplier action) {
        List<String> keys = List.of("notes " + file);
        if (!isOwn(keys, time)) {
            return action.getAsBoolean();
        }
        FileChannel lock = null;
        try {
            lock = lock(time);
            return action.getAsBoolean();
        } finally {
            giveUp(lock);
            HeldLocks.remove(keys);
        }
    }

    /** Waits for other parts of this process. */
    private boolean isOwn(List<String> keys, TimeSource time) {
        for (int left = ATTEMPTS; left > 0; left--) {
            if (HeldLocks.addUnlessHeld(keys, name)) {
                return true;
            }
            time.parkNanos(PAUSE_NANOS);
        }
        return false;
    }

    /** An open channel with the lock; {@code null} if that cannot be had. */
    private @Nullable FileChannel lock(TimeSource time) {
        FileChannel channel = null;
        try {
            StateDirectory directory = StateDirectory.make(parent());
            directory.makeEmpty(name + ".lock");
            channel = directory.open(name + ".lock", 0);
            if (isLocked(channel, time)) {
                return channel;
            }
            logger.debug("another process has {} locked for long", file);
        } catch (IOException | OverlappingFileLockException ex) {
            logger.debug("{} cannot be locked", file, ex);
        }
        giveUp(channel);
        return null;
    }

    /** Waits for other processes. */
    private static boolean isLocked(FileChannel channel, TimeSource time) throws IOException {
        for (int left = ATTEMPTS; left > 0; left--) {
            if (channel.tryLock() != null) {
                return true;
            }
            time.parkNanos(PAUSE_NANOS);
        }
        return false;
    }

    private void giveUp(@Nullable FileChannel lock) {
        try {
            if (lock != null) {
                lock.close();
            }
        } catch (IOException ex) {
            logger.debug("the lock of {} could not be given up in order", file, ex);
        }
    }

    private Path parent() {
        return Objects.requireNonNull(file.getParent());
    }

    @Override
    public String toString() {
        return file.toString();
    }

    /** The failure of a file that was cut or changed. */
    public static final class DamagedException extends IOException {

        private static final long serialVersionUID = 1L;

        DamagedException(Path file) {
            super(file + " is damaged");
        }
    }
}
