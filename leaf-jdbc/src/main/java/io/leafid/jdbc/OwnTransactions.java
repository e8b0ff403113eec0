package io.leafid.jdbc;

import io.leafid.time.TimeSource;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Runner of statements in a transaction of their own on a connection of their own, whatever transaction the caller is in,
 * and within a time limit. Thread-safe.
 *
 * <p>When {@link #execute} returns, its changes are committed; when it throws, they were rolled back or, if the database
 * could not be asked, it is not known. Nothing stays open or locked afterwards.
 *
 * <p>The isolation level is the connection's own. Asking for READ COMMITTED would be enough, and fails on a MySQL whose
 * binary log records statements; under REPEATABLE READ a transaction must begin with its update, never with a plain
 * SELECT, whose snapshot would hide what others have committed in between.
 */
public final class OwnTransactions {

    /** So that a driver does not hold all rows of a large table beside the list that is made of them. */
    private static final int ROWS_PER_FETCH = 5_000;

    private final TimeLimit limit;
    private final TransactionTemplate transactions;
    private final OwnConnections own;
    private final JdbcOperations jdbc;
    private final Optional<String> statementLimit;

    /**
     * Creates the runner.
     *
     * @param dataSource where connections come from; one that joins transactions is bypassed. How long it may take to
     *     get one is the DataSource's to limit, as every pool does
     * @param dialect the kind of database
     * @param timeout how long to wait for an answer of the database; statements are cancelled after four fifths of it,
     *     or the whole seconds in that, at least one
     */
    public OwnTransactions(DataSource dataSource, SqlDialect dialect, Duration timeout) {
        this(dataSource, dialect, timeout, TimeSource.system());
    }

    OwnTransactions(DataSource dataSource, SqlDialect dialect, Duration timeout, TimeSource time) {
        this.limit = new TimeLimit(timeout, time);
        this.own = new OwnConnections(dataSource, timeout);
        this.statementLimit = dialect.statementLimit(limit.statements());
        this.transactions = new TransactionTemplate(managerOf(own, dialect));
        transactions.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        if (statementLimit.isEmpty()) {
            transactions.setTimeout(limit.statementSeconds());
        }
        this.jdbc = templateOf(own);
    }

    private static JdbcTransactionManager managerOf(DataSource own, SqlDialect dialect) {
        JdbcTransactionManager manager = dialect.isFile() ? new FileTransactions(own) : new JdbcTransactionManager(own);
        manager.setExceptionTranslator(new DialectExceptionTranslator());
        return manager;
    }

    /**
     * Transactions of a file, which rolls back by itself when a statement fails, and then refuses to do so again, which
     * would hide the failure.
     */
    private static final class FileTransactions extends JdbcTransactionManager {

        private static final long serialVersionUID = 1L;

        FileTransactions(DataSource dataSource) {
            super(dataSource);
        }

        @Override
        protected void doRollback(DefaultTransactionStatus status) {
            try {
                super.doRollback(status);
            } catch (DataAccessException ex) {
                // nothing was left to roll back; the failure before it says more
            }
        }
    }

    private static JdbcTemplate templateOf(DataSource own) {
        JdbcTemplate template = new JdbcTemplate(own);
        template.setExceptionTranslator(new DialectExceptionTranslator());
        template.setFetchSize(ROWS_PER_FETCH);
        return template;
    }

    /**
     * Runs an action and commits what it did; rolls back if it throws. If the connection comes only when the time limit is
     * over, the caller that wanted the change has given up, and nothing is done.
     *
     * @throws org.springframework.dao.DataAccessException if a statement or the commit fails
     * @throws org.springframework.transaction.TransactionException if there is no connection, or time is up
     */
    public <T> T execute(Function<JdbcOperations, T> action) {
        long begin = limit.begin();
        return transactions.execute(status -> {
            if (statementLimit.isPresent()) {
                jdbc.execute(statementLimit.get());
            }
            limit.requireInTime(begin);
            try {
                return action.apply(jdbc);
            } catch (DataAccessException ex) {
                own.failed(ex);
                throw ex;
            }
        });
    }
}
