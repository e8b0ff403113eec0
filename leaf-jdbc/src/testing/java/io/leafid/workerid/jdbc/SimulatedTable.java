package io.leafid.workerid.jdbc;

import io.leafid.time.TimeSource;
import io.leafid.workerid.BrokenRule;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.SimulatedRegistry;
import io.leafid.workerid.Wire;
import io.leafid.workerid.WorkerIdLease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The table of worker ids in memory, with what each statement demands and changes, and every earlier state. For one thread at a time.
 */
public final class SimulatedTable extends SimulatedRegistry {

    /** The row that says what the namespace was begun with. */
    private static final long RECORD = -1;

    private final LongSupplier clock;
    private final Duration liveness;
    private final Set<BrokenRule> broken;
    private final Map<Long, Row> rows = new TreeMap<>();
    private final List<Change> changes = new ArrayList<>();

    /** Makes an empty one; {@code clock} is the database's, in milliseconds since 1970. */
    public SimulatedTable(LongSupplier clock, Duration liveness, Set<BrokenRule> broken) {
        this.clock = clock;
        this.liveness = liveness;
        this.broken = Set.copyOf(broken);
    }

    long now() {
        return clock.getAsLong();
    }

    Optional<WorkerIdRow> find(long id) {
        return Optional.ofNullable(rows.get(id)).map(row -> row.read(id, now()));
    }

    Optional<WorkerIdRow> find(String key) {
        for (Map.Entry<Long, Row> row : rows.entrySet()) {
            if (row.getValue().key.equals(key)) {
                return find(row.getKey());
            }
        }
        return Optional.empty();
    }

    List<WorkerIdRow> findAll(boolean isRecordIncluded) {
        List<WorkerIdRow> found = new ArrayList<>();
        rows.forEach((id, row) -> {
            if (id >= 0 || isRecordIncluded) {
                found.add(row.read(id, now()));
            }
        });
        return found;
    }

    private void put(long id, @Nullable Row row) {
        Row before = (row == null) ? rows.remove(id) : rows.put(id, row);
        if (id != RECORD) {
            changes.add(new Change(id, before));
        }
        if (row != null && id >= 0) {
            confirm((int) id, row.token, row.ceiling);
        }
    }

    boolean insert(WorkerIdLease lease, String key, long reported, boolean isLive) {
        long id = lease.workerId();
        if (rows.containsKey(id) || find(key).isPresent()) {
            return false;
        }
        long seen = now();
        long end = isLive ? seen + liveness.toMillis() : seen;
        put(id, new Row(key, lease.token(), lease.ceilingMillis(), reported, seen, end));
        return true;
    }

    /** Whether the record is the one of that time, and no row is missing that it counts. */
    boolean isComplete(long recordAt) {
        Row record = rows.get(RECORD);
        return record != null && record.seen == recordAt && record.ceiling < rows.size();
    }

    /** Counts rows in the record; always true. */
    boolean count(int more, int least) {
        rows.computeIfPresent(RECORD, (id, row) -> row.upTo(Math.max(row.ceiling + more, least)));
        return true;
    }

    boolean takeOver(WorkerIdRow read, WorkerIdLease lease, String key, long reported) {
        Row row = rows.get((long) lease.workerId());
        boolean isCompared = !broken.contains(BrokenRule.A_TAKE_OVER_COMPARES_WHAT_WAS_READ);
        if (row == null || (isCompared && !row.isAs(read))) {
            return false;
        }
        long seen = now();
        put(
                lease.workerId(),
                new Row(key, lease.token(), lease.ceilingMillis(), reported, seen, seen + liveness.toMillis()));
        return true;
    }

