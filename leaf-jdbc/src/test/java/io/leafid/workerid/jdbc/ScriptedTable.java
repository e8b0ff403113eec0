package io.leafid.workerid.jdbc;

import io.leafid.jdbc.TableName;
import io.leafid.time.TimeSource;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdLease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The table with the rows that a test puts there, whatever it is told to write. For one thread at a time. */
final class ScriptedTable implements WorkerIdTable {

    /** What becomes of a lease that is to be written. */
    enum Fate {
        WRITTEN,
        OTHERS_ARE_FASTER,
        WRITTEN_WITHOUT_A_REPLY
    }

    private static final TableName NAME = new TableName("leaf_workerid_alloc");

    final List<WorkerIdRow> rows = new ArrayList<>();
    final List<WorkerIdLease> leases = new ArrayList<>();
    final Set<String> tokensThatMayStand = new HashSet<>();
    Fate fate = Fate.WRITTEN;
    int looks;
    private final TimeSource clock;
    private Optional<WorkerIdRow> record = Optional.empty(); // of the namespace, which is none of the worker ids

    ScriptedTable(TimeSource clock) {
        this.clock = clock;
    }

    /** A row of ours, as its owner has just written it. */
    static WorkerIdRow row(long id, String key, String token, long reservedUntil, WorkerIdRow.Liveness liveness) {
        WorkerIdRow.Report report = new WorkerIdRow.Report(token, reservedUntil, liveness.seenAt());
        return new WorkerIdRow(id, key, reservedUntil, report, liveness);
    }

    /** A row as a node of the fork has written it. */
    static WorkerIdRow ofFork(long id, String key, long maxTimestamp) {
        return new WorkerIdRow(
                id, key, maxTimestamp, new WorkerIdRow.Report("", 0, 0), new WorkerIdRow.Liveness(0, 0, 0));
    }

    /** As it is read at the present moment. */
    private WorkerIdRow now(WorkerIdRow row) {
        WorkerIdRow.Liveness then = row.liveness();
        return new WorkerIdRow(
                row.id(),
                row.key(),
                row.maxTimestamp(),
                row.report(),
                new WorkerIdRow.Liveness(then.seenAt(), then.liveUntil(), clock.currentTimeMillis()));
    }

    @Override
    public TableName name() {
        return NAME;
    }

    @Override
    public Optional<WorkerIdRow> findById(long id) {
        return Stream.concat(rows.stream(), record.stream())
                .filter(row -> row.id() == id)
                .findFirst()
                .map(this::now);
    }

    @Override
    public Optional<WorkerIdRow> findByOwner(String key) {
        return rows.stream().filter(row -> row.key().equals(key)).findFirst().map(this::now);
    }

    @Override
    public List<WorkerIdRow> findAll() {
        looks++;
        return rows.stream().map(this::now).toList();
    }

    @Override
    public Duration ownOffset() {
        return Duration.ZERO;
    }

    private boolean write(WorkerIdLease lease, RowOwner owner) {
        if (fate == Fate.OTHERS_ARE_FASTER) {
            return false;
        }
        long now = clock.currentTimeMillis();
        leases.add(lease);
        rows.removeIf(row -> row.id() == lease.workerId());
        rows.add(row(
                lease.workerId(),
                owner.key(),
                lease.token(),
                lease.ceilingMillis(),
                new WorkerIdRow.Liveness(now, now + 9_000, now)));
        if (fate == Fate.WRITTEN_WITHOUT_A_REPLY) {
            fate = Fate.WRITTEN;
            throw new WorkerIdException.RegistryUnavailable("the line was cut", null);
        }
        return true;
    }

    @Override
    public boolean insertAgain(WorkerIdLease lease, RowOwner owner, int known) {
        return write(lease, owner);
    }

    @Override
    public boolean insertFirst(WorkerIdLease lease, RowOwner owner, int known, long recordAt) {
        return write(lease, owner);
    }

    @Override
    public boolean insertRecord(WorkerIdLease carrier, RowOwner owner) {
        long now = clock.currentTimeMillis();
        WorkerIdRow.Liveness liveness = new WorkerIdRow.Liveness(now, now, now);
        record = Optional.of(row(carrier.workerId(), owner.key(), carrier.token(), carrier.ceilingMillis(), liveness));
        return true;
    }

    @Override
    public boolean takeOver(WorkerIdRow read, WorkerIdLease lease, RowOwner owner) {
        return write(lease, owner);
    }

    @Override
    public boolean isOfThisProcess() {
        return false;
    }

    @Override
    public boolean extend(WorkerIdLease extended, RowOwner owner, String token, String otherToken) {
        leases.add(extended);
        tokensThatMayStand.addAll(List.of(token, otherToken));
        return true;
    }

    @Override
    public boolean release(WorkerIdLease released, RowOwner owner, String otherToken) {
        leases.add(released);
        return true;
    }
}
