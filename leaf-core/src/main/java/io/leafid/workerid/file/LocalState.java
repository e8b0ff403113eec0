package io.leafid.workerid.file;

import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Everything that an instance with a configured worker id has locked. Not thread-safe.
 *
 * @param file its mark
 * @param workerId the worker id
 */
record LocalState(MarkFile file, WorkerIdLock workerId) implements AutoCloseable {

    /**
     * Locks the worker id, or gives the mark file up.
     *
     * @throws io.leafid.workerid.WorkerIdException if another instance has locked it
     */
    static LocalState open(StatePlace place, MarkFile file, NodeIdentity identity, int workerId) {
        try {
            LockHolder self =
                    LockHolder.self(identity.toString(), file.directory().toString());
            return new LocalState(file, WorkerIdLock.take(place, workerId, self));
        } catch (RuntimeException ex) {
            file.close();
            throw ex;
        }
    }

    /** The floor by the marks beside the locks of the worker id, whatever became of the state directory. */
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
