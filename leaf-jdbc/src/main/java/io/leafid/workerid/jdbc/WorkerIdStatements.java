package io.leafid.workerid.jdbc;

import io.leafid.jdbc.SqlDialect;
import io.leafid.jdbc.TableName;

/**
 * The statements of one table, with named parameters. Immutable.
 *
 * @param queries what is read
 * @param changes what is written
 */
record WorkerIdStatements(Queries queries, Changes changes) {

    /** Puts in the table's name, and what the database calls its clock. */
    static WorkerIdStatements of(TableName table, SqlDialect dialect) {
        return new WorkerIdStatements(Queries.of(table, dialect), Changes.of(table, dialect));
    }

    /**
     * The statements that change nothing.
     *
     * @param now reads the clock of the database
     * @param byId reads a row by {@code id}
     * @param byOwner reads a row by {@code owner}
     * @param all reads all rows that have a worker id
     * @param standing reads the record of the namespace, if it was written at {@code recordAt} and counts no row that is missing
     */
    record Queries(String now, String byId, String byOwner, String all, String standing) {

        private static Queries of(TableName table, SqlDialect dialect) {
            String now = dialect.sql().nowMillis();
            String select = """
                    SELECT id, ip_port, max_timestamp, token, reserved_until, reported_at, seen_at, live_until, %s AS now_millis
                      FROM %s
                    """.formatted(now, table);
            return new Queries(
                    "SELECT " + now,
                    select + " WHERE id = :id",
                    select + " WHERE ip_port = :owner",
                    select + " WHERE id >= 0 ORDER BY id",
                    """
                    SELECT id FROM %1$s
                     WHERE id = -1 AND seen_at = :recordAt
                       AND max_timestamp <= (SELECT COUNT(*) FROM %1$s counted WHERE counted.id >= 0)
                    """.formatted(table));
        }
    }

    /**
     * The statements that change a row.
     *
     * @param insert adds a row
     * @param count counts so many rows {@code more} in the record of the namespace, and at least so many {@code rows}
     * @param moveToZero gives the row of an {@code owner} worker id 0
     * @param takeOver gives a row to {@code owner}, if it is as it was read
     * @param extend moves the ceiling up, if one of three tokens is recorded and, where its row is not {@code leased}, no node of the fork wrote
     *     to it
     * @param release sets the ceiling of an owner that no longer runs, if one of two tokens is recorded and the same holds
     */
    record Changes(String insert, String count, String moveToZero, String takeOver, String extend, String release) {

        private static Changes of(TableName table, SqlDialect dialect) {
            String now = dialect.sql().nowMillis();
            String moment = dialect.sql().moment();
            return new Changes(
                    insert(table, now, moment),
                    """
                    UPDATE %1$s
                       SET max_timestamp = %2$s(max_timestamp + :more, :rows),
                           reserved_until = %2$s(reserved_until + :more, :rows)
                     WHERE id = -1
                    """.formatted(table, dialect.sql().greatest()),
                    // Where id is still the auto-increment column of the fork, MySQL reads an inserted 0 as "the next
                    // one".
                    "UPDATE %s SET id = 0 WHERE ip_port = :owner AND id <> 0".formatted(table),
                    takeOver(table, now, moment),
                    extend(table, now, moment, dialect.sql().greatest()),
                    release(table, now, moment));
        }

        private static String insert(TableName table, String now, String moment) {
            return """
                    INSERT INTO %1$s (id, ip, port, ip_port, max_timestamp, reserved_until, token, reported_at,
                                      seen_at, live_until, create_time, update_time)
                    VALUES (:id, :ip, :port, :owner, :ceiling, :ceiling, :token, :reported,
                            %2$s, %2$s + :life, %3$s, %3$s)
                    """.formatted(table, now, moment);
        }

        private static String takeOver(TableName table, String now, String moment) {
            return """
                    UPDATE %1$s
                       SET ip = :ip, port = :port, ip_port = :owner,
                           max_timestamp = :ceiling, reserved_until = :ceiling, token = :token, reported_at = :reported,
                           seen_at = %2$s, live_until = %2$s + :life, update_time = %3$s
                     WHERE id = :id AND ip_port = :ownerRead AND COALESCE(token, '') = :tokenRead
                       AND COALESCE(max_timestamp, 0) = :ceilingRead AND COALESCE(seen_at, 0) = :seenRead
                    """.formatted(table, now, moment);
        }

        private static String extend(TableName table, String now, String moment, String greatest) {
            return """
                    UPDATE %1$s
                       SET max_timestamp = %4$s(max_timestamp, :ceiling), reserved_until = %4$s(reserved_until, :ceiling),
                           token = :newToken, reported_at = :reported,
                           seen_at = %2$s, live_until = %2$s + :life, update_time = %3$s
                     WHERE id = :id AND ip_port = :owner AND token IN (:token, :newToken, :otherToken)
                       AND (max_timestamp = reserved_until OR :leased = 1)
                    """.formatted(table, now, moment, greatest);
        }

        private static String release(TableName table, String now, String moment) {
            return """
                    UPDATE %1$s
                       SET max_timestamp = :ceiling, reserved_until = :ceiling, reported_at = :reported,
                           seen_at = %2$s, live_until = %2$s, update_time = %3$s
                     WHERE id = :id AND ip_port = :owner AND token IN (:token, :otherToken)
                       AND (max_timestamp = reserved_until OR :leased = 1)
                    """.formatted(table, now, moment);
        }
    }
}
