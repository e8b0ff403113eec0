package io.leafid.jdbc;

import io.leafid.time.TimeSource;
import java.time.Duration;
import org.springframework.dao.TransientDataAccessResourceException;

/**
 * Time that a call to the database may take, and the part of it that its statements may take. Immutable.
 *
 * @param whole for the whole call, the wait for a connection included
 * @param time the clock that measures it
 */
record TimeLimit(Duration whole, TimeSource time) {

    /** The share of statements in the limit, so that the database cancels them before the socket is given up. */
    private static final double STATEMENT_SHARE = 0.8;

    Duration statements() {
        return Duration.ofMillis((long) (whole.toMillis() * STATEMENT_SHARE));
    }

    /** The same for JDBC, which counts in whole seconds: at least one. */
    int statementSeconds() {
        return (int) Math.max(1, statements().toSeconds());
    }

    /** The moment at which a call begins. */
    long begin() {
        return time.nanoTime();
    }

    boolean hasTimeForStatements(long begin) {
        return since(begin).compareTo(statements()) < 0;
    }

    /** Ends a call whose connection came too late: the caller that wanted the change has given up. */
    void requireInTime(long begin) {
        Duration waited = since(begin);
        if (waited.compareTo(whole) >= 0) {
            throw new TransientDataAccessResourceException(
                    "the connection was there only after %s ms, when %s ms were over; nothing was changed"
                            .formatted(waited.toMillis(), whole.toMillis()));
        }
    }

    private Duration since(long begin) {
        return Duration.ofNanos(time.nanoTime() - begin);
    }
}
