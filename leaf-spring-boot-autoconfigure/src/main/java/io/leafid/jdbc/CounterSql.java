package io.leafid.jdbc;

import java.util.List;

/**
 * How a kind of database moves a counter up and tells, in the reply to that very statement, what it wrote. Immutable.
 *
 * <p>The UPDATE commits by itself, so that its row is locked over no round trip. Its WHERE compares the spelling to the letter,
 * whatever the collation takes for the same: nothing could be rolled back afterwards.
 *
 * <p>A second statement that reads the row back would be unsafe: a proxy may send it to a replica, and another node may come
 * in between. A database whose reply has room for one number only returns the new counter; the rest is then asked for without
 * waiting for the row, and no range depends on what that says.
 *
 * @param allocation the UPDATE, with places for the table, for {@code serverId} if its reply holds it, and for the
 *     milliseconds that it may wait for the row, if JDBC's own limit is not to be used; parameters: amount, tag, tag, the
 *     highest counter that leaves room for the amount
 * @param details reads what the reply has no room for: {@code step} and {@code server_id}; empty if it has; with places for
 *     the table and {@code serverId}; parameter: tag
 * @param reply names what the reply to the UPDATE holds: columns of the row, or the counter alone
 * @param serverId an expression that names the server which runs the statement and changes when another one takes over;
 *     empty if there is none
 * @param lastChange an expression, as text, for the moment at which a row was changed last; null if that is not known
 */
public record CounterSql(String allocation, String details, List<String> reply, String serverId, String lastChange) {

    /** The column of the reply, or of the details, that names the server. */
    public static final String SERVER_ID = "server_id";

    /*
     * The OK packet of the UPDATE carries the value of LAST_INSERT_ID(expression); drivers return it as generated key.
     * MariaDB, which has no server_uuid, skips comments of the versions 5.7 to 9. FOR UPDATE makes a proxy that splits reads
     * from writes ask the primary; it locks nothing, since it does not reach into the subquery. A binary string has no
     * collation, and no trailing spaces that do not count.
     */
    static final CounterSql MYSQL = new CounterSql(
            """
            UPDATE %1$s
               SET max_id = LAST_INSERT_ID(max_id + ?), update_time = CURRENT_TIMESTAMP
             WHERE biz_tag = ?
               AND CAST(CONVERT(biz_tag USING utf8mb4) AS BINARY) = CAST(CONVERT(? USING utf8mb4) AS BINARY)
               AND max_id BETWEEN 0 AND ?
            """,
            """
            SELECT (SELECT step FROM %1$s WHERE biz_tag = ?) AS step, %2$s AS server_id
              FROM DUAL
               FOR UPDATE
            """,
            List.of("max_id"),
            "CONCAT_WS('/', @@hostname, @@port, @@server_id /*!50701 , @@server_uuid */)",
            "CAST(UNIX_TIMESTAMP(update_time) AS CHAR)");

    /**
     * A replica has the system identifier of its primary, and begins a new timeline when it is promoted. It cannot name
     * one before, where a proxy may ask it.
     *
     * <p>The statement sets the limit of its own wait for the row, for as long as it runs: that needs neither a transaction nor a
     * round trip, leaves nothing behind in a session that a pooler gives to others, and no connection is opened to cancel it.
     */
    static final CounterSql POSTGRESQL = new CounterSql(
            """
            UPDATE %1$s
               SET max_id = max_id + ?, update_time = CURRENT_TIMESTAMP
              FROM (SELECT set_config('lock_timeout', '%3$d', true)) AS wait_limit
             WHERE biz_tag = ? AND biz_tag COLLATE "C" = ? AND max_id BETWEEN 0 AND ?
            RETURNING biz_tag, max_id, step, %2$s AS server_id
            """, "", List.of("biz_tag", "max_id", "step", SERVER_ID), """
            CASE WHEN pg_is_in_recovery() THEN ''
                 ELSE (pg_control_system()).system_identifier || '/' || LEFT(pg_walfile_name(pg_current_wal_lsn()), 8)
             END""", "CAST(update_time AS VARCHAR)");

    /** The driver asks for the columns of the row as it is after the UPDATE. */
    static final CounterSql H2 =
            new CounterSql("""
            UPDATE %1$s
               SET max_id = max_id + ?, update_time = CURRENT_TIMESTAMP
             WHERE biz_tag = ? AND STRINGTOUTF8(biz_tag) = STRINGTOUTF8(?) AND max_id BETWEEN 0 AND ?
            """, "", List.of("biz_tag", "max_id", "step"), "", "CAST(update_time AS VARCHAR)");

    /** Keeps what the reply holds unchangeable. */
    public CounterSql {
        reply = List.copyOf(reply);
    }

    /** Whether the reply holds the row, and not its counter alone. */
    public boolean repliesWithRow() {
        return details.isEmpty();
    }
}
