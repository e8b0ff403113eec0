package io.leafid.jdbc;

import java.time.Duration;
import java.util.function.Function;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.jdbc.support.SQLExceptionSubclassTranslator;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Runs statements in a transaction of their own on a connection of their own, whatever transaction the caller is in, and
 * within a time limit. Thread-safe.
 *
 * <p>When {@link #execute} returns, its changes are committed; when it throws, they were rolled back or, if the database
 * could not be asked, nobody knows. Nothing stays open or locked afterwards.
 *
 * <p>The isolation level is the connection's own. Asking for READ COMMITTED would be enough, and fails on a MySQL whose
 * binary log records statements; under REPEATABLE READ a transaction must begin with its update, never with a plain
 * SELECT, whose snapshot would hide what others have committed in between.
 */
public final class OwnTransactions {

    /** What statements may take of the limit, so that the database cancels them before the socket is given up. */
    private static final double STATEMENT_SHARE = 0.8;

    /** So that a driver does not hold all rows of a large table beside the list that is made of them. */
    private static final int ROWS_PER_FETCH = 5_000;

    private final TransactionTemplate transactions;
    private final JdbcOperations jdbc;

    /**
     * Creates the runner.
     *
     * @param dataSource where connections come from; one that joins transactions is bypassed
     * @param timeout how long to wait for an answer of the database; statements are cancelled after four fifths of it
     *     in whole seconds, at least one
     */
    public OwnTransactions(DataSource dataSource, Duration timeout) {
        DataSource own = new OwnConnections(dataSource, timeout);
        JdbcTransactionManager manager = new JdbcTransactionManager(own);
        // The default translator may ask the database for its name, on another connection, while it is failing.
        manager.setExceptionTranslator(new SQLExceptionSubclassTranslator());
        this.transactions = new TransactionTemplate(manager);
        transactions.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        transactions.setTimeout(Math.max(1, (int) (timeout.toMillis() * STATEMENT_SHARE / 1000)));
        JdbcTemplate template = new JdbcTemplate(own);
        template.setExceptionTranslator(new SQLExceptionSubclassTranslator());
        template.setFetchSize(ROWS_PER_FETCH);
        this.jdbc = template;
    }

    /**
     * Runs an action and commits what it did; rolls back if it throws.
     *
     * @throws org.springframework.dao.DataAccessException if a statement or the commit fails
     * @throws org.springframework.transaction.TransactionException if there is no connection, or time is up
     */
    public <T> T execute(Function<JdbcOperations, T> action) {
        return transactions.execute(status -> action.apply(jdbc));
    }
}
