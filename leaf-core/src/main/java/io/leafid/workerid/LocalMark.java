package io.leafid.workerid;

import java.util.Optional;

/**
 * The place of this instance's high-water mark on its own disk, locked for the life of the process. Methods may block on
 * the disk; they are called by one thread at a time.
 */
public interface LocalMark extends AutoCloseable {

    /** The mark of the last run and what it proves, if there is one that is whole and this instance's own. */
    Optional<FoundMark> read();

    /**
     * Makes a mark durable, replacing the one before.
     *
     * @throws java.io.UncheckedIOException if it may not be durable; then the one before may still stand
     */
    void write(HighWaterMark mark);

    /** Unlocks the place. */
    @Override
    void close();

    /**
     * Locks the place again after it was unlocked; nothing happens if it is locked.
     *
     * @throws WorkerIdException.IdentityInUse if another process has locked it meanwhile
     * @throws java.io.UncheckedIOException if nothing can be written there
     */
    void reopen();
}
