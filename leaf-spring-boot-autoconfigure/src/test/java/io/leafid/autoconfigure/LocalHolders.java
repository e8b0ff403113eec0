package io.leafid.autoconfigure;

import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.file.LocalHolder;
import io.leafid.workerid.file.StatePlace;
import io.leafid.workerid.file.WorkerIdAssignment;
import java.nio.file.Path;
import java.util.Map;

/** Registries that an application might bring. */
final class LocalHolders {

    private LocalHolders() {}

    static WorkerIdHolder withWorkerId(Path directory, int workerId) {
        return new LocalHolder(
                StatePlace.configured(directory.resolve("own"), "own", 8080),
                new NodeIdentity("10.0.0.1", 8080),
                WorkerIdAssignment.of(Integer.toString(workerId), Map.of()));
    }
}