    boolean extend(WorkerIdLease lease, String key, Set<String> tokens, long reported) {
        Row row = rows.get((long) lease.workerId());
        boolean isCompared = !broken.contains(BrokenRule.AN_EXTENSION_COMPARES_THE_TOKEN);
        if (row == null || (isCompared && !row.isOf(key, tokens))) {
            return false;
        }
        if (broken.contains(BrokenRule.THE_REGISTRY_CONFIRMS_WHAT_IS_DURABLE)) {
            return true;
        }
        boolean isLowered = broken.contains(BrokenRule.AN_EXTENSION_NEVER_LOWERS_THE_CEILING);
        long ceiling = isLowered ? lease.ceilingMillis() : Math.max(row.ceiling, lease.ceilingMillis());
        long seen = now();
        put(lease.workerId(), new Row(key, lease.token(), ceiling, reported, seen, seen + liveness.toMillis()));
        return true;
    }

    boolean release(WorkerIdLease lease, String key, Set<String> tokens, long reported) {
        Row row = rows.get((long) lease.workerId());
        boolean isCompared = !broken.contains(BrokenRule.A_RELEASE_COMPARES_THE_TOKEN);
        if (row == null || (isCompared && !row.isOf(key, tokens))) {
            return false;
        }
        put(lease.workerId(), new Row(key, row.token, lease.ceilingMillis(), reported, now(), now()));
        return true;
    }

    @Override
    public Connection connect(NodeIdentity identity, TimeSource time, Wire wire, boolean isFixed) {
        WorkerIdTable table = new SimulatedTableClient(this, wire, time);
        return new Connection(
                isFixed ? new JdbcWorkerIdHolder(table, identity) : new RecyclingJdbcHolder(table, identity, time),
                () -> {},
                lag -> {});
    }

    @Override
    public long changes() {
        return changes.size();
    }

    @Override
    public void silence(NodeIdentity identity) {
        findAll(false).stream()
                .filter(row -> row.owner().equals(identity.toString()))
                .forEach(row -> rows.computeIfPresent(row.id(), (id, present) -> present.silent(now())));
    }

    @Override
    public void delete(int workerId) {
        put(workerId, null);
    }

    @Override
    public void empty() {
        List.copyOf(rows.keySet()).forEach(id -> put(id, null));
    }

    @Override
    public Recorded recorded(int workerId) {
        Row row = rows.get((long) workerId);
        return (row == null) ? Recorded.NONE : new Recorded(row.token, row.ceiling);
    }

    @Override
    public void rewind(int workerId) {
        for (int i = changes.size() - 1; i >= 0; i--) {
            Row before = changes.get(i).before;
            if (changes.get(i).id == workerId && before != null) {
                put(workerId, before);
                return;
            }
        }
    }

    @Override
    public Set<Integer> failOver(int lost) {
        Set<Integer> worker = new TreeSet<>();
        for (int i = 0; i < lost && !changes.isEmpty(); i++) {
            Change last = changes.remove(changes.size() - 1);
            if (last.before == null) {
                rows.remove(last.id);
            } else {
                rows.put(last.id, last.before);
            }
            worker.add((int) last.id);
        }
        return worker;
    }

    @Override
    public boolean isBound() {
        return rows.containsKey(RECORD);
    }

    @Override
    public void forget() {
        rows.remove(RECORD);
    }

    @Override
    public String nameOf(int workerId) {
        return "row " + workerId;
    }

    /** The columns of a row. */
    private record Row(String key, String token, long ceiling, long reported, long seen, long liveUntil) {

        WorkerIdRow read(long id, long now) {
            return new WorkerIdRow(
                    id,
                    key,
                    ceiling,
                    new WorkerIdRow.Report(token, ceiling, reported),
                    new WorkerIdRow.Liveness(seen, liveUntil, now));
        }

        Row upTo(long newCeiling) {
            return new Row(key, token, newCeiling, reported, seen, liveUntil);
        }

        Row silent(long now) {
            return new Row(key, token, ceiling, reported, seen, Math.min(liveUntil, now));
        }

        boolean isOf(String owner, Set<String> owned) {
            return key.equals(owner) && owned.contains(token);
        }

        boolean isAs(WorkerIdRow read) {
            return key.equals(read.key())
                    && token.equals(read.report().token())
                    && ceiling == read.maxTimestamp()
                    && seen == read.liveness().seenAt();
        }
    }

    /** What stood in a row before a change. */
    private record Change(long id, @Nullable Row before) {}
}
