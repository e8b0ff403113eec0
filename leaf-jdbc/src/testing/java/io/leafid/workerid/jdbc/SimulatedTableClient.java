package io.leafid.workerid.jdbc;

import io.leafid.jdbc.TableName;
import io.leafid.time.TimeSource;
import io.leafid.workerid.Wire;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdLease;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The table in memory as one process sees it, over a line. For one thread at a time. */
record SimulatedTableClient(SimulatedTable server, Wire wire, TimeSource time) implements WorkerIdTable {

    private static final TableName NAME = new TableName("leaf_workerid_alloc");

    @Override
    public TableName name() {
        return NAME;
    }

    @Override
    public Optional<WorkerIdRow> findById(long id) {
        return wire.call(() -> server.find(id));
    }

    @Override
    public Optional<WorkerIdRow> findByOwner(String key) {
        return wire.call(() -> server.find(key));
    }

    @Override
    public List<WorkerIdRow> findAll() {
        return wire.call(() -> server.findAll(false));
    }

    @Override
    public Duration ownOffset() {
        long own = time.currentTimeMillis();
        return Duration.ofMillis(own - wire.call(server::now));
    }

    @Override
    public boolean insertAgain(WorkerIdLease lease, RowOwner owner, int rows) {
        long reported = time.currentTimeMillis();
        return wire.call(() -> server.insert(lease, owner.key(), reported, true) && server.count(0, rows + 1));
    }

    @Override
    public boolean insertFirst(WorkerIdLease lease, RowOwner owner, int rows, long recordAt) {
        long reported = time.currentTimeMillis();
        return wire.call(() -> (recordAt < 0 || server.isComplete(recordAt))
                && server.insert(lease, owner.key(), reported, true)
                && server.count(1, rows + 1));
    }

    @Override
    public boolean insertRecord(WorkerIdLease carrier, RowOwner owner) {
        long reported = time.currentTimeMillis();
        return wire.call(() -> server.insert(carrier, owner.key(), reported, false));
    }

    @Override
    public boolean takeOver(WorkerIdRow read, WorkerIdLease lease, RowOwner owner) {
        long reported = time.currentTimeMillis();
        return wire.call(() -> server.takeOver(read, lease, owner.key(), reported));
    }

    @Override
    public boolean isOfThisProcess() {
        return false;
    }

    @Override
    public boolean extend(WorkerIdLease extended, RowOwner owner, String token, String otherToken) {
        long reported = time.currentTimeMillis();
        Set<String> tokens = Set.copyOf(List.of(token, otherToken, extended.token()));
        return isChanged(
                extended,
                wire.call(() -> server.find(extended.workerId())
                        .map(row -> server.extend(extended, owner.key(), tokens, reported))));
    }

    @Override
    public boolean release(WorkerIdLease released, RowOwner owner, String otherToken) {
        long reported = Math.max(time.currentTimeMillis(), released.ceilingMillis());
        Set<String> tokens = Set.copyOf(List.of(released.token(), otherToken));
        return isChanged(
                released,
                wire.call(() -> server.find(released.workerId())
                        .map(row -> server.release(released, owner.key(), tokens, reported))));
    }

    private static boolean isChanged(WorkerIdLease lease, Optional<Boolean> ofRow) {
        if (ofRow.isPresent() && !ofRow.get()) {
            throw new WorkerIdException.LeaseLost(
                    "worker id %d is no longer held by this process".formatted(lease.workerId()));
        }
        return ofRow.isPresent();
    }
}
