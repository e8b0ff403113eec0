package io.leafid.segment.jdbc;

import io.leafid.SegmentUnavailableException;
import io.leafid.jdbc.CounterSql;
import io.leafid.jdbc.OwnStatements.Statements;
import io.leafid.segment.store.Lift;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Moves counters up, by one UPDATE that commits by itself. Immutable.
 *
 * <p>The range follows from the amount and the reply to the UPDATE alone. Whatever is read besides may be stale.
 *
 * @param counters how counters are moved up on this kind of database
 * @param sql the statements of the table
 */
record CounterUpdate(CounterSql counters, SegmentStatements sql) {

    /**
     * Takes an amount from the counter of a tag, and lifts it before.
     *
     * @return the row as this very call has written it, with the step and the server as they are right after it; nothing if
     *     there is no such row, or it stands too low or too high, in which case nothing was changed
     */
    Optional<CounterRow> allocate(Statements statements, String tag, Lift lift) throws SQLException {
        Optional<CounterRow> row =
                statements.run(sql.allocation().update(), counters.reply(), statement -> update(statement, tag, lift));
        return (row.isEmpty() || counters.repliesWithRow())
                ? row
                : Optional.of(withDetails(statements, row.get(), tag));
    }

    private Optional<CounterRow> update(PreparedStatement statement, String tag, Lift lift) throws SQLException {
        statement.setLong(1, lift.floor());
        statement.setLong(2, lift.amount());
        statement.setString(3, tag);
        statement.setString(4, tag);
        statement.setLong(5, lift.least());
        statement.setLong(6, lift.ceiling() - lift.amount());
        if (counters.repliesAsQuery()) {
            return queried(statement, tag);
        }
        int updated = statement.executeUpdate();
        if (updated > 1) {
            throw ambiguous(tag);
        }
        return (updated == 1) ? Optional.of(reply(statement, tag)) : Optional.empty();
    }

    /** Reads to the end, where the database commits. */
    private Optional<CounterRow> queried(PreparedStatement statement, String tag) throws SQLException {
        try (ResultSet reply = statement.executeQuery()) {
            if (!reply.next()) {
                return Optional.empty();
            }
            CounterRow row = new CounterRow(reply.getLong("max_id"), reply.getLong("step"), "");
            if (reply.next()) {
                throw ambiguous(tag);
            }
            return Optional.of(row);
        }
    }

    private SegmentUnavailableException ambiguous(String tag) {
        return new SegmentUnavailableException(
                "table %s has several rows for tag '%s'; give it its primary key biz_tag".formatted(sql.table(), tag),
                null);
    }

    private CounterRow reply(PreparedStatement statement, String tag) throws SQLException {
        try (ResultSet reply = statement.getGeneratedKeys()) {
            if (!reply.next()) {
                throw new IllegalStateException(
                        "the driver has not returned what it wrote to row '%s' of table %s; remove what wraps its statements, or the table's triggers"
                                .formatted(tag, sql.table()));
            }
            if (!counters.repliesWithRow()) {
                return new CounterRow(reply.getLong(1), 0, "");
            }
            boolean namesServer = counters.reply().contains(CounterSql.SERVER_ID);
            return new CounterRow(reply.getLong("max_id"), reply.getLong("step"), namesServer ? server(reply) : "");
        }
    }

    /**
     * Adds what the reply has no room for. Asked after the UPDATE and not before, so that a server that has taken over in
     * between is noticed now and not at the next allocation.
     */
    private CounterRow withDetails(Statements statements, CounterRow row, String tag) throws SQLException {
        return statements.run(sql.allocation().details(), List.of(), statement -> {
            statement.setString(1, tag);
            try (ResultSet details = statement.executeQuery()) {
                return details.next() ? new CounterRow(row.end(), details.getLong("step"), server(details)) : row;
            }
        });
    }

    private static String server(ResultSet row) throws SQLException {
        return Objects.requireNonNullElse(row.getString(CounterSql.SERVER_ID), "");
    }
}
