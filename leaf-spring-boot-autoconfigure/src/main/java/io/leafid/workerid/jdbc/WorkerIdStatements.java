package io.leafid.workerid.jdbc;

import io.leafid.jdbc.SqlDialect;
import io.leafid.jdbc.TableName;

/**
 * The statements of one table, ready to be prepared. Immutable.
 *
 * @param now reads the clock of the database
 * @param findById reads a row: worker id
 * @param findByOwner reads a row: owner
 * @param findAll reads all rows that have a worker id
 * @param insert adds a row: worker id, ip, port, owner, ceiling twice, token, own time, time to live
 * @param moveToZero gives a row worker id 0: owner
 * @param takeOver makes an unchanged row ours: ceiling twice, token, own time, time to live; worker id, owner, old token,
 *     old time, old time by the clock of the database
 * @param extend moves the ceiling up: ceiling twice, token, own time, time to live; worker id, owner, three tokens
 * @param release sets the ceiling: ceiling twice, own time; worker id, owner, two tokens
 */
record WorkerIdStatements(
        String now,
        String findById,
        String findByOwner,
        String findAll,
        String insert,
        String moveToZero,
        String takeOver,
        String extend,
        String release) {

    /** Puts the table's name and the database's clock in. */
    static WorkerIdStatements of(TableName table, SqlDialect dialect) {
        String now = dialect.nowMillis();
        String select = """
                SELECT id, ip_port, max_timestamp, token, reserved_until, reported_at, seen_at, live_until, %s AS now_millis
                  FROM %s
                """.formatted(now, table);
        return new WorkerIdStatements(
                "SELECT " + now,
                select + " WHERE id = ?",
                select + " WHERE ip_port = ?",
                select + " WHERE id >= 0 ORDER BY id",
                insert(table, now),
                // Where id is still the auto-increment column of the fork, MySQL reads an inserted 0 as "the next one".
                "UPDATE %s SET id = 0 WHERE ip_port = ? AND id <> 0".formatted(table),
                takeOver(table, now),
                extend(table, now),
                release(table, now));
    }

    private static String insert(TableName table, String now) {
        return """
                INSERT INTO %s (id, ip, port, ip_port, max_timestamp, reserved_until, token, reported_at,
                                seen_at, live_until, create_time, update_time)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, %s, %s + ?, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)
                """.formatted(table, now, now);
    }

    private static String takeOver(TableName table, String now) {
        return """
                UPDATE %s
                   SET max_timestamp = ?, reserved_until = ?, token = ?, reported_at = ?,
                       seen_at = %s, live_until = %s + ?, update_time = CURRENT_TIMESTAMP
                 WHERE id = ? AND ip_port = ? AND COALESCE(token, '') = ?
                   AND COALESCE(max_timestamp, 0) = ? AND COALESCE(seen_at, 0) = ?
                """.formatted(table, now, now);
    }

    private static String extend(TableName table, String now) {
        return """
                UPDATE %s
                   SET max_timestamp = GREATEST(max_timestamp, ?), reserved_until = GREATEST(reserved_until, ?),
                       token = ?, reported_at = ?,
                       seen_at = %s, live_until = %s + ?, update_time = CURRENT_TIMESTAMP
                 WHERE id = ? AND ip_port = ? AND token IN (?, ?, ?) AND max_timestamp = reserved_until
                """.formatted(table, now, now);
    }

    private static String release(TableName table, String now) {
        return """
                UPDATE %s
                   SET max_timestamp = ?, reserved_until = ?, reported_at = ?,
                       seen_at = %s, live_until = %s, update_time = CURRENT_TIMESTAMP
                 WHERE id = ? AND ip_port = ? AND token IN (?, ?) AND max_timestamp = reserved_until
                """.formatted(table, now, now);
    }
}
