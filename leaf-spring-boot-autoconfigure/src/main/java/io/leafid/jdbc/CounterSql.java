package io.leafid.jdbc;

import java.util.List;

/**
 * How a kind of database moves a counter up and tells, in the reply to that very statement, what it wrote. Immutable.
 *
 * <p>A second statement that reads the row back would be unsafe: a proxy may send it to a replica, and where each
 * statement commits by itself another node may come in between. A database whose reply has room for one number only
 * returns the new counter; the rest of the row is then read by a locking SELECT, and no range depends on what that says.
 *
 * @param allocation the UPDATE, with a place for the table and, if its reply holds it, one for {@code serverId};
 *     parameters: amount, tag, the highest counter that leaves room for the amount
 * @param reply names what the reply to the UPDATE holds: columns of the row, or the counter alone
 * @param serverId an expression that names the server which runs the statement and changes when another one takes over;
 *     empty if there is none
 * @param lastChange an expression, as text, for the moment at which a row was changed last; null if that is not known
 */
public record CounterSql(String allocation, List<String> reply, String serverId, String lastChange) {

    /** The column of the reply, and of the locking SELECT, that names the server. */
    public static final String SERVER_ID = "server_id";

    /*
     * The OK packet of the UPDATE carries the value of LAST_INSERT_ID(expression); drivers return it as generated key.
     * MariaDB, which has no server_uuid, skips comments of the versions 5.7 to 9.
     */
    static final CounterSql MYSQL = new CounterSql(
            """
            UPDATE %s
               SET max_id = LAST_INSERT_ID(max_id + ?), update_time = CURRENT_TIMESTAMP
             WHERE biz_tag = ? AND max_id BETWEEN 0 AND ?
            """,
            List.of("max_id"),
            "CONCAT_WS('/', @@hostname, @@port, @@server_id /*!50701 , @@server_uuid */)",
            "CAST(UNIX_TIMESTAMP(update_time) AS CHAR)");

    /**
     * A replica has the system identifier of its primary, and begins a new timeline when it is promoted. It cannot name
     * one before, where a proxy may ask it.
     */
    static final CounterSql POSTGRESQL =
            new CounterSql("""
            UPDATE %s
               SET max_id = max_id + ?, update_time = CURRENT_TIMESTAMP
             WHERE biz_tag = ? AND max_id BETWEEN 0 AND ?
            RETURNING biz_tag, max_id, step, %s AS server_id
            """, List.of("biz_tag", "max_id", "step", SERVER_ID), """
            CASE WHEN pg_is_in_recovery() THEN ''
                 ELSE (pg_control_system()).system_identifier || '/' || LEFT(pg_walfile_name(pg_current_wal_lsn()), 8)
             END""", "CAST(update_time AS VARCHAR)");

    /** The driver asks for the columns of the row as it is after the UPDATE. */
    static final CounterSql H2 =
            new CounterSql("""
            UPDATE %s
               SET max_id = max_id + ?, update_time = CURRENT_TIMESTAMP
             WHERE biz_tag = ? AND max_id BETWEEN 0 AND ?
            """, List.of("biz_tag", "max_id", "step"), "", "CAST(update_time AS VARCHAR)");

    /** Keeps what the reply holds unchangeable. */
    public CounterSql {
        reply = List.copyOf(reply);
    }

    /** Whether the reply holds the row, and not its counter alone. */
    public boolean repliesWithRow() {
        return reply.size() > 1;
    }
}
