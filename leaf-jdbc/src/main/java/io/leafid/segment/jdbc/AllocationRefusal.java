package io.leafid.segment.jdbc;

import io.leafid.IdsExhaustedException;
import io.leafid.SegmentUnavailableException;
import io.leafid.UnknownTagException;
import io.leafid.jdbc.TableName;
import io.leafid.segment.store.CounterSetBackException;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.RowMapper;

/**
 * Finds out why an allocation has found no row to change, within a transaction of the caller. Immutable.
 *
 * @param sql the statements of the table
 * @param servers records a server whose row was rewound
 */
record AllocationRefusal(SegmentStatements sql, ServerWatch servers) {

    private record Row(String tag, @Nullable Long maxId) {}

    private static final RowMapper<Row> ROW =
            (row, number) -> new Row(row.getString("biz_tag"), CounterRow.counterOf(row));

    /** The reason; looked up so that a proxy asks the primary. */
    RuntimeException reason(JdbcOperations jdbc, String tag, Lift lift) {
        return jdbc.query(sql.allocation().lockRow(), ROW, tag).stream()
                .findFirst()
                .map(row ->
                        row.tag().equals(tag) ? unusable(jdbc, row, lift) : otherSpelling(tag, row.tag(), sql.table()))
                .orElseGet(() -> new UnknownTagException(
                        tag,
                        "tag '%s' has no row in table %s; insert one (biz_tag, max_id, step)"
                                .formatted(tag, sql.table()),
                        null));
    }

    /** The refusal of a tag by the row that stands in the way of its own. */
    static UnknownTagException otherSpelling(String tag, String spelling, TableName table) {
        return new UnknownTagException(
                tag,
                "tag '%s' is spelt '%s' in table %s, whose collation takes both for the same; use the table's spelling"
                        .formatted(tag, spelling, table),
                null);
    }

    private RuntimeException unusable(JdbcOperations jdbc, Row row, Lift lift) {
        Long counter = row.maxId();
        if (counter == null || counter < 0) { // an answer, and a matter of this tag alone
            return new SegmentUnavailableException(
                    "row '%s' of table %s has max_id=%s; ids are never negative, set it to 0 or more"
                            .formatted(row.tag(), sql.table(), counter),
                    null);
        }
        if (counter < lift.least()) {
            servers.recordServer(sql.server(jdbc));
            return new CounterSetBackException(row.tag(), counter, lift.least());
        }
        if (lift.isTooHigh() || counter > lift.ceiling() - lift.amount()) {
            return new IdsExhaustedException(
                    "tag '%s' is used up: max_id=%s in table %s cannot grow by %s%s, the last id is %s"
                            .formatted(
                                    row.tag(),
                                    counter,
                                    sql.table(),
                                    lift.amount(),
                                    (lift.floor() > counter) ? " above " + lift.floor() : "",
                                    lift.ceiling() - 1),
                    null);
        }
        return new IllegalStateException(
                "the UPDATE of row '%s' of table %s changed nothing, though a SELECT finds the row with max_id=%s; it was"
                                .formatted(row.tag(), sql.table(), counter)
                        + " inserted just now, or statements of one session reach different servers");
    }
}
