package io.leafid.workerid.jdbc;

import io.leafid.jdbc.SchemaScript;
import io.leafid.jdbc.SqlDialect;
import io.leafid.jdbc.TableName;
import io.leafid.time.TimeSource;
import io.leafid.workerid.ClockReading;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Worker ids in a table: each instance keeps the row that it got at its first start, with the lowest worker id that was
 * free then. {@link #list()} may be called by any thread.
 *
 * <p>Every call runs in a transaction of its own on a connection of its own, even inside a caller's transaction.
 *
 * <pre>
 * Invariants
 *   - A row changes only by an UPDATE that names the token or, for a new owner, token and time as they were read.
 *   - Whether an owner runs is judged by the clock of the database alone; up to where it may have used its worker id, by
 *     the owner's own clock as it wrote it.
 *   - `unknown` is the lease that the database may have recorded although it did not say so; no id was issued under it.
 * </pre>
 */
public final class JdbcWorkerIdHolder implements WorkerIdHolder {

    /** The table's name by default, and its name in the schema scripts. */
    public static final String DEFAULT_TABLE = "leaf_workerid_alloc";

    /** The mode that a table is used in, as the properties and its record of the layout call it. */
    public static final String MODE = "mysql";

    private static final int MAX_OWNER_LENGTH = 127; // as in the fork's table

    private final SqlDialect dialect;
    private final NodeIdentity identity;
    private final WorkerIdTable table;
    private final LayoutRow layoutRow;
    private @Nullable WorkerIdLease unknown;

    /**
     * Creates the holder; does not connect yet.
     *
     * @param dataSource where connections come from; never closed from here
     * @param dialect the kind of database
     * @param table the table's name, optionally with a schema
     * @param timeout how long to wait for an answer of the database
     * @param identity who this instance is
     * @param time the clocks
     * @param liveness for how long after its last report an instance counts as running; at least two report intervals
     * @throws IllegalArgumentException if the name is not one that can stand in SQL without quotes
     */
    public JdbcWorkerIdHolder(
            DataSource dataSource,
            SqlDialect dialect,
            String table,
            Duration timeout,
            NodeIdentity identity,
            TimeSource time,
            Duration liveness) {
        this.dialect = dialect;
        this.identity = identity;
        this.table = new WorkerIdTable(dataSource, dialect, new TableName(table), timeout, identity, time, liveness);
        this.layoutRow = new LayoutRow(this.table);
    }

    /** The statements that create the table if it is missing, to be pasted into an SQL console. */
    public String ddl() {
        return SchemaScript.of(dialect).text(DEFAULT_TABLE, table.name());
    }

    @Override
    public boolean isFixed() {
        return true;
    }

    @Override
    public String registry() {
        return MODE + " " + table.name();
    }

    @Override
    public String name() {
        return MODE;
    }

    @Override
    public WorkerIdLease acquire(LeaseRequest request) {
        requireStorable();
        layoutRow.require(request.layout(), MODE);
        // Each lost race means that another instance got a worker id of the range for good.
        for (int lost = 0; lost <= request.workerIds().size(); lost++) {
            Optional<WorkerIdRow> own = table.findOwn();
            Optional<WorkerIdLease> taken = own.isPresent() ? takeOwn(own.get(), request) : takeFree(request);
            if (taken.isPresent()) {
                return taken.get();
            }
        }
        throw new WorkerIdException.RegistryUnavailable(
                "others were always faster in table %s; try again".formatted(table.name()), null);
    }

    private void requireStorable() {
        if (identity.toString().length() > MAX_OWNER_LENGTH) {
            throw new WorkerIdException.BadAssignment(
                    "'%s' is longer than the %d characters that table %s has room for; set leaf.snowflake.host to a shorter name"
                            .formatted(identity, MAX_OWNER_LENGTH, table.name()));
        }
    }

    private Optional<WorkerIdLease> takeOwn(WorkerIdRow own, LeaseRequest request) {
        if (!request.workerIds().contains(own.id())) {
            throw new WorkerIdException.BadAssignment(
                    ("%s has worker id %d in table %s, outside %s; widen leaf.snowflake.worker-ids or, when reserved_until "
                                    + "and max_timestamp are past, delete the row, and it gets the lowest free worker id")
                            .formatted(identity, own.id(), table.name(), request.workerIds()));
        }
        if (own.isReportedByFork()) {
            requireReachable(own.ceilingMillis(), own, request); // to watch it would change nothing
        }
        Optional<WorkerIdRow> ended =
                isLastRun(own, request) ? Optional.of(own) : new Patience(table, request).awaitEnd(own);
        return ended.flatMap(row -> takeOver(row, request));
    }

    private Optional<WorkerIdLease> takeOver(WorkerIdRow row, LeaseRequest request) {
        long floor = floor(row, request);
        requireReachable(floor, row, request);
        WorkerIdLease lease = request.lease((int) row.id(), floor);
        unknown = lease;
        boolean isTaken = table.takeOver(row, lease);
        unknown = null;
        return isTaken ? Optional.of(lease) : Optional.empty();
    }

    private static void requireReachable(long floor, WorkerIdRow row, LeaseRequest request) {
        if (!request.acceptsFloor(floor)) {
            throw new WorkerIdException.ClockBehindMark(
                    (int) row.id(), request.time().now(), Instant.ofEpochMilli(floor));
        }
    }

    /** Whether this instance's own last run, which is known to have ended, or an attempt of this very process, wrote the row. */
    private boolean isLastRun(WorkerIdRow row, LeaseRequest request) {
        return isUnheard(row)
                || (!row.isReportedByFork() && request.isFromLastRun((int) row.id(), row.token(), row.reportedAt()));
    }

    private boolean isUnheard(WorkerIdRow row) {
        return unknown != null
                && !row.isReportedByFork()
                && unknown.workerId() == row.id()
                && unknown.token().equals(row.token());
    }

    private long floor(WorkerIdRow row, LeaseRequest request) {
        if (unknown != null && isUnheard(row)) {
            return unknown.floorMillis();
        }
        String token = row.isReportedByFork() ? "" : row.token();
        return request.floorFor((int) row.id(), token, row.ceilingMillis(), row.reportedAt());
    }

    private Optional<WorkerIdLease> takeFree(LeaseRequest request) {
        List<WorkerIdRow> rows = table.findAll();
        FreeIds free = new FreeIds(rows, request);
        int workerId = free.first()
                .orElseThrow(() -> new WorkerIdException.Exhausted(
                        "all worker ids %s in table %s are taken: %s; %s"
                                .formatted(request.workerIds(), table.name(), free.owners(), free.advice()),
                        entries(rows).stream()
                                .filter(entry -> request.workerIds().contains(entry.workerId()))
                                .toList()));
        WorkerIdLease lease = request.lease(workerId, free.floor(workerId));
        unknown = lease;
        boolean isTaken = table.insert(lease);
        unknown = null;
        return isTaken ? Optional.of(lease) : Optional.empty();
    }

    @Override
    public WorkerIdLease extend(WorkerIdLease lease, long ceilingMillis, String token) {
        table.extend(lease, ceilingMillis, token, tokenThatMayStand(lease));
        unknown = null;
        return lease.upTo(ceilingMillis, token);
    }

    @Override
    public void release(WorkerIdLease lease, long usedUpToMillis) {
        table.release(lease, usedUpToMillis, tokenThatMayStand(lease));
        unknown = null;
    }

    /** A lease restored from the mark is ours also if an unheard attempt of this process has replaced its token. */
    private String tokenThatMayStand(WorkerIdLease lease) {
        return (unknown != null && unknown.workerId() == lease.workerId()) ? unknown.token() : lease.token();
    }

    @Override
    public List<WorkerIdEntry> list() {
        return entries(table.findAll());
    }

    private List<WorkerIdEntry> entries(List<WorkerIdRow> rows) {
        return rows.stream()
                .filter(row -> row.id() <= Integer.MAX_VALUE)
                .map(row -> new WorkerIdEntry(
                        (int) row.id(),
                        row.owner(),
                        row.isReportedByFork() ? null : Instant.ofEpochMilli(row.reservedUntil()),
                        (row.seenAt() == 0) ? null : Instant.ofEpochMilli(row.seenAt()),
                        row.busyMillis() > 0,
                        row.owner().equals(identity.toString())))
                .toList();
    }

    @Override
    public List<ClockReading> clockReadings() {
        Stream<ClockReading> peers = table.findAll().stream()
                .filter(row -> row.busyMillis() > 0
                        && !row.isReportedByFork()
                        && !row.owner().equals(identity.toString()))
                .map(row -> new ClockReading(row.owner(), false, Duration.ofMillis(row.reportedAt() - row.seenAt())));
        List<ClockReading> readings = new ArrayList<>(peers.toList());
        readings.add(new ClockReading(identity.toString(), true, table.ownOffset()));
        return readings;
    }

    /** Does nothing: the connections belong to the DataSource. */
    @Override
    public void close() {
        // nothing is held between two calls
    }
}
