package io.leafid.workerid;

import io.leafid.PrintableText;
import io.leafid.SnowflakeLayout;
import io.leafid.text.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Failure to take or keep a worker id. The message says what happened, with which values, and what to do. */
public abstract sealed class WorkerIdException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<WorkerIdComponent> components;

    private WorkerIdException(String message, @Nullable Throwable cause, WorkerIdComponent... components) {
        super(PrintableText.of(message), cause); // it may quote what others have written to the registry
        this.components = List.of(components);
    }

    /** The parts of the configuration that may have to be corrected; empty if none is to blame. */
    public final List<WorkerIdComponent> components() {
        return components;
    }

    /** The registry cannot be reached, or did not say whether a change was made. */
    public static final class RegistryUnavailable extends WorkerIdException {

        private static final long serialVersionUID = 1L;

        /** Creates the exception with the registry's own failure and what of the configuration may be to blame. */
        public RegistryUnavailable(String message, @Nullable Throwable cause, WorkerIdComponent... components) {
            super(message, cause, components);
        }
    }

    /** The worker id belongs to another owner now. */
    public static final class LeaseLost extends WorkerIdException {

        private static final long serialVersionUID = 1L;

        /** Creates the exception; the message names the worker id and, if known, its new owner. */
        public LeaseLost(String message) {
            super(message, null);
        }
    }

    /** Every worker id of the range is taken. */
    public static final class Exhausted extends WorkerIdException {

        private static final long serialVersionUID = 1L;

        private final transient List<WorkerIdEntry> holders;

        /** Creates the exception with the entries of the worker ids that are held. */
        public Exhausted(String message, List<WorkerIdEntry> holders) {
            super(message, null, WorkerIdComponent.WORKER_IDS);
            this.holders = List.copyOf(holders);
        }

        /** The holders of the worker ids of the range. */
        public List<WorkerIdEntry> holders() {
            return holders;
        }
    }

    /** The records of a namespace are missing or young: nodes that run may have to put theirs back, if they were deleted. */
    public static final class Unsettled extends WorkerIdException {

        private static final long serialVersionUID = 1L;

        private final Duration left;

        /**
         * Creates the exception.
         *
         * @param where what records the namespace
         * @param left how long to wait
         */
        public Unsettled(String where, Duration left) {
            super(
                    "%s is new: records may have been deleted under running nodes, which put them back; no worker id is taken for another %s"
                            .formatted(where, DurationText.of(left)),
                    null);
            this.left = left;
        }

        /** The time to wait. */
        public Duration left() {
            return left;
        }
    }

    /** Another live process has the same identity. */
    public static final class IdentityInUse extends WorkerIdException {

        private static final long serialVersionUID = 1L;

        private final transient NodeIdentity identity;

        /** Creates the exception for an identity. */
        public IdentityInUse(NodeIdentity identity, String message) {
            super(message, null, WorkerIdComponent.HOST, WorkerIdComponent.PORT);
            this.identity = identity;
        }

        /** The identity that both processes have. */
        public NodeIdentity identity() {
            return identity;
        }
    }

    /** The namespace was begun with another epoch or other bit widths; the same numbers would mean other instants. */
    public static final class LayoutMismatch extends WorkerIdException {

        private static final long serialVersionUID = 1L;

        /** Creates the exception for the layout recorded and the one configured. */
        public LayoutMismatch(String where, SnowflakeLayout recorded, SnowflakeLayout configured) {
            this(where, recorded, configured, WorkerIdComponent.NAME);
        }

        /** Creates the exception where {@code apart}, a name or a table, tells one namespace from another. */
        public LayoutMismatch(
                String where, SnowflakeLayout recorded, SnowflakeLayout configured, WorkerIdComponent apart) {
            super(
                    "%s was begun with %s, but this instance is configured with %s; use the recorded layout or another %s"
                            .formatted(where, recorded, configured, apart.word()),
                    null,
                    WorkerIdComponent.EPOCH,
                    WorkerIdComponent.LAYOUT,
                    apart);
        }
    }

    /** All ids are to be of a later time than the clock tells, by more than is waited for. */
    public static final class ClockBehindFloor extends WorkerIdException {

        private static final long serialVersionUID = 1L;

        /** Creates the exception for a clock and the first instant of which ids may be. */
        public ClockBehindFloor(Instant now, Instant floor) {
            super(
                    "the clock reads %s, but ids may not be of a time before %s, in %s: that was set for all nodes of the namespace"
                            .formatted(now, floor, DurationText.of(Duration.between(now, floor))),
                    null);
        }
    }

    /** The clock stands behind the time up to which the worker id was used or reserved. */
    public static final class ClockBehindMark extends WorkerIdException {

        private static final long serialVersionUID = 1L;

        private final Instant now;
        private final Instant mark;

        /** Creates the exception for a clock and a mark. */
        public ClockBehindMark(int workerId, Instant now, Instant mark) {
            this(workerId, now, mark, "");
        }

        /** Creates the exception with more to say: where the mark stands, and what to do. */
        public ClockBehindMark(int workerId, Instant now, Instant mark, String more) {
            super(
                    "the clock reads %s, but worker id %s is reserved up to %s: the clock is %s behind%s"
                            .formatted(now, workerId, mark, DurationText.of(Duration.between(now, mark)), more),
                    null);
            this.now = now;
            this.mark = mark;
        }

        /** The reading of the clock. */
        public Instant now() {
            return now;
        }

        /** The reading that the clock would need. */
        public Instant mark() {
            return mark;
        }
    }

    /** The clock differs from those of the running nodes by more than the threshold. */
    public static final class ClockDiffersFromPeers extends WorkerIdException {

        private static final long serialVersionUID = 1L;

        /** Creates the exception for the measured difference. */
        public ClockDiffersFromPeers(Duration offset, int peers, Duration threshold) {
            super(
                    "the clock differs by %s from the median of %s running nodes, more than the threshold of %s; set the clock right, then start again"
                            .formatted(DurationText.of(offset), peers, DurationText.of(threshold)),
                    null,
                    WorkerIdComponent.PEER_THRESHOLD);
        }
    }

    /** The registry is unavailable, and the mark on the local disk does not prove that the run which wrote it has ended. */
    public static final class UnprovenMark extends WorkerIdException {

        private static final long serialVersionUID = 1L;

        /** Creates the exception with where the mark comes from and the registry's own failure. */
        public UnprovenMark(String message, RegistryUnavailable cause) {
            super(message, cause);
        }
    }

    /** The namespace is used in another mode; fixed and recycled worker ids must not share one. */
    public static final class ModeMismatch extends WorkerIdException {

        private static final long serialVersionUID = 1L;

        /**
         * Creates the exception for the mode recorded and the one configured.
         *
         * @param where what records the mode, to be deleted for a change on purpose
         * @param apart the part of the configuration that names another namespace: a name, or a table
         */
        public ModeMismatch(String where, String recorded, String configured, WorkerIdComponent apart) {
            super(
                    "%s says that its worker ids are leased in mode %s, but this instance is configured with mode %s; use mode %s or, to change on purpose, stop all instances, delete %s, and start them with the new mode"
                            .formatted(where, recorded, configured, recorded, where),
                    null,
                    WorkerIdComponent.MODE,
                    apart);
        }
    }

    /** The configuration names no worker id for this instance, or contradicts what is recorded. */
    public static final class BadAssignment extends WorkerIdException {

        private static final long serialVersionUID = 1L;

        /** Creates the exception with what contradicts what, and what of the configuration is concerned. */
        public BadAssignment(String message, WorkerIdComponent... components) {
            super(message, null, components);
        }
    }

    /** A state on the local disk that another user of the machine may have put there. */
    public static final class UnsafeState extends WorkerIdException {

        private static final long serialVersionUID = 1L;

        /** Creates the exception; the message names the file, and says what to do. */
        public UnsafeState(String message, @Nullable Throwable cause) {
            super(message, cause, WorkerIdComponent.STATE_DIRECTORY);
        }
    }

    /** The registry could forget what is recorded in it, so that nothing may be leased there. */
    public static final class UnfitRegistry extends WorkerIdException {

        private static final long serialVersionUID = 1L;

        private final String remedy;

        /**
         * Creates the exception.
         *
         * @param message why the registry will not do
         * @param remedy what the operator can do about it, beginning with a verb, without a full stop
         * @param cause what found it out, if anything
         */
        public UnfitRegistry(String message, String remedy, @Nullable Throwable cause) {
            super(message, cause);
            this.remedy = PrintableText.of(remedy);
        }

        /** The remedy for the operator. */
        public String remedy() {
            return remedy;
        }
    }

    /** Another live process on this machine has the same configured worker id. */
    public static final class WorkerIdInUse extends WorkerIdException {

        private static final long serialVersionUID = 1L;

        /** Creates the exception; the message names both processes. */
        public WorkerIdInUse(String message) {
            super(message, null, WorkerIdComponent.WORKER_ID, WorkerIdComponent.WORK_ID_MAP, WorkerIdComponent.NAME);
        }
    }
}
