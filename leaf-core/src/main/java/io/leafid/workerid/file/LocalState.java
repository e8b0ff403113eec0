package io.leafid.workerid.file;

import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Supplier;

/**
 * Everything that an instance with a configured worker id has locked: its mark and the worker id. Not thread-safe.
 */
final class LocalState implements AutoCloseable {

    private final MarkFile file;
    private final WorkerIdLock workerId;

    private LocalState(MarkFile file, WorkerIdLock workerId) {
        this.file = file;
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
        try {
            LockHolder self =
                    LockHolder.self(identity.toString(), file.directory().toString());
            return new LocalState(file, WorkerIdLock.take(place, workerId, self));
        } catch (RuntimeException ex) {
            file.close();
            throw ex;
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
        file.close();
    }
}
