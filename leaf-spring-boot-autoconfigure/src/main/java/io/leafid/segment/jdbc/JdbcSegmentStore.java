package io.leafid.segment.jdbc;

import io.leafid.IdsExhaustedException;
import io.leafid.UnknownTagException;
import io.leafid.jdbc.OwnTransactions;
import io.leafid.jdbc.SchemaScript;
import io.leafid.jdbc.SqlDialect;
import io.leafid.jdbc.TableName;
import io.leafid.segment.SegmentGrant;
import io.leafid.segment.SegmentStore;
import io.leafid.segment.TagRow;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.RowMapper;

/**
 * Segments from a table of the layout of the original Leaf's {@code leaf_alloc}, which original nodes may use at the same
 * time. Thread-safe.
 *
 * <p>Every method runs in a transaction of its own on a connection of its own, even inside a caller's transaction, and
 * holds no lock when it returns. Methods throw Spring's {@code DataAccessException} or {@code TransactionException} when
 * the database fails; after a failed commit nobody knows whether the range was taken, so it must never be used.
 */
public final class JdbcSegmentStore implements SegmentStore {

    /** The table's name by default, and its name in the schema scripts. */
    public static final String DEFAULT_TABLE = "leaf_alloc";

    private static final RowMapper<TagRow> TAG_ROW =
            (row, number) -> new TagRow(row.getString("biz_tag"), row.getLong("max_id"), row.getLong("step"));

    private final SqlDialect dialect;
    private final SegmentStatements sql;
    private final OwnTransactions transactions;

    /**
     * Creates the store; does not connect yet.
     *
     * @param dataSource where connections come from; limits itself how long it may take to get one, as every pool does
     * @param dialect the kind of database
     * @param table the table's name, optionally with a schema: {@code leaf_alloc}, {@code ids.leaf_alloc}
     * @param timeout how long to wait for an answer of the database, at least 1 ms
     * @throws IllegalArgumentException if the name is not one that can stand in SQL without quotes
     */
    public JdbcSegmentStore(DataSource dataSource, SqlDialect dialect, String table, Duration timeout) {
        this.dialect = dialect;
        this.sql = SegmentStatements.of(new TableName(table));
        this.transactions = new OwnTransactions(dataSource, dialect, timeout);
    }

    /** The statements that create the table if it is missing, to be pasted into an SQL console. */
    public String ddl() {
        return SchemaScript.of(dialect).text(DEFAULT_TABLE, sql.table());
    }

    @Override
    public SegmentGrant purchase(String tag, long amount) {
        if (amount < 1) {
            throw new IllegalArgumentException("at least one id must be bought, not " + amount);
        }
        return transactions.execute(jdbc -> {
            // First the update: it locks the row, so that what is read after it is what this transaction has written.
            int updated = jdbc.update(sql.purchase(), amount, tag, Long.MAX_VALUE - amount);
            Optional<TagRow> row = read(jdbc, tag);
            if (updated > 1) {
                throw new IllegalStateException("table %s has %d rows for tag '%s'; give it its primary key biz_tag"
                        .formatted(sql.table(), updated, tag));
            }
            TagRow bought = requireExact(tag, row);
            if (updated == 0) {
                throw exhausted(bought, amount);
            }
            return grant(bought, amount);
        });
    }

    private SegmentGrant grant(TagRow row, long amount) {
        long first = Math.subtractExact(row.maxId(), amount);
        if (first < 0) {
            throw new IllegalStateException(
                    "row '%s' of table %s has max_id=%d; ids are never negative, set it to 0 or more"
                            .formatted(row.tag(), sql.table(), first));
        }
        return new SegmentGrant(first, row.maxId(), row.step());
    }

    private TagRow requireExact(String tag, Optional<TagRow> row) {
        if (row.isEmpty()) {
            throw new UnknownTagException(
                    tag,
                    "tag '%s' has no row in table %s; insert one (biz_tag, max_id, step)".formatted(tag, sql.table()),
                    null);
        }
        if (!row.get().tag().equals(tag)) {
            throw new UnknownTagException(
                    tag,
                    "tag '%s' is spelt '%s' in table %s, whose collation takes both for the same; use the table's spelling"
                            .formatted(tag, row.get().tag(), sql.table()),
                    null);
        }
        return row.get();
    }

    private IdsExhaustedException exhausted(TagRow row, long amount) {
        return new IdsExhaustedException(
                "tag '%s' is used up: max_id=%d in table %s cannot grow by %d, the last id is %d"
                        .formatted(row.tag(), row.maxId(), sql.table(), amount, Long.MAX_VALUE - 1),
                null);
    }

    @Override
    public Optional<TagRow> find(String tag) {
        return transactions
                .execute(jdbc -> read(jdbc, tag))
                .filter(row -> row.tag().equals(tag));
    }

    private Optional<TagRow> read(JdbcOperations jdbc, String tag) {
        return jdbc.query(sql.find(), TAG_ROW, tag).stream().findFirst();
    }

    @Override
    public List<TagRow> findAll() {
        return transactions.execute(jdbc -> jdbc.query(sql.findAll(), TAG_ROW));
    }

    @Override
    public boolean create(String tag, int step, long initialId) {
        if (step < 1 || initialId < 0) {
            throw new IllegalArgumentException("step must be at least 1, initial id at least 0, but they are %d and %d"
                    .formatted(step, initialId));
        }
        try {
            return transactions.execute(jdbc -> jdbc.update(sql.create(), tag, initialId, step)) == 1;
        } catch (DuplicateKeyException ex) {
            return false; // caught here, after the rollback, because a failed statement spoils a transaction on
            // PostgreSQL
        }
    }

    @Override
    public boolean giveBack(String tag, long first, long end) {
        if (first < 0 || end <= first) {
            throw new IllegalArgumentException("not a range of ids: [" + first + ", " + end + ")");
        }
        try {
            return transactions.execute(jdbc -> {
                boolean moved = jdbc.update(sql.giveBack(), first, tag, end) == 1;
                return moved && requireExact(tag, read(jdbc, tag)).maxId() == first;
            });
        } catch (UnknownTagException ex) {
            return false; // the row is another tag's, and the transaction was rolled back
        }
    }
}
