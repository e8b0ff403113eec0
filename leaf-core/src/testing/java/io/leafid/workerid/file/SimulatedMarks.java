package io.leafid.workerid.file;

import io.leafid.SnowflakeLayout;
import io.leafid.file.HeldLocks;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LocalMark;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdHolder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The real mark file, and the real holder of mode {@code local}, for a process that is simulated. */
public final class SimulatedMarks {

    private SimulatedMarks() {}

    /**
     * Opens the mark file of a process, each of which has its own numbers of processes, as in a container.
     *
     * @param machine names the installation of the operating system
     * @param boot names the run of its kernel
     * @param process names the process
     */
    public static LocalMark open(
            Path directory,
            NodeIdentity identity,
            SnowflakeLayout layout,
            String registry,
            String machine,
            String boot,
            String process) {
        WritingProcess writer = new WritingProcess(machine, boot, process, 1);
        return MarkFile.open(directory, null, identity, layout, registry, "orders", () -> writer);
    }

    /**
     * Makes the holder of a configured worker id.
     *
     * @param directory the state directory
     * @param locks where worker ids are locked
     * @param machine names the installation of the operating system
     * @param boot names the run of its kernel
     * @param process names the process
     */
    public static WorkerIdHolder holder(
            Path directory,
            Path locks,
            NodeIdentity identity,
            int workerId,
            String machine,
            String boot,
            String process) {
        WritingProcess writer = new WritingProcess(machine, boot, process, 1);
        return new LocalHolder(
                new StatePlace(StatePlace.Kind.CONFIGURED, "orders", directory, null, List.of(locks), null),
                identity,
                WorkerIdAssignment.of(String.valueOf(workerId), Map.of()),
                () -> writer);
    }

    /** The mark in a file of this name and content, if it is one. */
    public static Optional<HighWaterMark> parse(String name, String content) {
        return name.endsWith("/" + MarkFileContent.FILE)
                ? MarkRecord.parse(content.getBytes(StandardCharsets.UTF_8)).map(MarkRecord::mark)
                : Optional.empty();
    }

    /** Returns whether this thread takes or gives up a lock at this moment. One that dies meanwhile would keep it, in this process. */
    public static boolean isLocking() {
        return Thread.holdsLock(HeldLocks.MONITOR);
    }
}
