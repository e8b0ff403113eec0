package io.leafid.autoconfigure.identity;

import io.leafid.autoconfigure.properties.ComponentKeys;
import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.autoconfigure.properties.SnowflakeProperties;
import io.leafid.autoconfigure.properties.WorkerIdMode;
import io.leafid.jdbc.UnsafeTableException;
import io.leafid.lease.KeeperSettings.OnRegistryLoss;
import io.leafid.segment.store.StartFailures;
import io.leafid.text.DurationText;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdException.BadAssignment;
import io.leafid.workerid.WorkerIdException.ClockBehindFloor;
import io.leafid.workerid.WorkerIdException.ClockBehindMark;
import io.leafid.workerid.WorkerIdException.ClockDiffersFromPeers;
import io.leafid.workerid.WorkerIdException.Exhausted;
import io.leafid.workerid.WorkerIdException.IdentityInUse;
import io.leafid.workerid.WorkerIdException.LayoutMismatch;
import io.leafid.workerid.WorkerIdException.ModeMismatch;
import io.leafid.workerid.WorkerIdException.RegistryUnavailable;
import io.leafid.workerid.WorkerIdException.UnfitRegistry;
import io.leafid.workerid.WorkerIdException.UnprovenMark;
import io.leafid.workerid.WorkerIdException.UnsafeState;
import io.leafid.workerid.WorkerIdException.WorkerIdInUse;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

/**
 * Explains why no worker id could be taken at start. Immutable.
 *
 * @param registry where worker ids are leased, for messages
 * @param settings the properties that say how to reach it
 * @param alone what lets an instance start without it
 * @param database explains what a database says, if the registry is one
 */
