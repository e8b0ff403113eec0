package io.leafid.segment.jdbc;

import io.leafid.jdbc.SchemaScript;
import io.leafid.jdbc.SqlDialect;
import io.leafid.jdbc.TableName;
import io.leafid.jdbc.UnsafeTableException;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.IdentifiedStore;
import io.leafid.segment.store.TagRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.RowMapper;

/**
 * Segments from a table of the layout of the original Leaf's {@code leaf_alloc}, which original nodes may use at the same
 * time. Thread-safe.
 *
 * <p>Each statement commits by itself, on a connection of its own, even inside a caller's transaction; no lock is held when a method
 * returns. Methods throw Spring's {@code DataAccessException} when the database fails; an allocation whose reply is lost may be committed, so its range is never used.
 */
public final class JdbcSegmentStore implements LiftingSegmentStore, IdentifiedStore {

    /** The table's name by default, and its name in the schema scripts. */
    public static final String DEFAULT_TABLE = "leaf_alloc";

    /** The name of the table of slot records, which stands in the schema of the other one, and in the schema scripts. */
    public static final String DEFAULT_SLOT_TABLE = SlotTable.NAME;

    private static final RowMapper<TagRow> TAG_ROW =
            (row, number) -> new TagRow(row.getString("biz_tag"), counterOf(row), row.getLong("step"));

    /** The counter in a row that cannot be used, since it has none. */
    private static final long NO_COUNTER = -1;

