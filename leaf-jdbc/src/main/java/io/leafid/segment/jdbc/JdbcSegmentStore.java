package io.leafid.segment.jdbc;

import io.leafid.jdbc.CounterSql;
import io.leafid.jdbc.LossySettings;
import io.leafid.jdbc.OwnStatements;
import io.leafid.jdbc.OwnStatements.Statements;
import io.leafid.jdbc.OwnTransactions;
import io.leafid.jdbc.SchemaScript;
import io.leafid.jdbc.SqlDialect;
import io.leafid.jdbc.TableCheck;
import io.leafid.jdbc.TableName;
import io.leafid.jdbc.UnsafeTableException;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.Lift;
import io.leafid.segment.store.LiftingSegmentStore;
import io.leafid.segment.store.SlotRecord;
import io.leafid.segment.store.TagRow;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.NonTransientDataAccessException;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.RowMapper;

/**
 * Segments from a table of the layout of the original Leaf's {@code leaf_alloc}, which original nodes may use at the same
 * time. Thread-safe.
 *
 * <p>An allocation is one UPDATE that commits by itself; every other method runs in a transaction of its own. All use a
 * connection of their own, even inside a caller's transaction, and hold no lock when they return. Methods throw Spring's
 * {@code DataAccessException} or {@code TransactionException} when the database fails; an allocation whose reply is lost may be committed, so its range is never used.
 */
public final class JdbcSegmentStore implements LiftingSegmentStore {

    /** The table's name by default, and its name in the schema scripts. */
    public static final String DEFAULT_TABLE = "leaf_alloc";

    /** The name of the table of slot records, which stands in the schema of the other one, and in the schema scripts. */
    public static final String DEFAULT_SLOT_TABLE = SlotTable.NAME;

    private static final RowMapper<TagRow> TAG_ROW =
            (row, number) -> new TagRow(row.getString("biz_tag"), row.getLong("max_id"), row.getLong("step"));

    private final SqlDialect dialect;
    private final TableName table;
    private final OwnStatements updates;
    private final OwnTransactions transactions;
    private final ServerWatch servers;
    private final SlotTable slots;
    private final LossySettings settings;
    private volatile @Nullable SegmentStatements checked; // null until the table was looked at

    /**
     * Creates the store; does not connect yet. It goes on where the row stands after a fail-over.
     *
     * @param dataSource where connections come from; limits itself how long it may take to get one, as every pool does
     * @param dialect the kind of database
     * @param table the table's name, optionally with a schema: {@code leaf_alloc}, {@code ids.leaf_alloc}
     * @param timeout how long to wait for an answer of the database, at least 1 ms
     * @throws IllegalArgumentException if the name is not one that can stand in SQL without quotes
     */
    public JdbcSegmentStore(DataSource dataSource, SqlDialect dialect, String table, Duration timeout) {
        this(dataSource, dialect, table, timeout, FailoverPolicy.CONTINUE);
    }

    /**
     * Creates the store; does not connect yet.
     *
     * @param dataSource where connections come from; limits itself how long it may take to get one, as every pool does
     * @param dialect the kind of database
     * @param table the table's name, optionally with a schema: {@code leaf_alloc}, {@code ids.leaf_alloc}
     * @param timeout how long to wait for an answer of the database, at least 1 ms
     * @param failover what to do when another server answers than before
     * @throws IllegalArgumentException if the name is not one that can stand in SQL without quotes
     */
    public JdbcSegmentStore(
            DataSource dataSource, SqlDialect dialect, String table, Duration timeout, FailoverPolicy failover) {
        this.dialect = dialect;
        this.table = new TableName(table);
        this.updates = new OwnStatements(dataSource, dialect, timeout);
        this.transactions = new OwnTransactions(dataSource, dialect, timeout);
        this.servers = new ServerWatch(failover);
        this.slots = new SlotTable(transactions, dialect, this.table);
        this.settings = new LossySettings(transactions, dialect);
    }

    /** The statements that create the table if it is missing, to be pasted into an SQL console. */
    public String ddl() {
        return SchemaScript.of(dialect).text(DEFAULT_TABLE, table);
    }

    /**
     * The statements, once the table is known to keep what is written to it.
     *
     * @throws io.leafid.jdbc.UnsafeTableException if it does not
     */
    private SegmentStatements statements() {
        SegmentStatements known = checked;
        if (known != null) {
            return known;
        }
        boolean there = Boolean.TRUE.equals(transactions.execute(new TableCheck(dialect, table)::verify));
        slots.requireAlone();
        SegmentStatements fresh = SegmentStatements.of(table, dialect, there && namesItsServer(), updates.rowWait());
        if (there) {
            settings.warn(table, servers.lossOfCommits());
            checked = fresh; // else the statement will tell that there is no table, and the next call looks again
        }
        return fresh;
    }

    /** Asked in a transaction of its own, which a database that knows no such function spoils. */
    private boolean namesItsServer() {
        String probe = SegmentStatements.serverProbe(dialect);
        if (probe.isEmpty()) {
            servers.cannotNotice("databases of this kind do not name their server");
            return false;
        }
        try {
            transactions.execute(jdbc -> jdbc.queryForList(probe, String.class));
            return true;
        } catch (NonTransientDataAccessResourceException ex) {
            throw ex; // the line failed, and not the question
        } catch (NonTransientDataAccessException ex) {
            servers.cannotNotice(ex.getMostSpecificCause().getMessage());
            return false;
        }
    }

    @Override
    public AllocatedSegment allocate(String tag, long amount) {
        return allocate(tag, Lift.none(amount));
    }

