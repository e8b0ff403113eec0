package io.leafid.segment.jdbc;

import io.leafid.jdbc.CounterSql;
import io.leafid.jdbc.OwnStatements;
import io.leafid.time.TimeSource;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.PreparedStatementCallback;

/**
 * Positions of counters that are known to be on the disk of a server that may lose its last commits. Thread-safe.
 *
 * <p>A range is used once it ends near such a position. So a crash never takes more than the margin that is skipped after it, however
 * soon it follows the one before, and whichever node was granted nothing in between.
 */
final class RowsOnDisk {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final @Nullable Supplier<Log> log;
    private final Duration timeout;
    private final TimeSource time;
    private final long near; // half of the margin: nodes that stop give ranges back meanwhile
    private final ConcurrentMap<String, Known> known = new ConcurrentHashMap<>();

    /** Knows nothing yet; waits no longer than the time-out, and never without a log or where a margin of 0 is skipped. */
    RowsOnDisk(@Nullable Supplier<Log> log, Duration timeout, long margin, TimeSource time) {
        this.log = log;
        this.timeout = timeout;
        this.time = time;
        this.near = margin / 2;
    }

    static RowsOnDisk of(OwnStatements statements, CounterSql counters, Duration timeout, FailoverPolicy failover) {
        String question = counters.log();
        Supplier<Log> log = question.isEmpty() ? null : () -> statements.execute(jdbc -> logOf(jdbc, question));
        return new RowsOnDisk(log, timeout, failover.margin(), failover.time());
    }

    private static Log logOf(JdbcOperations jdbc, String question) {
        PreparedStatementCallback<Log> read = Log::of;
        return Objects.requireNonNull(jdbc.execute(question, read));
    }

    /**
     * Waits until a range that was just granted may be used: at once, if a margin is never skipped, or its server loses nothing or
     * does not tell what is on its disk.
     *
     * @param more writes something more to the log
     */
    void await(String tag, CounterRow row, Runnable more) {
        if (log == null || near == 0 || !ServerWatch.namesItsStart(row.server())) {
            return;
        }
        Log told = read(row.server());
        Known before = known.compute(tag, (key, value) -> Known.next(value, row, told));
        if (told.onDisk() >= 0 && row.end() - before.onDisk > near) {
            known.put(tag, awaitWritten(tag, Known.next(null, row, told), more));
        }
    }

    private Known awaitWritten(String tag, Known granted, Runnable more) {
        long begin = time.nanoTime();
        Known seen = granted;
        while (seen.onDisk < granted.end) {
            if (time.nanoTime() - begin >= timeout.toNanos()
                    || Thread.currentThread().isInterrupted()) {
                throw new TransientDataAccessResourceException(
                        "the database has not written within %s ms to its disk what it has granted of tag '%s'"
                                .formatted(timeout.toMillis(), tag));
            }
            if (seen.position == Known.NOT_SEEN) {
                more.run();
            }
            time.parkNanos(PAUSE_NANOS);
            seen = seen.with(read(granted.server));
        }
        return seen;
    }

    private Log read(String server) {
        Log told = Objects.requireNonNull(log).get();
        if (!told.server.equals(server)) {
            throw new TransientDataAccessResourceException(
                    "the database was restarted right after it had granted a range, and may have lost that");
        }
        return told;
    }

    /**
     * The log of a server, as it was some moments ago: MySQL tells what one of its threads has noted last.
     *
     * @param server the server's name, with its start
     * @param written up to where it is written
     * @param onDisk up to where it is on the disk; negative if the server does not tell
     */
    record Log(String server, long written, long onDisk) {

        private static Log of(PreparedStatement question) throws SQLException {
            try (ResultSet reply = question.executeQuery()) {
                if (!reply.next()) {
                    return new Log("", 0, -1);
                }
                String server = Objects.requireNonNullElse(reply.getString(CounterSql.SERVER_ID), "");
                long written = reply.getLong("written");
                long onDisk = reply.getLong("on_disk");
                return new Log(server, written, reply.wasNull() ? -1 : onDisk);
            }
        }
    }

    /**
     * The state of one counter, as far as it is known. Immutable.
     *
     * @param server the server, with its start
     * @param onDisk where the counter stands on the disk at least
     * @param end a later place of it
     * @param written up to where the log was written as told when it stood there, or some moments before
     * @param position a place in the log behind the change to {@code end}: the first one that was told to be further
     */
    private record Known(String server, long onDisk, long end, long written, long position) {

        private static final long NOT_SEEN = Long.MAX_VALUE;

        /** The state when a range was granted; nothing is known of a server that was restarted. */
        private static Known next(@Nullable Known known, CounterRow row, Log log) {
            if (known == null || !known.server.equals(row.server())) {
                return new Known(row.server(), 0, row.end(), log.written, NOT_SEEN);
            }
            Known seen = known.with(log);
            return (seen.onDisk < seen.end)
                    ? seen
                    : new Known(seen.server, Math.min(seen.end, row.end()), row.end(), log.written, NOT_SEEN);
        }

        private Known with(Log log) {
            long behind = (position == NOT_SEEN && log.written > written) ? log.written : position;
            return new Known(server, (log.onDisk >= behind) ? end : onDisk, end, written, behind);
        }
    }
}
