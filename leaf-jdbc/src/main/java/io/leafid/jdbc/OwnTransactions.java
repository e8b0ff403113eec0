package io.leafid.jdbc;

import io.leafid.time.TimeSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcOperations;

/**
 * Runner of statements that are one transaction. Thread-safe.
 *
 * <p>When {@link #execute} returns, its changes are committed; when it throws, they were rolled back or, if the database
 * could not be asked, it is not known.
 *
 * <p>The isolation level is the connection's own. Asking for READ COMMITTED would be enough, and fails on a MySQL whose
 * binary log records statements; under REPEATABLE READ a transaction must begin with its update, never with a plain
 * SELECT, whose snapshot would hide what others have committed in between.
 */
public final class OwnTransactions extends OwnStatements {

    private static final Logger logger = LoggerFactory.getLogger(OwnTransactions.class);

    private final Optional<String> statementLimit;

    /** Creates the runner; parameters as of {@link OwnStatements}. */
    public OwnTransactions(DataSource dataSource, SqlDialect dialect, Duration timeout) {
        this(dataSource, dialect, timeout, TimeSource.system());
    }

    OwnTransactions(DataSource dataSource, SqlDialect dialect, Duration timeout, TimeSource time) {
        super(dataSource, dialect, timeout, time);
        this.statementLimit = dialect.statementLimit(rowWait());
    }

    @Override
    <T extends @Nullable Object> T apply(Connection connection, Function<JdbcOperations, T> action, long begin)
            throws SQLException {
        connection.setAutoCommit(false);
        JdbcOperations jdbc = templateOn(connection);
        boolean done = false;
        try {
            statementLimit.ifPresent(jdbc::execute);
            T result = action.apply(jdbc);
            connection.commit();
            done = true;
            return result;
        } finally {
            if (!done) {
                rollBack(connection);
            }
        }
    }

    private static void rollBack(Connection connection) {
        try {
            connection.rollback();
        } catch (SQLException ex) {
            logger.debug("nothing was left to roll back", ex); // the failure before it says more
        }
    }
}
