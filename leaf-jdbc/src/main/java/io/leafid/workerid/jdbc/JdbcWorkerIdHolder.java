package io.leafid.workerid.jdbc;

import io.leafid.jdbc.SqlDialect;
import io.leafid.time.TimeSource;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdComponent;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import io.leafid.workerid.WorkerIdSelector;
import io.leafid.workerid.WorkerIdUse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * Mode {@code mysql}, on any database: each instance keeps the row that it got at its first start, with the lowest worker id
 * that was free then. Thread-safe for {@link #list()}; the other methods are for one thread at a time.
 */
public final class JdbcWorkerIdHolder extends JdbcHolder {

    /** The table's name by default, and its name in the schema scripts. */
    public static final String DEFAULT_TABLE = "leaf_workerid_alloc";

    /** The mode that a table is used in, as the properties and its record of the layout call it. */
    public static final String MODE = "mysql";

    /**
     * Creates the holder; does not connect yet.
     *
     * @param dataSource where connections come from; never closed from here
     * @param dialect the kind of database
     * @param table the table
     * @param identity who this instance is
     * @param time the clocks
     */
    public JdbcWorkerIdHolder(
            DataSource dataSource,
            SqlDialect dialect,
            WorkerIdTableSettings table,
            NodeIdentity identity,
            TimeSource time) {
        this(dataSource, () -> dialect, table, identity, time);
    }

    /**
     * Creates the holder of a database whose kind is known only once it answers; so an application can start from its local mark while it is
     * away.
     *
     * @param dialect the kind of database, asked by the first call, and by later ones until it is told
     */
    public JdbcWorkerIdHolder(
            DataSource dataSource,
            Supplier<SqlDialect> dialect,
            WorkerIdTableSettings table,
            NodeIdentity identity,
            TimeSource time) {
        this(new SqlWorkerIdTable(dataSource, dialect, table, identity, time), identity);
    }

    JdbcWorkerIdHolder(WorkerIdTable table, NodeIdentity identity) {
        super(MODE, table, identity);
    }

    @Override
    public boolean isFixed() {
        return true;
    }

    @Override
    RowOwner owner(int workerId) {
        return RowOwner.fixed(identity);
    }

    /** The worker id is this identity's for good, also while it goes on alone. */
    @Override
    boolean mayPutBack(WorkerIdLease lease) {
        return true;
    }

    @Override
    boolean isSelf(WorkerIdRow row) {
        return row.key().equals(identity.toString());
    }

    @Override
    WorkerIdLease choose(LeaseRequest request) {
        // Each lost race means that another instance got a worker id of the range for good.
        for (int lost = 0; lost <= request.workerIds().size(); lost++) {
            Optional<WorkerIdRow> own = table.findByOwner(identity.toString());
            Optional<WorkerIdLease> taken = own.isPresent() ? takeOwn(own.get(), request) : takeFree(request);
            if (taken.isPresent()) {
                return taken.get();
            }
        }
        throw new WorkerIdException.RegistryUnavailable(
                "others were always faster in table %s; try again".formatted(table.name()), null);
    }

    @Override
    List<Integer> eligible(LeaseRequest request) {
        return table.findByOwner(identity.toString())
                .flatMap(own -> awaitEnd(own, request))
                .map(row -> List.of(lease(row, request).workerId()))
                .orElseGet(() -> free(table.findAll(), request).stream()
                        .map(WorkerIdSelector.Candidate::workerId)
                        .toList());
    }

    private Optional<WorkerIdLease> takeOwn(WorkerIdRow own, LeaseRequest request) {
        return awaitEnd(own, request).flatMap(row -> takeOver(row, lease(row, request)));
    }

    /** The own row once no other process has it; empty if it is gone. */
    private Optional<WorkerIdRow> awaitEnd(WorkerIdRow own, LeaseRequest request) {
        if (!request.workerIds().contains(own.id())) {
            throw new WorkerIdException.BadAssignment(
                    ("%s has worker id %s in table %s, outside %s; widen that range or, when reserved_until "
                                    + "and max_timestamp are past, delete the row, and it gets the lowest free worker id")
                            .formatted(identity, own.id(), table.name(), request.workerIds()),
                    WorkerIdComponent.WORKER_IDS);
        }
        if (own.isReportedByFork()) {
            request.noteOwner((int) own.id(), "");
            requireReachable(own.ceilingMillis(), own, request); // to watch it would change nothing
        }
        return isOfLastRun(own, request) ? Optional.of(own) : new RowOwnerWatch(table, request).awaitEnd(own);
    }

    private WorkerIdLease lease(WorkerIdRow row, LeaseRequest request) {
        long floor = floor(row, request);
        requireReachable(floor, row, request);
        return request.lease((int) row.id(), floor);
    }

    private static void requireReachable(long floor, WorkerIdRow row, LeaseRequest request) {
        if (!request.acceptsFloor(floor)) {
            throw new WorkerIdException.ClockBehindMark(
                    (int) row.id(), request.time().now(), Instant.ofEpochMilli(floor));
        }
    }

    /** Inserts a row for the first worker id that has none: a row belongs to its instance for good. */
    private Optional<WorkerIdLease> takeFree(LeaseRequest request) {
        List<WorkerIdRow> rows = table.findAll();
        WorkerIdSelector.Candidate first = free(rows, request).get(0);
        return insert(request.lease(first.workerId(), first.floorMillis()), rows.size(), request);
    }

    /** The worker ids that have no row, in the order in which they are taken; there is one at least. */
    private List<WorkerIdSelector.Candidate> free(List<WorkerIdRow> rows, LeaseRequest request) {
        WorkerIdRange range = request.usableWorkerIds();
        Map<Integer, WorkerIdUse> uses = rows.stream()
                .filter(row -> range.contains(row.id()))
                .collect(Collectors.toMap(
                        row -> (int) row.id(),
                        row -> new WorkerIdUse(
                                row.owner(), row.report().token(), row.ceilingMillis(), 0, 0, WorkerIdUse.NEVER)));
        List<WorkerIdSelector.Candidate> free = new WorkerIdSelector(request, uses).candidates(range);
        if (free.isEmpty()) {
            throw exhausted(
                    "all worker ids %s in table %s are taken: %s"
                            .formatted(range, table.name(), new TakenRows(rows, range).describe()),
                    rows,
                    range);
        }
        return free;
    }
}
