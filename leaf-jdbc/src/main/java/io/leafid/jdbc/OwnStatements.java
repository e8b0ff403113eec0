package io.leafid.jdbc;

import io.leafid.time.TimeSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.support.JdbcUtils;

/**
 * Runner of statements that each commit by themselves, on a connection of their own and within a time limit. Thread-safe.
 *
 * <p>A row that such a statement changes is locked while the database works on it, and not while this process is waited for.
 * When a statement has replied, its change is committed; when it throws, it may be. A connection goes back as it came, but for one
 * whose server takes no writes any more, which is ended: a pool would keep connections to a primary that was demoted for half an hour.
 */
public class OwnStatements {

    private static final Logger logger = LoggerFactory.getLogger(OwnStatements.class);

    /** The share of statements in the limit, so that the database cancels them before the socket is given up. */
    private static final double STATEMENT_SHARE = 0.8;

    /** So that a driver does not hold all rows of a large table beside the list that is made of them. */
    private static final int ROWS_PER_FETCH = 5_000;

    private static final int UNLIMITED = -1;

    private final DataSource dataSource;
    private final SqlDialect dialect;
    private final Duration timeout;
    private final TimeSource time;

    /**
     * Creates the runner.
     *
     * @param dataSource where connections come from. How long it may take to get one is the DataSource's to limit, as every pool does
     * @param dialect the kind of database
     * @param timeout how long to wait for an answer of the database; statements are cancelled after four fifths of it,
     *     or the whole seconds in that, at least one
     */
    public OwnStatements(DataSource dataSource, SqlDialect dialect, Duration timeout) {
        this(dataSource, dialect, timeout, TimeSource.system());
    }

    OwnStatements(DataSource dataSource, SqlDialect dialect, Duration timeout, TimeSource time) {
        this.dataSource = dataSource;
        this.dialect = dialect;
        this.timeout = timeout;
        this.time = time;
    }

    /** The time that a statement may wait for its row, where it limits that itself. */
    public Duration rowWait() {
        return Duration.ofMillis((long) (timeout.toMillis() * STATEMENT_SHARE));
    }

    /**
     * Runs an action whose statements commit one by one; runs it again, within the time limit, if the database has undone a statement
     * because of what others did at the same time. If the connection comes only when the time limit is over, the caller that wanted the
     * change has given up, and nothing is done.
     *
     * @throws DataAccessException if there is no connection, time is up, or a statement fails
     */
    public <T extends @Nullable Object> T execute(Function<JdbcOperations, T> action) {
        long begin = time.nanoTime();
        Connection connection = open();
        try {
            requireInTime(begin);
            return run(connection, action, begin);
        } catch (SQLException ex) {
            throw translated(ex);
        } finally {
            JdbcUtils.closeConnection(connection);
        }
    }

    private Connection open() {
        try {
            return dataSource.getConnection();
        } catch (SQLException ex) {
            throw new CannotGetJdbcConnectionException("there is no connection to the database", ex);
        }
    }

    private void requireInTime(long begin) {
        Duration waited = since(begin);
        if (waited.compareTo(timeout) >= 0) {
            throw new TransientDataAccessResourceException(
                    "the connection was there only after %s ms, when %s ms were over; nothing was changed"
                            .formatted(waited.toMillis(), timeout.toMillis()));
        }
    }

    private Duration since(long begin) {
        return Duration.ofNanos(time.nanoTime() - begin);
    }

    private <T extends @Nullable Object> T run(Connection connection, Function<JdbcOperations, T> action, long begin)
            throws SQLException {
        int networkTimeout = limitWaiting(connection);
        boolean autoCommit = connection.getAutoCommit();
        try {
            return apply(connection, action, begin);
        } catch (DataAccessException ex) {
            if (SqlFailures.isReadOnly(ex)) {
                logger.info(
                        "the database takes no writes on a connection, as after a fail-over; another one is opened");
                connection.abort(Runnable::run);
            }
            throw ex;
        } finally {
            restore(connection, autoCommit, networkTimeout);
        }
    }

    /** Auto-commit is switched on even if the connection says that it is: a session may have been taken out of it behind its driver. */
    <T extends @Nullable Object> T apply(Connection connection, Function<JdbcOperations, T> action, long begin)
            throws SQLException {
        connection.setAutoCommit(true);
        JdbcOperations jdbc = templateOn(connection);
        while (true) {
            try {
                return action.apply(jdbc);
            } catch (DataAccessException ex) {
                if (!SqlFailures.isUndone(ex) || since(begin).compareTo(rowWait()) >= 0) {
                    throw ex;
                }
                logger.trace("undone by the database, tried again", ex);
            }
        }
    }

    final JdbcOperations templateOn(Connection connection) {
        JdbcTemplate template = new JdbcTemplate(new SingleConnectionDataSource(connection, false));
        template.setExceptionTranslator(new DialectExceptionTranslator());
        template.setFetchSize(ROWS_PER_FETCH);
        if (dialect.limitsByJdbc()) {
            template.setQueryTimeout((int) Math.max(1, rowWait().toSeconds()));
        }
        return template;
    }

    /** Has no read wait for ever; returns the limit that there was before. */
    private int limitWaiting(Connection connection) throws SQLException {
        try {
            int before = connection.getNetworkTimeout();
            connection.setNetworkTimeout(
                    Runnable::run, (int) Math.min(Math.max(1, timeout.toMillis()), Integer.MAX_VALUE));
            return before;
        } catch (SQLFeatureNotSupportedException ex) {
            logger.trace("the driver knows no network timeout; statements are still limited", ex);
            return UNLIMITED;
        }
    }

    private static void restore(Connection connection, boolean autoCommit, int networkTimeout) {
        try {
            if (connection.getAutoCommit() != autoCommit) {
                connection.setAutoCommit(autoCommit);
            }
            if (networkTimeout != UNLIMITED) {
                connection.setNetworkTimeout(Runnable::run, networkTimeout);
            }
        } catch (SQLException ex) {
            logger.debug("the connection is broken, its settings stay", ex);
        }
    }

    private static DataAccessException translated(SQLException ex) {
        DataAccessException known = new DialectExceptionTranslator().translate("connection", null, ex);
        return Objects.requireNonNullElseGet(known, () -> new UncategorizedSQLException("connection", null, ex));
    }
}