    private final Supplier<StoreAccess> maker;
    private final TableName table;
    private final ServerWatch servers;
    private final AtomicReference<@Nullable StoreAccess> access =
            new AtomicReference<>(); // null until the kind of database is known
    private final AtomicReference<@Nullable TableName> named = new AtomicReference<>();
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
        this(dataSource, dialect, table, timeout, FailoverPolicy.goOn());
    }

    /**
     * Does the same with a choice for the time after a fail-over.
     *
     * @param failover what to do when another server answers than before
     */
    public JdbcSegmentStore(
            DataSource dataSource, SqlDialect dialect, String table, Duration timeout, FailoverPolicy failover) {
        this(dataSource, () -> dialect, table, timeout, failover);
        var unused = access();
    }

    /**
     * Creates the store of a database whose kind is known only once it answers; so an application can start while it is unavailable. As long
     * as the kind is not known, every call fails with the reason.
     *
     * @param dialect the kind of database, asked by the first call, and by later ones until it is told
     */
    public JdbcSegmentStore(
            DataSource dataSource,
            Supplier<SqlDialect> dialect,
            String table,
            Duration timeout,
            FailoverPolicy failover) {
        this.table = new TableName(table);
        this.maker = () -> StoreAccess.of(dataSource, dialect.get(), this.table, timeout);
        this.servers = new ServerWatch(failover);
    }

    /** Two first calls may make two, of which the first one counts: making one changes nothing. */
    private StoreAccess access() {
        StoreAccess known = access.get();
        if (known != null) {
            return known;
        }
        StoreAccess made = maker.get();
        StoreAccess first = access.compareAndExchange(null, made);
        return (first == null) ? made : first;
    }

    /** The statements that create the table if it is missing, to be pasted into an SQL console. */
    public String ddl() {
        return SchemaScript.of(access().dialect()).text(DEFAULT_TABLE, table);
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
        StoreAccess on = access();
        Duration rowWait = on.statements().rowWait();
        TableName found = on.find().orElse(null);
        on.slots().requireAlone();
        if (found == null) { // which the statement will tell, and the next call looks again
            return SegmentStatements.of(
                    table, table, on.dialect(), SegmentStatements.NO_SERVER, rowWait, Long.MAX_VALUE);
        }
        TableName name = namedOnce(on, found);
        String server = on.serverId(servers);
        SegmentStatements fresh =
                SegmentStatements.of(table, name, on.dialect(), server, rowWait, on.largestCounter(name));
        checked = fresh;
        return fresh;
    }

    /** The name that was found first: a session may come with the search path of another client of its pooler later. */
    private TableName namedOnce(StoreAccess on, TableName found) {
        if (named.get() == null) {
            on.settings().warn(table, servers.lossOfCommits());
        }
        TableName first = named.compareAndExchange(null, found);
        return (first == null) ? found : first;
    }

    @Override
    public AllocatedSegment allocate(String tag, Lift lift) {
        CounterAllocation allocation = new CounterAllocation(access(), statements(), servers);
        try {
            return allocation.allocate(tag, lift);
        } finally {
            if (servers.publish() || allocation.isRefused()) {
                checked = null; // another server, whose table and settings may be others, or a column that may be given
                // more room
            }
        }
    }

    @Override
    public List<SlotRecord> slotRecords() {
        return access().slots().records();
    }

    @Override
    public void recordSlot(SlotRecord slot) {
        access().slots().record(slot);
    }

    @Override
    public String identity() {
        ConnectionCallback<String> identity = connection -> StoreIdentity.of(connection, table);
        return access().statements().execute(jdbc -> Objects.requireNonNull(jdbc.execute(identity)));
    }

    @Override
    public String name() {
        return "jdbc";
    }

    @Override
    public Optional<TagRow> find(String tag) {
        String find = statements().find();
        Optional<TagRow> found = access().statements().execute(jdbc -> jdbc.query(find, TAG_ROW, tag)).stream()
                .findFirst();
        found.filter(row -> !row.tag().equals(tag)).ifPresent(row -> {
            throw AllocationRefusal.otherSpelling(tag, row.tag(), table);
        });
        return found;
    }

    private static long counterOf(ResultSet row) throws SQLException {
        return Objects.requireNonNullElse(CounterRow.counterOf(row), NO_COUNTER);
    }

    @Override
    public List<TagRow> findAll() {
        String findAll = statements().findAll();
        return access().statements().execute(jdbc -> {
            requireStillSafe(jdbc);
            return jdbc.query(findAll, TAG_ROW);
        });
    }

    /** Looks at the table again at each refresh, since it can be changed under running nodes. */
    private void requireStillSafe(JdbcOperations jdbc) {
        try {
            access().check().verify(jdbc);
        } catch (UnsafeTableException ex) {
            checked = null; // so that nothing is allocated until it is as it was
            throw ex;
        }
    }

    @Override
    public boolean create(String tag, int step, long initialId) {
        if (step < 1 || initialId < 0) {
            throw new IllegalArgumentException("step must be at least 1, initial id at least 0, but they are %s and %s"
                    .formatted(step, initialId));
        }
        String create = statements().create();
        try {
            return access().statements().execute(jdbc -> jdbc.update(create, tag, initialId, step)) == 1;
        } catch (DuplicateKeyException ex) {
            return false;
        }
    }

    @Override
    public boolean giveBack(String tag, long first, long end) {
        if (first < 0 || end <= first) {
            throw new IllegalArgumentException("not a range of ids: [" + first + ", " + end + ")");
        }
        SegmentStatements sql = statements();
        return access().statements().execute(jdbc -> {
            Optional<String> unchangedSince = lastChange(jdbc, sql, tag, end);
            return unchangedSince.isPresent()
                    && jdbc.update(sql.giveBack().update(), first, tag, end, unchangedSince.get()) == 1;
        });
    }

    /**
     * The time of the row's last change, if it stands at the end, and on the server that has granted all to this process. The
     * UPDATE demands that time, and moves it: it never succeeds again, though a driver or a proxy repeats it.
     */
    private Optional<String> lastChange(JdbcOperations jdbc, SegmentStatements sql, String tag, long end) {
        for (Map<String, Object> row : jdbc.queryForList(sql.giveBack().lockLast(), tag, end)) {
            String server = sql.server(jdbc);
            if (tag.equals(row.get("biz_tag")) && servers.isTheOnlyOne(server)) {
                return Optional.ofNullable((String) row.get("last_change"));
            }
        }
        return Optional.empty();
    }
}
