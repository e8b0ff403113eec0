package io.leafid.workerid.file;

import io.leafid.file.StateDirectory;
import io.leafid.file.UnsafeFileException;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that an instance with a configured worker id has locked: its mark, the worker id, and the place where an earlier
 * version would run. Not thread-safe.
 */
final class LocalState implements AutoCloseable {

    private static final Logger logger = LoggerFactory.getLogger(LocalState.class);

    private final MarkFile file;
    private final @Nullable StateLock former;
    private final WorkerIdLock workerId;

    private LocalState(MarkFile file, @Nullable StateLock former, WorkerIdLock workerId) {
        this.file = file;
        this.former = former;
        this.workerId = workerId;
    }

    /**
     * Locks everything, or nothing.
     *
     * @param mark opens the mark file
     * @throws io.leafid.workerid.WorkerIdException if another instance has locked any of it
     * @throws UncheckedIOException if nothing can be written to the state directory
     */
    static LocalState open(StatePlace place, Supplier<MarkFile> mark, NodeIdentity identity, int workerId) {
        MarkFile file = mark.get();
        @Nullable StateLock former = null;
        try {
            LockHolder self =
                    LockHolder.self(identity.toString(), file.directory().toString());
            former = former(place, identity, self);
            return new LocalState(file, former, WorkerIdLock.take(place, workerId, self));
        } catch (RuntimeException ex) {
            close(file, former);
            throw ex;
        }
    }

    /** A process of an earlier version locks nothing but this. */
    private static @Nullable StateLock former(StatePlace place, NodeIdentity identity, LockHolder self) {
        Path path = place.former();
        if (path == null) {
            return null;
        }
        try {
            Optional<StateDirectory> directory = StateDirectory.find(path);
            if (directory.isEmpty() || directory.get().keyOf(MarkFile.LOCK) == null) {
                return null;
            }
            StateLock lock = StateLock.take(directory.get(), MarkFile.LOCK, self);
            if (lock == null) {
                throw MarkFile.inUse(identity, directory.get());
            }
            return lock;
        } catch (UnsafeFileException ex) {
            logger.warn("what an earlier version may have kept is not used: {}", ex.getMessage());
            return null;
        } catch (IOException ex) {
            throw new UncheckedIOException("%s cannot be looked at".formatted(path), ex);
        }
    }

    MarkFile file() {
        return file;
    }

    /** What stands beside the locks of the worker id, whatever became of the state directory. */
    Floor notedBesideLocks(LeaseRequest request) {
        return workerId.noted(request);
    }

    void write(HighWaterMark mark) {
        try {
            workerId.restore();
        } catch (IOException ex) {
            throw new UncheckedIOException("the worker id is no longer locked", ex);
        }
        file.write(mark);
        workerId.note(file.recordOf(
                mark)); // afterwards, so that a crash between the two leaves no mark here ahead of the file's
    }

    @Override
    public void close() {
        workerId.close();
        close(file, former);
    }

    private static void close(MarkFile file, @Nullable StateLock former) {
        file.close();
        try {
            if (former != null) {
                former.close();
            }
        } catch (IOException ex) {
            logger.debug("a lock could not be given up in order", ex);
        }
    }
}
