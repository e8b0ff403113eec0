package io.leafid.autoconfigure;

import io.leafid.jdbc.UnsafeTableException;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdException.BadAssignment;
import io.leafid.workerid.WorkerIdException.ClockBehindMark;
import io.leafid.workerid.WorkerIdException.ClockDiffersFromPeers;
import io.leafid.workerid.WorkerIdException.Exhausted;
import io.leafid.workerid.WorkerIdException.IdentityInUse;
import io.leafid.workerid.WorkerIdException.LayoutMismatch;
import io.leafid.workerid.WorkerIdException.ModeMismatch;
import io.leafid.workerid.WorkerIdException.RegistryUnavailable;
import io.leafid.workerid.WorkerIdException.UnprovenMark;
import io.leafid.workerid.WorkerIdException.UnsafeState;
import io.leafid.workerid.WorkerIdException.WorkerIdInUse;
import java.io.UncheckedIOException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Explains why no worker id could be taken at start. Immutable.
 *
 * @param registry where worker ids are leased, for messages
 * @param settings the properties that say how to reach it
 * @param database explains what a database says, if the registry is one
 */
record WorkerIdFailures(
        String registry, String settings, @Nullable StoreFailures database) {

    RuntimeException explain(RuntimeException failure) {
        if (failure instanceof WorkerIdException workerId) {
            return explainWorkerId(workerId);
        }
        if (failure instanceof UnsafeTableException && database != null) {
            return database.explain(failure);
        }
        return (failure instanceof UncheckedIOException)
                ? start(
                        failure,
                        "Set leaf.snowflake.state-directory to a directory that this instance can write to, on a disk"
                                + " that survives a restart.")
                : failure;
    }

    private RuntimeException explainWorkerId(WorkerIdException failure) {
        if (failure instanceof RegistryUnavailable) {
            return unavailable(failure);
        }
        if (failure instanceof UnprovenMark) {
            return start(
                    failure,
                    "Check that %s is up and that %s names the right one, then start again: the registry knows whether the"
                                    .formatted(registry, settings)
                            + " worker id is in use. Without it, a mark counts only in the place where it was written.");
        }
        if (failure instanceof Exhausted exhausted) {
            return start(
                    failure,
                    holders(exhausted) + "Widen leaf.snowflake.worker-ids, or free worker ids of instances"
                            + " that are gone for good.");
        }
        if (failure instanceof ClockBehindMark) {
            return start(
                    failure,
                    "Set the clock right and start again. If the mark itself is wrong, because the clock had once been"
                            + " far ahead, give this instance another worker id.");
        }
        return start(failure, remedy(failure));
    }

    private static String remedy(WorkerIdException failure) {
        if (failure instanceof IdentityInUse) {
            return "Stop the other process, or give this instance an identity of its own: leaf.snowflake.host,"
                    + " leaf.snowflake.port.";
        }
        if (failure instanceof LayoutMismatch) {
            return "Restore leaf.snowflake.epoch and leaf.snowflake.layout, or begin a new namespace with another"
                    + " leaf.name; ids of different layouts can be equal.";
        }
        if (failure instanceof ModeMismatch) {
            return "Set leaf.snowflake.mode back, or leaf.name to another text. A worker id that is fixed for one instance"
                    + " must not be lent to another while that one goes on without the registry.";
        }
        if (failure instanceof ClockDiffersFromPeers) {
            return "Set the clock right and start again; leaf.snowflake.peer-check.threshold says what is tolerated.";
        }
        if (failure instanceof UnsafeState) {
            return "Look at what is there, and who put it there, before you remove it: a mark that is lost is one less"
                    + " safeguard against repeated ids.";
        }
        if (failure instanceof WorkerIdInUse) {
            return "Stop the other process, or give this instance a worker id of its own:"
                    + " leaf.snowflake.local.worker-id, leaf.snowflake.local.work-id-map.";
        }
        return (failure instanceof BadAssignment)
                ? "Correct leaf.snowflake.host, leaf.snowflake.port or leaf.snowflake.local.*, as the description says."
                : "Start again.";
    }

    private RuntimeException unavailable(WorkerIdException failure) {
        if (database != null) {
            RuntimeException explained = database.explain(failure);
            if (explained instanceof LeafStartException) {
                return explained;
            }
        }
        return new LeafStartException(
                "Leaf cannot lease a worker id: %s cannot be reached, and no usable mark of an earlier run is on this disk: %s"
                        .formatted(registry, failure.getMessage()),
                "Check that it is up and that %s names the right one. After the first good start, an instance with a fixed worker id can start without it."
                        .formatted(settings),
                failure);
    }

    private static LeafStartException start(RuntimeException failure, String action) {
        return new LeafStartException("Leaf cannot lease a worker id: " + failure.getMessage(), action, failure);
    }

    private static String holders(Exhausted failure) {
        String list = failure.holders().stream().map(WorkerIdFailures::line).collect(Collectors.joining());
        return list.isEmpty() ? "" : "The worker ids are held by%n%n%s%n".formatted(list);
    }

    private static String line(WorkerIdEntry entry) {
        return "    %d  %s  up to %s%s%n"
                .formatted(entry.workerId(), entry.owner(), entry.ceiling(), entry.live() ? ", running" : "");
    }
}
