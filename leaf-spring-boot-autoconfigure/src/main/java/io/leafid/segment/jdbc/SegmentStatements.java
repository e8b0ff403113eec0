package io.leafid.segment.jdbc;

import io.leafid.jdbc.TableName;

/**
 * The statements of one table, ready to be prepared. Immutable.
 *
 * @param table the table's name
 * @param purchase moves the counter up: amount, tag, highest counter that leaves room for the amount
 * @param find reads a row: tag
 * @param findAll reads all rows
 * @param create adds a row: tag, initial id, step
 * @param giveBack moves the counter back: first, tag, end
 */
record SegmentStatements(
        TableName table, String purchase, String find, String findAll, String create, String giveBack) {

    /** Puts the table's name in. */
    static SegmentStatements of(TableName table) {
        return new SegmentStatements(
                table,
                """
                UPDATE %s
                   SET max_id = max_id + ?, update_time = CURRENT_TIMESTAMP
                 WHERE biz_tag = ? AND max_id <= ?
                """.formatted(table),
                """
                SELECT biz_tag, max_id, step
                  FROM %s
                 WHERE biz_tag = ?
                """.formatted(table),
                """
                SELECT biz_tag, max_id, step
                  FROM %s
                """.formatted(table),
                """
                INSERT INTO %s (biz_tag, max_id, step, update_time)
                VALUES (?, ?, ?, CURRENT_TIMESTAMP)
                """.formatted(table),
                """
                UPDATE %s
                   SET max_id = ?, update_time = CURRENT_TIMESTAMP
                 WHERE biz_tag = ? AND max_id = ?
                """.formatted(table));
    }
}
