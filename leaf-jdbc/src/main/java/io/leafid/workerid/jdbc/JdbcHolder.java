package io.leafid.workerid.jdbc;

import io.leafid.workerid.ClockReading;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NamespaceRecord;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdComponent;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Common part of the modes with a table: rows as leases, and the record of layout and mode. A mode says which row to
 * take. {@link #list()} may be called by any thread.
 *
 * <p>Every call runs in a transaction of its own on a connection of its own, even inside a caller's transaction.
 *
 * <pre>
 * Invariants
 *   - A row changes only by an UPDATE that names the token or, for a new owner, token and time as they were read.
 *   - Whether an owner runs is judged by the clock of the database alone; up to where it may have used its worker id, by
 *     the owner's own clock as it wrote it.
 *   - `unconfirmed` is the lease that the database may have recorded, in place of the token `replaced`, although it did not say
 *     so; no id was issued under it.
 * </pre>
 */
abstract sealed class JdbcHolder implements WorkerIdHolder permits JdbcWorkerIdHolder, RecyclingJdbcHolder {

    private static final Logger logger = LoggerFactory.getLogger(JdbcHolder.class);

    /** Room for an identity in the fork's table. */
    private static final int OWNER_COLUMN = 127;

    final NodeIdentity identity;
    final WorkerIdTable table;
    private final String mode;
    private final LayoutRow place;
    private NamespaceRecord.@Nullable Begun<WorkerIdRow> begun;
    private @Nullable WorkerIdLease unconfirmed;
    private String replaced = "";
    private volatile String ownToken = "";

    JdbcHolder(String mode, WorkerIdTable table, NodeIdentity identity) {
        this.mode = mode;
        this.table = table;
        this.place = new LayoutRow(table);
        this.identity = identity;
    }

    @Override
    public final String registry() {
        return table.database().isEmpty()
                ? mode + " " + table.name()
                : mode + " " + table.database() + " " + table.name();
    }

    @Override
    public final String name() {
        return mode;
    }

    @Override
    public final WorkerIdLease acquire(LeaseRequest request) {
        requireStorable();
        NamespaceRecord.Begun<WorkerIdRow> now =
                NamespaceRecord.of(request, mode).begin(place, request);
        begun = now;
        now.requireSettled();
        return choose(now.request());
    }

    @Override
    public final List<Integer> look(LeaseRequest request) {
        requireStorable();
        return eligible(NamespaceRecord.of(request, mode).look(place, request));
    }

    private void requireStorable() {
        int room = OWNER_COLUMN
                - (owner(Integer.MAX_VALUE).key().length() - identity.toString().length());
        if (identity.toString().length() > room) {
            throw new WorkerIdException.BadAssignment(
                    "'%s' is longer than the %s characters that table %s has room for; set the host to a shorter name"
                            .formatted(identity, room, table.name()),
                    WorkerIdComponent.HOST);
        }
    }

    /** Chooses a worker id and records the lease. */
    abstract WorkerIdLease choose(LeaseRequest request);

    /** The worker ids that are chosen from. Writes nothing, and throws what the choice does. */
    abstract List<Integer> eligible(LeaseRequest request);

    /** Whose a row of this worker id is while this instance has it. */
    abstract RowOwner owner(int workerId);

    /** Records a lease in place of a row as it was read; empty if the row was written to meanwhile. */
    final Optional<WorkerIdLease> takeOver(WorkerIdRow read, WorkerIdLease lease) {
        replaced = read.token();
        unconfirmed = lease;
        ownToken = lease.token();
        boolean isTaken = table.takeOver(read, lease, owner(lease.workerId()));
        unconfirmed = null;
        return isTaken ? Optional.of(lease) : Optional.empty();
    }

    /**
     * Records the first lease of a worker id; empty if another instance was faster.
     *
     * @param rows how many worker ids have a row
     * @throws WorkerIdException.Unsettled if its row may have been deleted under its owner
     */
    final Optional<WorkerIdLease> insert(WorkerIdLease lease, int rows, LeaseRequest request) {
        long recordAt = requireSettled(rows, request);
        replaced = "";
        unconfirmed = lease;
        ownToken = lease.token();
        boolean isTaken = table.insertFirst(lease, owner(lease.workerId()), rows, recordAt);
        unconfirmed = null;
        return isTaken ? Optional.of(lease) : Optional.empty();
    }

    /** Requires that a worker id without a row may be taken; returns when the record of the namespace was written, negative if that does not matter. */
    private long requireSettled(int rows, LeaseRequest request) {
        Duration settling = request.period().settling();
        if (settling.isZero()) {
            return -1;
        }
        WorkerIdRow read = Objects.requireNonNull(begun).found();
        long ageMillis = place.ageMillis(read);
        NamespaceRecord.of(request, mode)
                .requireSettled(place, read, place.stands(read) ? ageMillis : 0, place.isComplete(rows), request);
        return read.liveness().seenAt();
    }

    /** Returns whether this instance's own last run, which is known to have ended, or an attempt of this very process, wrote the row. */
    final boolean isOfLastRun(WorkerIdRow row, LeaseRequest request) {
        return isUnconfirmed(row)
                || request.isFromLastRun(
                        (int) row.id(), row.token(), row.report().reportedAt());
    }

    /** Returns whether an attempt of this process wrote the row, whose outcome it did not hear. */
    final boolean isUnconfirmed(WorkerIdRow row) {
        return unconfirmed != null
                && unconfirmed.workerId() == row.id()
                && unconfirmed.token().equals(row.token());
    }

    /** First millisecond that a new owner of the row may use. */
    final long floor(WorkerIdRow row, LeaseRequest request) {
        if (unconfirmed != null && isUnconfirmed(row)) {
            return unconfirmed.floorMillis();
        }
        return request.floorFor(
                (int) row.id(), row.token(), row.ceilingMillis(), row.report().reportedAt());
    }

    @Override
    public final WorkerIdLease extend(WorkerIdLease lease, long ceilingMillis, String token) {
        WorkerIdLease extended = lease.upTo(ceilingMillis, token);
        RowOwner owner = owner(lease.workerId());
        ownToken = token;
        if (!table.extend(extended, owner, lease.token(), tokenThatMayStand(lease))) {
            putBack(lease, extended);
        }
        unconfirmed = null;
        putBackRecord();
        return extended;
    }

    private void putBackRecord() {
        NamespaceRecord.Begun<WorkerIdRow> with = begun;
        if (with != null) {
            with.putBack();
        }
    }

    @Override
    public final void release(WorkerIdLease lease, long usedUpToMillis) {
        WorkerIdLease released = lease.upTo(usedUpToMillis, lease.token());
        RowOwner owner = owner(lease.workerId());
        if (!table.release(released, owner, tokenThatMayStand(lease))) {
            putBack(lease, released);
            table.release(released, owner, lease.token());
        }
        unconfirmed = null;
    }

    /** A row that was deleted is no loss: it is written again, unless another has taken its place. */
    private void putBack(WorkerIdLease lease, WorkerIdLease now) {
        RowOwner owner = owner(lease.workerId());
        boolean hasAnother = table.findByOwner(owner.key())
                .filter(row -> row.id() != lease.workerId())
                .isPresent();
        if (hasAnother || !mayPutBack(lease)) {
            throw new WorkerIdException.LeaseLost(
                    "worker id %s in table %s is no longer held by this process of %s: its row is gone"
                            .formatted(lease.workerId(), table.name(), identity));
        }
        putBackRecord(); // before the row, which it counts
        if (!table.insertAgain(now, owner, table.findAll().size())
                && !table.extend(now, owner, lease.token(), now.token())) {
            throw new WorkerIdException.RegistryUnavailable(
                    "the row of worker id %s in table %s was deleted, and others were faster to write"
                            .formatted(lease.workerId(), table.name()),
                    null);
        }
        logger.warn(
                "the row of worker id {} in table {} was deleted under this instance, and has been put back",
                lease.workerId(),
                table.name());
    }

    /** Returns whether no other can have had the worker id since the lease was confirmed. */
    abstract boolean mayPutBack(WorkerIdLease lease);

    /** A lease restored from the mark is ours also if an unconfirmed attempt of this process has replaced its token. */
    private String tokenThatMayStand(WorkerIdLease lease) {
        return (unconfirmed != null && lease.mayReplace(unconfirmed, replaced)) ? unconfirmed.token() : lease.token();
    }

    @Override
    public final List<WorkerIdEntry> list() {
        return entries(table.findAll());
    }

    private List<WorkerIdEntry> entries(List<WorkerIdRow> rows) {
        return rows.stream()
                .filter(row -> row.id() <= Integer.MAX_VALUE)
                .map(row -> new WorkerIdEntry(
                        (int) row.id(),
                        row.owner(),
                        row.isReportedByFork()
                                ? null
                                : Instant.ofEpochMilli(row.report().reservedUntil()),
                        (row.liveness().seenAt() == 0)
                                ? null
                                : Instant.ofEpochMilli(row.liveness().seenAt()),
                        row.busyMillis() > 0,
                        isSelf(row),
                        row.isReportedByFork() ? WorkerIdEntry.Writer.FORK : WorkerIdEntry.Writer.LEAF))
                .toList();
    }

    /** The token that this process recorded last; empty if none. */
    final String ownToken() {
        return ownToken;
    }

    /** Returns whether an operator should see the row as that of this process. */
    abstract boolean isSelf(WorkerIdRow row);

    /** The refusal when no worker id is left, with the owners of those that were asked for. */
    final WorkerIdException.Exhausted exhausted(String message, List<WorkerIdRow> rows, WorkerIdRange range) {
        List<WorkerIdEntry> holders = entries(rows).stream()
                .filter(entry -> range.contains(entry.workerId()))
                .toList();
        return new WorkerIdException.Exhausted(message, holders);
    }

    @Override
    public final List<ClockReading> clockReadings(Duration longestSilence) {
        Stream<ClockReading> peers = table.findAll().stream()
                .filter(row -> row.busyMillis() > 0
                        && !row.isReportedByFork()
                        && !row.liveness().isOfAnotherTime()
                        && !row.owner().equals(identity.toString()))
                .map(row -> new ClockReading(row.owner(), false, row.clockOffset()));
        return Stream.concat(peers, Stream.of(new ClockReading(identity.toString(), true, table.ownOffset())))
                .toList();
    }

    /** None of them is written: the database has a clock to ask. */
    @Override
    public final List<ClockReading> lookAtClocks(Duration longestSilence) {
        return clockReadings(longestSilence);
    }

    /** Does nothing: the connections belong to the DataSource. */
    @Override
    public final void close() {}
}
