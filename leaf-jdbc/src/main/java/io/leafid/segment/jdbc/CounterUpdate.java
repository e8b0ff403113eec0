package io.leafid.segment.jdbc;

import io.leafid.SegmentUnavailableException;
import io.leafid.jdbc.CounterSql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.PreparedStatementCallback;
import org.springframework.jdbc.core.RowMapper;

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
    Optional<CounterRow> allocate(JdbcOperations jdbc, String tag, Lift lift) {
        PreparedStatementCallback<Optional<CounterRow>> update = statement -> update(statement, tag, lift);
        Optional<CounterRow> row = Objects.requireNonNull(jdbc.execute(this::prepare, update));
        return (row.isEmpty() || counters.repliesWithRow()) ? row : Optional.of(withDetails(jdbc, row.get(), tag));
    }

    private PreparedStatement prepare(Connection connection) throws SQLException {
        String update = sql.allocation().update();
        return counters.repliesAsQuery()
                ? connection.prepareStatement(update)
                : connection.prepareStatement(update, counters.reply().toArray(new String[0]));
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
            int server = counters.reply().indexOf(CounterSql.SERVER_ID) + 1;
            return new CounterRow(
                    reply.getLong(2), reply.getLong(3), (server > 0) ? text(reply.getString(server)) : "");
        }
    }

    /**
     * Adds what the reply has no room for. Asked after the UPDATE and not before, so that a server that has taken over in
     * between is noticed now and not at the next allocation.
     */
    private CounterRow withDetails(JdbcOperations jdbc, CounterRow row, String tag) {
        RowMapper<CounterRow> details = (reply, number) ->
                new CounterRow(row.end(), reply.getLong("step"), text(reply.getString(CounterSql.SERVER_ID)));
        return jdbc.query(sql.allocation().details(), details, tag).stream()
                .findFirst()
                .orElse(row);
    }

    private static String text(@Nullable String server) {
        return Objects.requireNonNullElse(server, "");
    }
}
