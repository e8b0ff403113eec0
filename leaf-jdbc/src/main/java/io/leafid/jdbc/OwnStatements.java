package io.leafid.jdbc;

import io.leafid.time.TimeSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.support.SQLExceptionTranslator;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Runner of statements that each commit by themselves, on a connection that belongs to no transaction, whatever
 * transaction the caller is in, and within a time limit. Thread-safe.
 *
 * <p>A row that such a statement changes is locked while the database works on it, and not while this process is waited for.
 * When a statement has replied, its change is committed; when it throws, it may be. On a connection that a container keeps out of
 * auto-commit, changes are committed when the call returns.
 */
public final class OwnStatements {

    private static final Logger logger = LoggerFactory.getLogger(OwnStatements.class);

    private final OwnConnections connections;
    private final TimeLimit limit;
    private final int statementSeconds; // 0 where statements carry their limit themselves
    private final TransactionOperations withoutTransaction = CallersTransaction.suspended();
    private final SqlDialect dialect;
    private final Object turn = new Object();
    private final SQLExceptionTranslator translator;

    /**
     * Creates the runner.
     *
     * @param dataSource where connections come from; one that joins transactions is bypassed. How long it may take to
     *     get one is the DataSource's to limit, as every pool does
     * @param dialect the kind of database
     * @param timeout how long to wait for an answer of the database; statements are cancelled after four fifths of it,
     *     or the whole seconds in that, at least one
     */
    public OwnStatements(DataSource dataSource, SqlDialect dialect, Duration timeout) {
        this(dataSource, dialect, timeout, TimeSource.system());
    }

    OwnStatements(DataSource dataSource, SqlDialect dialect, Duration timeout, TimeSource time) {
        this.connections = new OwnConnections(dataSource, timeout);
        this.limit = new TimeLimit(timeout, time);
        this.dialect = dialect;
        this.translator = new DialectExceptionTranslator();
        this.statementSeconds = dialect.limitsByJdbc() ? limit.statementSeconds() : 0;
    }

    /** The time that a statement may wait for its row, where it limits that itself. */
    public Duration rowWait() {
        return limit.statements();
    }

    /** Statements of one call, on its connection. */
    public interface Statements {

        /**
         * Prepares and runs a statement; does so again, within the time limit, if the database has undone it because of
         * what others did at the same time, and nothing else with it.
         *
         * @param sql the statement
         * @param reply names what its reply must hold; empty if it is a query
         */
        <T extends @Nullable Object> T run(String sql, List<String> reply, Statement<T> statement) throws SQLException;
    }

    /** Use of a prepared statement: sets its values, executes it, reads its reply. */
    public interface Statement<T extends @Nullable Object> {

        T run(PreparedStatement statement) throws SQLException;
    }

    /** Use of the statements of one call. */
    public interface Action<T extends @Nullable Object> {

        T run(Statements statements) throws SQLException;
    }

    /**
     * Runs an action whose statements commit one by one. If the connection comes only when the time limit is over, the
     * caller that wanted the change has given up, and nothing is done.
     *
     * @throws DataAccessException if there is no connection, time is up, or a statement fails
     */
    public <T extends @Nullable Object> T execute(Action<T> action) {
        long begin = limit.begin();
        return withoutTransaction.execute(status -> {
            if (!dialect.isFile()) {
                return execute(action, begin);
            }
            synchronized (turn) { // those who wait for a file's lock are served in no order: some would wait too long
                return execute(action, begin);
            }
        });
    }

    private <T extends @Nullable Object> T execute(Action<T> action, long begin) {
        Connection connection = open();
        try {
            limit.requireInTime(begin);
            return runCommitting(connection, action, begin);
        } catch (SQLException ex) {
            throw translated(null, ex);
        } catch (DataAccessException ex) {
            connections.failed(connection, ex);
            throw ex;
        } finally {
            DataSourceUtils.releaseConnection(connection, connections);
        }
    }

    private Connection open() {
        try {
            return connections.getConnection();
        } catch (SQLException ex) {
            throw new CannotGetJdbcConnectionException("there is no connection to the database", ex);
        }
    }

    /**
     * Auto-commit is switched on even if the connection says that it is: a session may have been taken out of it behind its
     * driver. Where a container does not let go of it, the commit is made here.
     */
    private <T extends @Nullable Object> T runCommitting(Connection connection, Action<T> action, long begin)
            throws SQLException {
        boolean before = connection.getAutoCommit();
        connection.setAutoCommit(true);
        boolean done = false;
        try {
            T result = action.run(new OnConnection(connection, begin));
            if (!connection.getAutoCommit()) {
                connection.commit();
            }
            done = true;
            return result;
        } finally {
            restore(connection, before, done);
        }
    }

    private static void restore(Connection connection, boolean autoCommit, boolean done) {
        try {
            if (!done && !connection.getAutoCommit()) {
                connection.rollback();
            }
            if (!autoCommit) {
                connection.setAutoCommit(false);
            }
        } catch (SQLException ex) {
            logger.debug("the connection is broken, its auto-commit mode stays", ex);
        }
    }

    private DataAccessException translated(@Nullable String sql, SQLException ex) {
        DataAccessException known = translator.translate("allocation", sql, ex);
        return Objects.requireNonNullElseGet(known, () -> new UncategorizedSQLException("allocation", sql, ex));
    }

    private final class OnConnection implements Statements {

        private final Connection connection;
        private final long begin;
        private boolean hasRun; // a statement of this call has replied

        OnConnection(Connection connection, long begin) {
            this.connection = connection;
            this.begin = begin;
        }

        @Override
        public <T extends @Nullable Object> T run(String sql, List<String> reply, Statement<T> statement) {
            while (true) {
                try {
                    T result = once(sql, reply, statement);
                    hasRun = true;
                    return result;
                } catch (SQLException ex) {
                    if (!SqlFailures.isUndone(ex) || !limit.hasTimeForStatements(begin) || !canBeginAgain(ex)) {
                        throw translated(sql, ex);
                    }
                    logger.trace("undone by the database, tried again", ex);
                }
            }
        }

        /**
         * Out of auto-commit, the database has undone the whole transaction. What earlier statements of this call have replied
         * is void then, so the call fails.
         */
        private boolean canBeginAgain(SQLException undone) {
            try {
                if (connection.getAutoCommit()) {
                    return true;
                }
                if (!hasRun) {
                    connection.rollback(); // PostgreSQL refuses all statements until then
                }
                return !hasRun;
            } catch (SQLException ex) {
                undone.addSuppressed(ex);
                return false;
            }
        }

        private <T extends @Nullable Object> T once(String sql, List<String> reply, Statement<T> statement)
                throws SQLException {
            try (PreparedStatement prepared = reply.isEmpty()
                    ? connection.prepareStatement(sql)
                    : connection.prepareStatement(sql, reply.toArray(new String[0]))) {
                if (statementSeconds > 0) {
                    prepared.setQueryTimeout(statementSeconds);
                }
                return statement.run(prepared);
            }
        }
    }
}