    @Override
    public AllocatedSegment allocate(String tag, Lift lift) {
        SegmentStatements sql = statements();
        if (lift.isTooHigh()) {
            throw refusal(sql, tag, lift);
        }
        CounterUpdate counter = new CounterUpdate(dialect.counters(), sql);
        try {
            Attempt attempt = updates.execute(statements -> allocate(counter, statements, tag, lift));
            AllocatedRow row = attempt.row().orElseThrow(() -> refusal(sql, tag, attempt.lift()));
            return new AllocatedSegment(row.end() - lift.amount(), row.end(), row.step());
        } finally {
            if (servers.publish()) {
                checked = null; // another server, whose table and settings may be others
            }
        }
    }

    /**
     * Allocates once more, with the margin below, if another server has answered than before; the first range is skipped too. The
     * margin begins above all that this process was granted: a second crash may have taken the margin of the first one.
     */
    private Attempt allocate(CounterUpdate counter, Statements statements, String tag, Lift lift) throws SQLException {
        Optional<AllocatedRow> first = counter.allocate(statements, tag, lift);
        if (first.isEmpty()) {
            return new Attempt(first, lift);
        }
        long changes = servers.seen(first.get().server());
        long owed = Math.min(servers.owed(tag, changes), lift.ceiling() - lift.amount());
        if (owed == 0) {
            return settled(tag, changes, first, lift);
        }
        long floor = Math.max(lift.floor(), servers.grantedUpTo(tag));
        Lift again = new Lift(owed + lift.amount(), lift.least(), floor, lift.ceiling());
        return settled(
                tag, changes, again.isTooHigh() ? Optional.empty() : counter.allocate(statements, tag, again), again);
    }

    private Attempt settled(String tag, long changes, Optional<AllocatedRow> last, Lift lift) {
        if (last.isPresent()) {
            long end = last.get().end();
            servers.settle(tag, changes, end - lift.amount(), end);
        }
        return new Attempt(last, lift);
    }

    private record Attempt(Optional<AllocatedRow> row, Lift lift) {}

    private RuntimeException refusal(SegmentStatements sql, String tag, Lift lift) {
        AllocationRefusal refusal = new AllocationRefusal(sql);
        return transactions.execute(jdbc -> refusal.reason(jdbc, tag, lift));
    }

    @Override
    public List<SlotRecord> slotRecords() {
        return slots.records();
    }

    @Override
    public void recordSlot(SlotRecord slot) {
        slots.record(slot);
    }

    @Override
    public String slotDdl() {
        return slots.ddl();
    }

    @Override
    public String identity() {
        ConnectionCallback<String> identity = connection -> StoreIdentity.of(connection, table);
        return transactions.execute(jdbc -> Objects.requireNonNull(jdbc.execute(identity)));
    }

    @Override
    public String name() {
        return "jdbc";
    }

    @Override
    public Optional<TagRow> find(String tag) {
        String find = statements().find();
        return transactions.execute(jdbc -> jdbc.query(find, TAG_ROW, tag)).stream()
                .findFirst()
                .filter(row -> row.tag().equals(tag));
    }

    @Override
    public List<TagRow> findAll() {
        String findAll = statements().findAll();
        return transactions.execute(jdbc -> {
            requireStillSafe(jdbc);
            return jdbc.query(findAll, TAG_ROW);
        });
    }

    /** Looks at the table again at each refresh, since it can be changed under running nodes. */
    private void requireStillSafe(JdbcOperations jdbc) {
        try {
            new TableCheck(dialect, table).verify(jdbc);
        } catch (UnsafeTableException ex) {
            checked = null; // so that nothing is allocated until it is as it was
            throw ex;
        }
    }

    @Override
    public boolean create(String tag, int step, long initialId) {
        if (step < 1 || initialId < 0) {
            throw new IllegalArgumentException("step must be at least 1, initial id at least 0, but they are %d and %d"
                    .formatted(step, initialId));
        }
        String create = statements().create();
        try {
            return transactions.execute(jdbc -> jdbc.update(create, tag, initialId, step)) == 1;
        } catch (DuplicateKeyException ex) {
            return false; // caught here, after the rollback, because a failed statement spoils a transaction on
            // PostgreSQL
        }
    }

    @Override
    public boolean delete(String tag) {
        String delete = statements().delete();
        return transactions.execute(jdbc -> jdbc.update(delete, tag)) == 1;
    }

    @Override
    public boolean giveBack(String tag, long first, long end) {
        if (first < 0 || end <= first) {
            throw new IllegalArgumentException("not a range of ids: [" + first + ", " + end + ")");
        }
        SegmentStatements sql = statements();
        return transactions.execute(jdbc -> {
            Optional<String> unchangedSince = lastChange(jdbc, sql, tag, first, end);
            return unchangedSince.isPresent()
                    && jdbc.update(sql.giveBack().update(), first, tag, end, unchangedSince.get()) == 1;
        });
    }

    /**
     * When the row was changed last, if that is known and it stands at the end, where this process moved it on this server, from the first of these ids on.
     * The UPDATE demands that time, and moves it: so it never succeeds again, however often a driver or a proxy repeats it
     * and whatever other nodes allocate meanwhile.
     */
    private Optional<String> lastChange(JdbcOperations jdbc, SegmentStatements sql, String tag, long first, long end) {
        return jdbc.queryForList(sql.giveBack().lockLast(), tag, end).stream()
                .filter(row -> tag.equals(row.get("biz_tag")))
                .filter(row -> servers.granted(tag, Objects.toString(row.get(CounterSql.SERVER_ID), ""), first))
                .findFirst()
                .map(row -> (String) row.get("last_change"));
    }
}
