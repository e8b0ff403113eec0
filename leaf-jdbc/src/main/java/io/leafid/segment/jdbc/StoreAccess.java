package io.leafid.segment.jdbc;

import io.leafid.jdbc.CounterSql;
import io.leafid.jdbc.LossySettings;
import io.leafid.jdbc.OwnStatements;
import io.leafid.jdbc.SqlDialect;
import io.leafid.jdbc.TableCheck;
import io.leafid.jdbc.TableName;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.dao.NonTransientDataAccessException;
import org.springframework.dao.NonTransientDataAccessResourceException;

/**
 * The ways into the database of a store, once its kind is known. Immutable but for what the slots have seen.
 *
 * @param dialect the kind of database
 * @param statements runs what is asked of it
 * @param check looks at the table before its first use
 * @param slots the table of slot records
 * @param settings tells of settings by which the server may lose what it has confirmed
 */
record StoreAccess(
        SqlDialect dialect, OwnStatements statements, TableCheck check, SlotTable slots, LossySettings settings) {

    static StoreAccess of(DataSource dataSource, SqlDialect dialect, TableName table, Duration timeout) {
        OwnStatements statements = new OwnStatements(dataSource, dialect, timeout);
        return new StoreAccess(
                dialect,
                statements,
                new TableCheck(dialect, table),
                new SlotTable(statements, dialect, table),
                new LossySettings(statements, dialect));
    }

    /**
     * The name of the table for statements; nothing if there is none.
     *
     * @throws io.leafid.jdbc.UnsafeTableException if the table does not keep what is written to it
     */
    Optional<TableName> find() {
        return statements.execute(jdbc -> {
            check.requireAutoCommit(jdbc);
            return check.verify(jdbc);
        });
    }

    /** The largest counter that a table has room for. Outside of strict mode, MariaDB and MySQL write it in place of a larger one. */
    long largestCounter(TableName table) {
        String none = "SELECT max_id FROM %s WHERE 1 = 0".formatted(table);
        return statements.execute(jdbc -> Objects.requireNonNull(jdbc.query(none, new ColumnLimit())));
    }

    /** The expression by which the database names its server; tells if it has none. */
    String serverId(ServerWatch servers) {
        String reason = "databases of this kind do not name their server";
        CounterSql counters = dialect.counters();
        for (String expression : servers.skips() ? counters.serverRuns() : counters.serverIds()) {
            try {
                statements.execute(jdbc -> jdbc.queryForList("SELECT " + expression, String.class));
                return expression;
            } catch (NonTransientDataAccessResourceException ex) {
                throw ex; // the line failed, and not the question
            } catch (NonTransientDataAccessException ex) { // as a firewall refuses it
                reason = ex.getMostSpecificCause().getMessage();
            }
        }
        servers.cannotNotice(reason);
        return SegmentStatements.NO_SERVER;
    }
}
