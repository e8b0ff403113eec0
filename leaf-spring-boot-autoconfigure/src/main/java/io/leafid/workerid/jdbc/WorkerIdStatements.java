package io.leafid.workerid.jdbc;

import io.leafid.jdbc.SqlDialect;
import io.leafid.jdbc.TableName;

/**
 * The statements of one table, with named parameters. Immutable.
 *
 * @param now reads the clock of the database
 * @param findById reads a row by {@code id}
 * @param findByOwner reads a row by {@code owner}
 * @param findAll reads all rows that have a worker id
 * @param insert adds a row
 * @param moveToZero gives the row of an {@code owner} worker id 0
 * @param takeOver gives a row to {@code owner}, if it is as it was read
 * @param extend moves the ceiling up, if one of three tokens is recorded
 * @param release sets the ceiling of an owner that no longer runs, if one of two tokens is recorded
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
                select + " WHERE id = :id",
                select + " WHERE ip_port = :owner",
                select + " WHERE id >= 0 ORDER BY id",
                insert(table, now),
                // Where id is still the auto-increment column of the fork, MySQL reads an inserted 0 as "the next one".
                "UPDATE %s SET id = 0 WHERE ip_port = :owner AND id <> 0".formatted(table),
                takeOver(table, now),
                extend(table, now, dialect.greatest()),
                release(table, now));
    }

    private static String insert(TableName table, String now) {
        return """
                INSERT INTO %s (id, ip, port, ip_port, max_timestamp, reserved_until, token, reported_at,
                                seen_at, live_until, create_time, update_time)
                VALUES (:id, :ip, :port, :owner, :ceiling, :ceiling, :token, :reported, %s, %s + :life,
                        CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)
                """.formatted(table, now, now);
    }

    private static String takeOver(TableName table, String now) {
        return """
                UPDATE %s
                   SET ip = :ip, port = :port, ip_port = :owner,
                       max_timestamp = :ceiling, reserved_until = :ceiling, token = :token, reported_at = :reported,
                       seen_at = %s, live_until = %s + :life, update_time = CURRENT_TIMESTAMP
                 WHERE id = :id AND ip_port = :ownerRead AND COALESCE(token, '') = :tokenRead
                   AND COALESCE(max_timestamp, 0) = :ceilingRead AND COALESCE(seen_at, 0) = :seenRead
                """.formatted(table, now, now);
    }

    private static String extend(TableName table, String now, String greatest) {
        return """
                UPDATE %s
                   SET max_timestamp = %s(max_timestamp, :ceiling), reserved_until = %s(reserved_until, :ceiling),
                       token = :newToken, reported_at = :reported,
                       seen_at = %s, live_until = %s + :life, update_time = CURRENT_TIMESTAMP
                 WHERE id = :id AND ip_port = :owner AND token IN (:token, :newToken, :otherToken)
                   AND max_timestamp = reserved_until
                """.formatted(table, greatest, greatest, now, now);
    }

    private static String release(TableName table, String now) {
        return """
                UPDATE %s
                   SET max_timestamp = :ceiling, reserved_until = :ceiling, reported_at = :reported,
                       seen_at = %s, live_until = %s, update_time = CURRENT_TIMESTAMP
                 WHERE id = :id AND ip_port = :owner AND token IN (:token, :otherToken) AND max_timestamp = reserved_until
                """.formatted(table, now, now);
    }
}
