package io.leafid.segment.jdbc;

import io.leafid.jdbc.LossySettings;
import io.leafid.jdbc.OwnStatements;
import io.leafid.jdbc.OwnTransactions;
import io.leafid.jdbc.SqlDialect;
import io.leafid.jdbc.TableCheck;
import io.leafid.jdbc.TableName;
import java.time.Duration;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.NonTransientDataAccessException;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.jdbc.core.JdbcOperations;

/**
 * The ways into the database of a store, once its kind is known. Immutable but for what the slots have seen.
 *
 * @param dialect the kind of database
 * @param updates runs what commits by itself
 * @param transactions runs everything else
 * @param check looks at the table before its first use
 * @param onDisk knows what a server that may lose its last commits has on its disk; {@code null} where no margin is skipped after a change
 * @param slots the table of slot records
 * @param settings tells of settings by which the server may lose what it has confirmed
 */
record StoreAccess(
        SqlDialect dialect,
        OwnStatements updates,
        OwnTransactions transactions,
        TableCheck check,
        @Nullable RowsOnDisk onDisk,
        SlotTable slots,
        LossySettings settings) {

    static StoreAccess of(
            DataSource dataSource, SqlDialect dialect, TableName table, Duration timeout, FailoverPolicy failover) {
        OwnStatements updates = new OwnStatements(dataSource, dialect, timeout);
        OwnTransactions transactions = new OwnTransactions(dataSource, dialect, timeout);
        return new StoreAccess(
                dialect,
                updates,
                transactions,
                new TableCheck(dialect, table),
                (failover.margin() == 0) ? null : RowsOnDisk.of(updates, dialect.counters(), timeout, failover),
                new SlotTable(transactions, dialect, table),
                new LossySettings(transactions, dialect));
    }

    /**
     * The largest counter that the table has room for, 0 if there is none. Outside of strict mode, MariaDB and MySQL write it in place of a
     * larger one.
     *
     * @throws io.leafid.jdbc.UnsafeTableException if the table does not keep what is written to it
     */
    long largestCounter(JdbcOperations jdbc) {
        String none = "SELECT max_id FROM %s WHERE 1 = 0".formatted(check.table());
        return check.verify(jdbc) ? Objects.requireNonNull(jdbc.query(none, new ColumnLimit())) : 0;
    }

    /** Returns whether the database names its server; tells if it does not. Asked in a transaction of its own, which that may spoil. */
    boolean namesItsServer(ServerWatch servers) {
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
}
