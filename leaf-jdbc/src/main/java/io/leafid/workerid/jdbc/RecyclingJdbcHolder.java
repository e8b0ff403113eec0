package io.leafid.workerid.jdbc;

import io.leafid.jdbc.SqlDialect;
import io.leafid.text.DurationText;
import io.leafid.time.TimeSource;
import io.leafid.workerid.FoundMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.MarkEvidence;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import io.leafid.workerid.WorkerIdSelector;
import io.leafid.workerid.WorkerIdUse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mode {@code jdbc_recycle}: a process leases any worker id of the range that is free, preferably the one it had, and gives
 * it back when it stops. Thread-safe for {@link #list()}; the other methods are for one thread at a time.
 *
 * <p>A worker id is free when no row has it, when it was given back, or when its owner no longer reports and the clock has
 * passed the ceiling. Where the clock of the database stepped back by more than a report counts for, the ceiling alone decides: an owner that
 * runs keeps it ahead. A row that a node of the fork wrote is never taken: the fork keeps its rows for good.
 */
public final class RecyclingJdbcHolder extends JdbcHolder {

    /** The mode that a table is used in, as the properties and its record of the layout call it. */
    public static final String MODE = "jdbc_recycle";

    private static final Logger logger = LoggerFactory.getLogger(RecyclingJdbcHolder.class);

    private static final int ROUNDS = 16;

    private final TimeSource time;
    private boolean isBeside;

    /**
     * Creates the holder; does not connect yet.
     *
     * @param dataSource where connections come from; never closed from here
     * @param dialect the kind of database
     * @param table the table
     * @param identity who this instance is
     * @param time the clocks
     */
    public RecyclingJdbcHolder(
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
    public RecyclingJdbcHolder(
            DataSource dataSource,
            Supplier<SqlDialect> dialect,
            WorkerIdTableSettings table,
            NodeIdentity identity,
            TimeSource time) {
        this(new SqlWorkerIdTable(dataSource, dialect, table, identity, time), identity, time);
    }

    RecyclingJdbcHolder(WorkerIdTable table, NodeIdentity identity, TimeSource time) {
        super(MODE, table, identity);
        this.time = time;
    }

    @Override
    public boolean isFixed() {
        return false;
    }

    @Override
    RowOwner owner(int workerId) {
        return RowOwner.leasing(identity, workerId);
    }

    /** Another owner waits for the ceiling. */
    @Override
    boolean mayPutBack(WorkerIdLease lease) {
        return time.currentTimeMillis() < lease.ceilingMillis();
    }

    /** Another process of the same identity has another worker id. */
    @Override
    boolean isSelf(WorkerIdRow row) {
        return row.report().token().equals(ownToken());
    }

    @Override
    WorkerIdLease choose(LeaseRequest request) {
        WorkerIdRange range = request.usableWorkerIds();
        for (int round = 0; round < ROUNDS; round++) {
            List<WorkerIdRow> rows = table.findAll();
            requireOwnDirectory(rows, request);
            Optional<WorkerIdLease> lease = takeUnconfirmed(rows, request).or(() -> takeFree(rows, request));
            if (lease.isPresent()) {
                return lease.get();
            }
        }
        throw new WorkerIdException.RegistryUnavailable(
                "the free worker ids %s in table %s are taken faster than they can be leased"
                        .formatted(range, table.name()),
                null);
    }

    /**
     * Two processes of one identity get along, since neither needs a worker id of its own, but not in one state directory: its
     * mark can be about one of them only.
     */
    private void requireOwnDirectory(List<WorkerIdRow> rows, LeaseRequest request) {
        Optional<FoundMark> mark = request.ownMark().filter(found -> found.evidence() == MarkEvidence.SAME_DIRECTORY);
        rows.stream()
                .filter(row -> mark.isPresent() && row.owner().equals(identity.toString()) && !isUnconfirmed(row))
                .forEach(row -> new RowOwnerWatch(table, request).awaitEnd(row));
    }

    private void warnOnceOfAnother(List<WorkerIdRow> rows, LeaseRequest request) {
        Optional<WorkerIdRow> another =
                rows.stream().filter(row -> isOfAnother(row, request)).findFirst();
        another.filter(row -> !isBeside)
                .ifPresent(row -> logger.warn(
                        "worker id {} in table {} was reported {} ago by another process as {}. This process runs beside it, under another worker id; if that one still runs, give each its own host or port",
                        row.id(),
                        table.name(),
                        DurationText.of(row.liveness().silence()),
                        identity));
        isBeside = another.isPresent();
    }

    private boolean isOfAnother(WorkerIdRow row, LeaseRequest request) {
        return row.owner().equals(identity.toString())
                && row.busyMillis() > 0
                && !row.isReportedByFork()
                && !isSelf(row)
                && !isOfLastRun(row, request);
    }

    /** Takes a row that an earlier attempt of this process wrote without hearing so. */
    private Optional<WorkerIdLease> takeUnconfirmed(List<WorkerIdRow> rows, LeaseRequest request) {
        return rows.stream()
                .filter(this::isUnconfirmed)
                .findFirst()
                .flatMap(row -> takeOver(row, request.lease((int) row.id(), floor(row, request))));
    }

    private Optional<WorkerIdLease> takeFree(List<WorkerIdRow> rows, LeaseRequest request) {
        warnOnceOfAnother(rows, request);
        Map<Long, WorkerIdRow> byWorkerId =
                rows.stream().collect(Collectors.toMap(WorkerIdRow::id, Function.identity()));
        WorkerIdSelector selector = selector(rows, request);
        return selector.takeOneOf(
                free(selector, rows, request),
                (candidate, lease) -> Optional.ofNullable(byWorkerId.get((long) candidate.workerId()))
                        .map(row -> takeOver(row, lease))
                        .orElseGet(() -> insert(lease, rows.size(), request))
                        .isPresent());
    }

    @Override
    List<Integer> eligible(LeaseRequest request) {
        List<WorkerIdRow> rows = table.findAll();
        requireOwnDirectory(rows, request);
        return free(selector(rows, request), rows, request).stream()
                .map(WorkerIdSelector.Candidate::workerId)
                .toList();
    }

    private WorkerIdSelector selector(List<WorkerIdRow> rows, LeaseRequest request) {
        WorkerIdRange range = request.usableWorkerIds();
        Map<Integer, WorkerIdUse> uses = rows.stream()
                .filter(row -> range.contains(row.id()))
                .collect(Collectors.toMap(row -> (int) row.id(), row -> use(row, request)));
        return new WorkerIdSelector(request, uses);
    }

    /** The worker ids that may be leased, of which there is one at least. */
    private List<WorkerIdSelector.Candidate> free(
            WorkerIdSelector selector, List<WorkerIdRow> rows, LeaseRequest request) {
        WorkerIdRange range = request.usableWorkerIds();
        List<WorkerIdSelector.Candidate> candidates = selector.candidates(range);
        if (candidates.isEmpty()) {
            throw exhausted(
                    "no worker id of %s is free for %s in table %s: %s"
                            .formatted(range, identity, table.name(), selector.advice(range)),
                    rows,
                    range);
        }
        return candidates;
    }

    private WorkerIdUse use(WorkerIdRow row, LeaseRequest request) {
        long takenUntil = 0;
        if (row.isReportedByFork()) {
            takenUntil = WorkerIdUse.NEVER;
        } else if (row.busyMillis() > 0 && !row.liveness().isFarAhead() && !isOfLastRun(row, request)) {
            takenUntil = request.time().currentTimeMillis() + row.busyMillis();
        }
        return new WorkerIdUse(
                row.owner(),
                row.report().token(),
                row.ceilingMillis(),
                row.report().reportedAt(),
                0,
                takenUntil);
    }
}
