package io.leafid.workerid.file;

import io.leafid.file.HeldLocks;
import io.leafid.file.StateDirectory;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file that one process at a time has locked. Not thread-safe.
 *
 * <p>A file that this process holds is never opened a second time, by whatever name or class loader; see {@link HeldLocks}.
 */
final class StateLock implements AutoCloseable {

    private static final Logger logger = LoggerFactory.getLogger(StateLock.class);

    private static final int MOST_BYTES = 16 * 1024;

    /** As often as a file may be removed by its last holder at the very moment of being locked. */
    private static final int ATTEMPTS = 10;

    /** Channels that the garbage collector must not close, which would give up the lock of a holder that was forgotten. */
    private static final Set<FileChannel> OPEN = ConcurrentHashMap.newKeySet();

    private final StateDirectory directory;
    private final String name;
    private final LockHolder holder;
    private FileChannel channel;
    private String key;
    private List<String> keys;
    private boolean isClosed;

    private StateLock(StateDirectory directory, String name, LockHolder holder, FileChannel channel, String key) {
        this.directory = directory;
        this.name = name;
        this.holder = holder;
        this.channel = channel;
        this.key = key;
        this.keys = keysOf(directory, name, key);
    }

    /**
     * Locks a file, creating it if need be.
     *
     * @param holder is recorded in the file
     * @return the lock; {@code null} if the file is locked already, by this process or another
     */
    static @Nullable StateLock take(StateDirectory directory, String name, LockHolder holder) throws IOException {
        synchronized (HeldLocks.MONITOR) {
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                directory.makeEmpty(name);
                String key = directory.keyOf(name);
                if (key == null) {
                    continue;
                }
                boolean isHeldHere = HeldLocks.holderOf(keysOf(directory, name, key)) != null;
                FileChannel channel = isHeldHere ? null : lockedChannel(directory, name);
                if (channel == null) {
                    return null;
                }
                if (key.equals(directory.keyOf(name))) {
                    StateLock taken = new StateLock(directory, name, holder, channel, key);
                    taken.keep();
                    return taken;
                }
                channel.close(); // its last holder removed it meanwhile, and a lock on a removed file keeps no one out
            }
        }
        throw new IOException(
                "%s was removed %s times while it was being locked".formatted(directory.file(name), ATTEMPTS));
    }

    /** Returns whether a process has a file locked, as far as the system tells it; nothing is opened. */
    static boolean isHeld(StateDirectory directory, String name) throws IOException {
        synchronized (HeldLocks.MONITOR) {
            OptionalLong inode = directory.inodeOf(name);
            return HeldLocks.holderOf(keysOf(directory, name, directory.keyOf(name))) != null
                    || (inode.isPresent() && LockTable.pidOf(inode.getAsLong()).isPresent());
        }
    }

    private void keep() {
        HeldLocks.add(keys, holder.instance());
        OPEN.add(channel);
        try {
            recordHolder();
        } catch (IOException ex) {
            logger.debug("the lock counts, though its holder cannot be recorded in {}", directory.file(name), ex);
        }
    }

    /** An open channel with the lock; {@code null} if the file is locked already. */
    private static @Nullable FileChannel lockedChannel(StateDirectory directory, String name) throws IOException {
        FileChannel channel = directory.open(name, MOST_BYTES);
        try {
            if (channel.tryLock() != null) {
                return channel;
            }
        } catch (OverlappingFileLockException ex) {
            // The table was lost, or this is a lock of code that keeps none.
            OPEN.add(channel); // for ever: closing it would give up that lock
            HeldLocks.add(keysOf(directory, name, directory.keyOf(name)), "other code");
            return null;
        } catch (IOException ex) {
            channel.close();
            throw ex;
        }
        channel.close();
        return null;
    }

    private void recordHolder() throws IOException {
        channel.truncate(0);
        ByteBuffer left = ByteBuffer.wrap(holder.toBytes());
        while (left.hasRemaining()) {
            channel.write(left);
        }
    }

    private static List<String> keysOf(StateDirectory directory, String name, @Nullable String key) {
        String path = "path " + directory.file(name);
        return (key == null || key.isEmpty()) ? List.of(path) : List.of(path, fileKey(key));
    }

    private static String fileKey(String key) {
        return "file " + key;
    }

    /** The owner of the lock, as far as can be seen from here. */
    static String ownerOf(StateDirectory directory, String name) {
        try {
            synchronized (HeldLocks.MONITOR) {
                String own = HeldLocks.holderOf(keysOf(directory, name, directory.keyOf(name)));
                if (own != null) {
                    return "this process (%s), as %s"
                            .formatted(ProcessHandle.current().pid(), own);
                }
                return otherOwner(directory, name);
            }
        } catch (IOException ex) {
            return "another process";
        }
    }

    /** The refusal of a start whose file is locked. */
    static WorkerIdException inUse(NodeIdentity identity, StateDirectory directory, String name) {
        return new WorkerIdException.IdentityInUse(
                identity,
                ("%s is locked by %s; this start is process %s, as %s; stop one of them, or give each instance its own "
                                + "port and state directory")
                        .formatted(
                                directory.file(name),
                                ownerOf(directory, name),
                                ProcessHandle.current().pid(),
                                identity));
    }

    /** The number in the file is one of the past unless its process has the lock, or at least lives. */
    private static String otherOwner(StateDirectory directory, String name) throws IOException {
        OptionalLong inode = directory.inodeOf(name);
        OptionalLong pid = inode.isPresent() ? LockTable.pidOf(inode.getAsLong()) : OptionalLong.empty();
        LockHolder recorded = directory
                .read(name, MOST_BYTES)
                .map(found -> LockHolder.parse(found.text()))
                .orElse(null);
        if (pid.isPresent() && (recorded == null || recorded.pid() != pid.getAsLong())) {
            return "process " + pid.getAsLong();
        }
        if (recorded == null) {
            return "another process";
        }
        boolean isSeen = pid.isPresent() || ProcessHandle.of(recorded.pid()).isPresent();
        return isSeen ? recorded.toString() : "a process that cannot be seen from here; last recorded was " + recorded;
    }

    /**
     * Locks the file anew if it was removed, as the cleaners of temporary directories do; a lock on a removed file keeps no
     * process out.
     *
     * @throws IOException if another process was faster
     */
    void restore() throws IOException {
        if (!channel.isOpen()) {
            throw new ClosedChannelException();
        }
        if (key.equals(directory.keyOf(name))) {
            return;
        }
        synchronized (HeldLocks.MONITOR) {
            directory.restore();
            directory.makeEmpty(name);
            String present = directory.keyOf(name);
            boolean isHeldHere = present != null && HeldLocks.holderOf(List.of(fileKey(present))) != null;
            FileChannel fresh = isHeldHere ? null : lockedChannel(directory, name);
            if (fresh == null || present == null || !present.equals(directory.keyOf(name))) {
                if (fresh != null) {
                    fresh.close(); // as in take: this one was removed too
                }
                throw new IOException("%s was removed, and %s has locked a new one"
                        .formatted(directory.file(name), ownerOf(directory, name)));
            }
            giveUp();
            channel = fresh;
            key = present;
            keys = keysOf(directory, name, key);
            keep();
        }
    }

    boolean isIn(StateDirectory other) {
        return directory.path().equals(other.path());
    }

    /** The key that tells the locked file from a later one of the same name; empty if the system cannot tell. */
    String key() {
        return key;
    }

    /** The same of a lock that may not have been taken: that of its file, since the last one who had it. */
    static String keyOf(@Nullable StateLock lock, StateDirectory directory, String name) {
        try {
            return (lock == null) ? Objects.requireNonNullElse(directory.keyOf(name), "") : lock.key();
        } catch (IOException ex) {
            return ""; // then nothing is proven
        }
    }

    /** Gives the lock up; the file stays. */
    @Override
    public void close() throws IOException {
        synchronized (HeldLocks.MONITOR) {
            if (isClosed) {
                return;
            }
            isClosed = true;
            giveUp();
        }
    }

    private void giveUp() throws IOException {
        try {
            channel.close();
        } finally {
            OPEN.remove(channel);
            HeldLocks.remove(keys);
        }
    }

    /** Gives the lock up and takes the file away: what locks it next notices, and locks the next one. */
    void closeAndDelete() throws IOException {
        synchronized (HeldLocks.MONITOR) {
            try {
                if (!isClosed && channel.isOpen() && key.equals(directory.keyOf(name))) {
                    directory.delete(name);
                }
            } finally {
                close();
            }
        }
    }
}
