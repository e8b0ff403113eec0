package com.example.ids;

import io.leafid.test.workerid.WorkerIdHolderContract;
import io.leafid.time.TimeSource;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdHolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class FileWorkerIdHolderTest extends WorkerIdHolderContract {

    @TempDir
    private Path directory;

    @Override
    protected WorkerIdHolder newHolder(NodeIdentity identity, TimeSource time) {
        return new FileWorkerIdHolder(directory, identity);
    }

    @Override
    protected void deleteRecords() {
        try {
            Files.delete(directory.resolve("worker-ids.properties"));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** The system lets go of the locks of a process that has ended. */
    @Override
    protected void crash(WorkerIdHolder holder, NodeIdentity identity) {
        holder.close();
    }
}