public record WorkerIdFailures(
        String registry,
        String settings,
        Alone alone,
        @Nullable StartFailures database) implements StartFailures {

    private static final String WRITABLE_DIRECTORY =
            "Set leaf.snowflake.state-directory to a directory that this instance can"
                    + " write to, on a disk that survives a restart.";

    private static final String UNPROVEN_MARK =
            "Check that %s is up and that %s names the right one, then start again: the registry knows whether the"
                    + " worker id is in use. Without it, a mark counts only in the place where it was written.";

    private static final String CLOCK_BEHIND =
            "Set the clock right and start again. If it is right, because it had once been ahead or timestamps were"
                    + " borrowed, start again when it has passed that time, in %s, or give this instance another worker id.";

    private static final String UP = "Check that it is up and that %s names the right one. ";

    private static final String CREDENTIALS =
            "Set %s to the user and password that the nodes of this namespace were made with, or change who may use"
                    + " what the description names (getAcl and setAcl in zkCli.sh). ";

    private static final String WORKER_ID = "leaf.snowflake.local.worker-id";

    private static final String EXHAUSTED =
            "Widen leaf.snowflake.worker-ids, or free worker ids of instances that are gone for good.";

    /** The remedies that do not depend on the failure's own values. */
    private static final Map<Class<? extends WorkerIdException>, String> REMEDIES = Map.of(
            IdentityInUse.class,
            "Stop the other process, or give this instance an identity of its own: leaf.snowflake.host,"
                    + " leaf.snowflake.port, and leaf.snowflake.state-directory if that is set.",
            LayoutMismatch.class,
            "Restore leaf.snowflake.epoch and leaf.snowflake.layout as the description has them, or begin a new namespace with another"
                    + " %s; ids of different layouts can be equal.",
            ModeMismatch.class,
            "Set leaf.snowflake.mode back, or stop all instances before you change it. Another %s would lend the worker ids"
                    + " of running instances a second time: it is for another service, or for a part of leaf.snowflake.worker-ids"
                    + " that they do not use.",
            ClockDiffersFromPeers.class,
            "Set the clock right and start again; leaf.snowflake.peer-check.threshold says what is tolerated. A node that was"
                    + " killed counts until its session, or its last report, has run out: if the clock is right, start again"
                    + " then.",
            UnsafeState.class,
            "Look at what is there, and who put it there, before you remove it: a mark that is lost is one less"
                    + " safeguard against repeated ids. Or set leaf.snowflake.state-directory to another place.",
            ClockBehindFloor.class,
            "Start again then, or correct leaf.snowflake.start-after. One that is too late and was recorded already is removed with"
                    + " the record of the namespace: stop all instances first.",
            WorkerIdInUse.class,
            "Stop the other process, or give this instance a worker id of its own:"
                    + " leaf.snowflake.local.worker-id, leaf.snowflake.local.work-id-map. Different services need a leaf.name each.");

    /** The grounds on which an instance may start while the registry is unavailable, and the words for their absence. */
    public enum Alone {
        /** The mark of an earlier run. */
        MARK(
                "and no usable mark of an earlier run is on this disk",
                "After the first good start, an instance with a fixed worker id can start without it."),
        /** Nothing, since the operator said so. */
        NEVER(
                "and leaf.snowflake.on-registry-loss=stop lets no instance start without it",
                "With leaf.snowflake.on-registry-loss=continue an instance may start from the mark of its last run;"
                        + " the page \"Guarantees\" of the manual says what is at stake then."),
        /** The reservation of an earlier run, as long as it lasts. */
        RESERVATION(
                "and no reservation of an earlier run that still lasts is on this disk",
                "A free worker id can only be leased from it."),
        /** The registry is a directory of this machine. */
        LOCAL("", "");

        private final String missing;
        private final String advice;

        Alone(String missing, String advice) {
            this.missing = missing;
            this.advice = advice;
        }

        public static Alone of(boolean isFixed, SnowflakeProperties snowflake) {
            if (!isFixed) {
                return RESERVATION;
            }
            return snowflake.onRegistryLoss() == OnRegistryLoss.CONTINUE ? MARK : NEVER;
        }
    }

    /** The failure of a start whose mode needs what is not on the class path. */
    public static LeafStartException missingLibrary(WorkerIdMode mode) {
        return new LeafStartException(
                "Leaf cannot lease a worker id: leaf.snowflake.mode is %s, but %s is not on the class path."
                        .formatted(mode.text(), mode.registry().library()),
                "Add %s, set leaf.snowflake.mode=local, or define a bean of type io.leafid.workerid.WorkerIdHolder."
                        .formatted(mode.registry().artifact()),
                null);
    }

    /** The failure of a standby whose worker id is its own for good, so that no other node can ever have it. */
    static LeafStartException fixedStandby(String mode) {
        return new LeafStartException(
                "Leaf cannot be a standby: leaf.snowflake.mode is %s, in which each host and port has a worker id of its own, so that"
                                .formatted(mode)
                        + " none ever becomes free for another.",
                "Set leaf.snowflake.mode=zk_recycle or leaf.snowflake.mode=jdbc_recycle, and the same leaf.snowflake.worker-ids, such as"
                        + " 0-0, on primary and standby. Or remove leaf.snowflake.standby.",
                null,
                List.of("leaf.snowflake.standby", "leaf.snowflake.mode"));
    }

    @Override
    public RuntimeException explain(RuntimeException failure) {
        if (failure instanceof WorkerIdException workerId) {
            return explainWorkerId(workerId);
        }
        return (failure instanceof UncheckedIOException) ? start(failure, WRITABLE_DIRECTORY) : failure;
    }

    private RuntimeException explainWorkerId(WorkerIdException failure) {
        if (failure instanceof RegistryUnavailable) {
            return unavailable(failure);
        }
        if (failure instanceof UnfitRegistry unfit) {
            return unfit(unfit);
        }
        return start(failure, remedy(failure));
    }

    private String remedy(WorkerIdException failure) {
        if (failure instanceof UnprovenMark) {
            return UNPROVEN_MARK.formatted(registry, settings);
        }
        if (failure instanceof ClockBehindMark behind) {
            return CLOCK_BEHIND.formatted(DurationText.of(Duration.between(behind.now(), behind.mark())));
        }
        if (failure instanceof Exhausted exhausted) {
            return holders(exhausted) + EXHAUSTED;
        }
        if (failure instanceof BadAssignment) {
            return correction(keysOf(failure));
        }
        String remedy = REMEDIES.getOrDefault(failure.getClass(), "Start again.");
        return remedy.contains("%s") ? remedy.formatted(namespaceKey(failure)) : remedy;
    }

    /** The setting that names another namespace: the last that a mismatch points at. */
    private static String namespaceKey(WorkerIdException mismatch) {
        List<String> keys = keysOf(mismatch);
        return keys.get(keys.size() - 1);
    }

    /** Where no worker id is configured. */
    private static String example(List<String> keys) {
        return keys.contains(WORKER_ID) && keys.contains("leaf.snowflake.host")
                ? " Set %1$s=1, for example, with another number on each instance; or %1$s=ordinal, where a StatefulSet numbers its pods."
                        .formatted(WORKER_ID)
                : "";
    }

    private static String correction(List<String> keys) {
        return keys.isEmpty()
                ? "Correct what the description names."
                : "Correct %s, as the description says.".formatted(String.join(", ", keys)) + example(keys);
    }

    private RuntimeException unfit(UnfitRegistry failure) {
        // Asked without a variable of that type, which would have to be on the class path where there are no tables.
        if (database != null
                && failure.getCause() instanceof RuntimeException cause
                && UnsafeTableException.class.isInstance(cause)) {
            return database.explain(cause);
        }
        return start(failure, StringUtils.capitalize(failure.remedy()) + ".");
    }

    private RuntimeException unavailable(WorkerIdException failure) {
        RuntimeException explained = (database == null) ? failure : database.explain(failure);
        if (explained instanceof LeafStartException) {
            return explained;
        }
        return (alone == Alone.LOCAL) ? start(failure, WRITABLE_DIRECTORY) : withoutRegistry(failure);
    }

    private LeafStartException withoutRegistry(WorkerIdException failure) {
        List<String> credentials = keysOf(failure);
        boolean isAway = credentials.isEmpty();
        String action = isAway ? UP.formatted(settings) : CREDENTIALS.formatted(String.join(", ", credentials));
        String what = "Leaf cannot lease a worker id: %s %s, %s: %s";
        String problem = isAway ? "cannot be reached" : "refuses the credentials";
        return new LeafStartException(
                what.formatted(registry, problem, alone.missing, failure.getMessage()),
                action + alone.advice,
                failure,
                credentials);
    }

    private static LeafStartException start(RuntimeException failure, String action) {
        return new LeafStartException(
                "Leaf cannot lease a worker id: " + failure.getMessage(), action, failure, keysOf(failure));
    }

    private static List<String> keysOf(RuntimeException failure) {
        return (failure instanceof WorkerIdException known) ? ComponentKeys.of(known.components()) : List.of();
    }

    private static String holders(Exhausted failure) {
        String list = failure.holders().stream().map(WorkerIdFailures::line).collect(Collectors.joining());
        return list.isEmpty() ? "" : "The worker ids are held by%n%n%s%n".formatted(list);
    }

    private static String line(WorkerIdEntry entry) {
        return "    %s  %s  up to %s%s%n"
                .formatted(entry.workerId(), entry.owner(), entry.ceiling(), entry.live() ? ", running" : "");
    }
}
