package io.leafid.segment.jdbc;

import io.leafid.jdbc.CounterSql;
import io.leafid.jdbc.SqlDialect;
import io.leafid.jdbc.TableName;
import java.time.Duration;
import java.util.Objects;
import org.springframework.jdbc.core.JdbcOperations;

/**
 * The statements of one table, ready to be prepared. Immutable.
 *
 * @param table the table's name, for messages
 * @param allocation takes a range
 * @param find reads a row: tag
 * @param findAll reads all rows
 * @param create adds a row: tag, initial id, step
 * @param giveBack gives a range back
 * @param askServer reads the name of the server; empty if it has none
 * @param largest the largest counter that the table has room for
 */
record SegmentStatements(
        TableName table,
        Allocation allocation,
        String find,
        String findAll,
        String create,
        GiveBack giveBack,
        String askServer,
        long largest) {

    /** The expression where a database cannot name its server. */
    static final String NO_SERVER = "''";

    /**
     * Puts the names in.
     *
     * @param table the table's name, for messages
     * @param named its name for statements
     * @param server the expression by which the replies name the server
     * @param rowWait how long an allocation may wait for its row, where JDBC's own limit is not to be used
     * @param largest the largest counter that the table has room for
     */
    static SegmentStatements of(
            TableName table, TableName named, SqlDialect dialect, String server, Duration rowWait, long largest) {
        return new SegmentStatements(
                table,
                Allocation.of(named, dialect, server, rowWait),
                """
                SELECT biz_tag, max_id, step
                  FROM %s
                 WHERE biz_tag = ?
                """.formatted(named),
                """
                SELECT biz_tag, max_id, step
                  FROM %s
                """.formatted(named),
                """
                INSERT INTO %s (biz_tag, max_id, step, update_time)
                VALUES (?, ?, ?, %s)
                """.formatted(named, dialect.sql().moment()),
                GiveBack.of(named, dialect),
                NO_SERVER.equals(server) ? "" : dialect.counters().askServer().formatted(server),
                largest);
    }

    /** The name of the server that answers now; empty if it has none. */
    String server(JdbcOperations jdbc) {
        return askServer.isEmpty() ? "" : Objects.requireNonNullElse(jdbc.queryForObject(askServer, String.class), "");
    }

    /**
     * The statements that take a range. Immutable.
     *
     * @param update moves the counter up: floor, amount, tag, tag, least and highest counter that it may move
     * @param details reads what the reply to the update has no room for: tag; empty if it has
     * @param lockRow reads a row as it is now, at the primary: tag
     */
    record Allocation(String update, String details, String lockRow) {

        private static Allocation of(TableName table, SqlDialect dialect, String server, Duration rowWait) {
            CounterSql counters = dialect.counters();
            return new Allocation(
                    counters.allocation().formatted(table, server, rowWait.toMillis()),
                    counters.details().formatted(table, server),
                    """
                    SELECT biz_tag, max_id
                      FROM %s
                     WHERE biz_tag = ?
                       %s
                    """.formatted(table, dialect.sql().rowLock()));
        }
    }

    /**
     * The statements that give a range back. Immutable.
     *
     * @param lockLast reads when the row was changed last, at the primary: tag, end
     * @param update moves the counter back unless the row was changed since then: first, tag, end, last change
     */
    record GiveBack(String lockLast, String update) {

        private static GiveBack of(TableName table, SqlDialect dialect) {
            String lastChange = dialect.counters().lastChange();
            return new GiveBack("""
                    SELECT biz_tag, %2$s AS last_change
                      FROM %1$s
                     WHERE biz_tag = ? AND max_id = ?
                       %3$s
                    """.formatted(table, lastChange, dialect.sql().rowLock()), """
                    UPDATE %1$s
                       SET max_id = ?, update_time = %3$s
                     WHERE biz_tag = ? AND max_id = ? AND %2$s = ? AND update_time < %3$s
                    """.formatted(
                            table, lastChange, dialect.sql().moment()));
        }
    }
}
