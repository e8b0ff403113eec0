package io.leafid.segment.jdbc;

import io.leafid.IdsExhaustedException;
import io.leafid.UnknownTagException;
import io.leafid.jdbc.CounterSql;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.PreparedStatementCallback;
import org.springframework.jdbc.core.PreparedStatementCreator;
import org.springframework.jdbc.core.RowMapper;

/**
 * Moves counters up, within a transaction of the caller. Immutable.
 *
 * <p>The range follows from the amount and the reply to the UPDATE alone. Whatever is read besides may be stale.
 */
final class CounterUpdate {

    private static final RowMapper<AllocatedRow> ROW = (row, number) -> new AllocatedRow(
            row.getString("biz_tag"),
            row.getLong("max_id"),
            row.getLong("step"),
            Optional.ofNullable(row.getString(CounterSql.SERVER_ID)).orElse(""));

    private final CounterSql counters;
    private final SegmentStatements sql;

    CounterUpdate(CounterSql counters, SegmentStatements sql) {
        this.counters = counters;
        this.sql = sql;
    }

    /**
     * Takes an amount from the counter of a tag; throws, so that the caller rolls back, if that is not possible.
     *
     * @return the row as this very call has written it
     */
    AllocatedRow allocate(JdbcOperations jdbc, String tag, long amount) {
        PreparedStatementCreator creator = connection ->
                connection.prepareStatement(sql.allocation(), counters.reply().toArray(String[]::new));
        PreparedStatementCallback<Optional<AllocatedRow>> update = statement -> {
            statement.setLong(1, amount);
            statement.setString(2, tag);
            statement.setLong(3, Long.MAX_VALUE - amount);
            boolean updated = requireOneAtMost(tag, statement.executeUpdate());
            return updated ? Optional.of(reply(statement, tag)) : Optional.empty();
        };
        Optional<AllocatedRow> reply = Objects.requireNonNull(jdbc.execute(creator, update));
        if (reply.isEmpty()) {
            throw refusal(jdbc, tag, amount);
        }
        AllocatedRow row = counters.repliesWithRow() ? reply.get() : withDetails(jdbc, reply.get());
        requireSpelling(tag, row.tag());
        return row;
    }

    private boolean requireOneAtMost(String tag, int updated) {
        if (updated > 1) {
            throw new IllegalStateException("table %s has %d rows for tag '%s'; give it its primary key biz_tag"
                    .formatted(sql.table(), updated, tag));
        }
        return updated == 1;
    }

    private AllocatedRow reply(PreparedStatement statement, String tag) throws SQLException {
        try (ResultSet reply = statement.getGeneratedKeys()) {
            if (!reply.next()) {
                throw new IllegalStateException(
                        "the driver has not returned what it wrote to row '%s' of table %s; remove what wraps its statements"
                                .formatted(tag, sql.table()));
            }
            if (!counters.repliesWithRow()) {
                return new AllocatedRow(tag, reply.getLong(1), 0, "");
            }
            String server =
                    counters.reply().contains(CounterSql.SERVER_ID) ? reply.getString(CounterSql.SERVER_ID) : "";
            return new AllocatedRow(
                    reply.getString("biz_tag"),
                    reply.getLong("max_id"),
                    reply.getLong("step"),
                    (server == null) ? "" : server);
        }
    }

    /** Adds what the reply has no room for; if even a locking SELECT is sent elsewhere, the range is still right. */
    private AllocatedRow withDetails(JdbcOperations jdbc, AllocatedRow reply) {
        return lockRow(jdbc, reply.tag())
                .map(row -> new AllocatedRow(row.tag(), reply.end(), row.step(), row.server()))
                .orElse(reply);
    }

    private Optional<AllocatedRow> lockRow(JdbcOperations jdbc, String tag) {
        return jdbc.query(sql.lockRow(), ROW, tag).stream().findFirst();
    }

    private void requireSpelling(String tag, String spelling) {
        if (!spelling.equals(tag)) {
            throw new UnknownTagException(
                    tag,
                    "tag '%s' is spelt '%s' in table %s, whose collation takes both for the same; use the table's spelling"
                            .formatted(tag, spelling, sql.table()),
                    null);
        }
    }

    /** Why the UPDATE has found no row to change; looked up behind a lock, so that a proxy asks the primary. */
    private RuntimeException refusal(JdbcOperations jdbc, String tag, long amount) {
        AllocatedRow row = lockRow(jdbc, tag)
                .orElseThrow(() -> new UnknownTagException(
                        tag,
                        "tag '%s' has no row in table %s; insert one (biz_tag, max_id, step)"
                                .formatted(tag, sql.table()),
                        null));
        requireSpelling(tag, row.tag());
        long maxId = row.end();
        if (maxId < 0) {
            return new IllegalStateException(
                    "row '%s' of table %s has max_id=%d; ids are never negative, set it to 0 or more"
                            .formatted(tag, sql.table(), maxId));
        }
        if (maxId > Long.MAX_VALUE - amount) {
            return new IdsExhaustedException(
                    "tag '%s' is used up: max_id=%d in table %s cannot grow by %d, the last id is %d"
                            .formatted(tag, maxId, sql.table(), amount, Long.MAX_VALUE - 1),
                    null);
        }
        return new IllegalStateException(
                "the UPDATE of row '%s' of table %s changed nothing, though a SELECT finds the row with max_id=%d; it was"
                                .formatted(tag, sql.table(), maxId)
                        + " inserted just now, or statements of one transaction reach different servers");
    }
}
