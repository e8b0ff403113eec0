package io.leafid.autoconfigure.jdbc;

import io.leafid.time.LeafThreads;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.AbstractDataSource;

/**
 * Connections of a DataSource that others may use too, each waited for no longer than a limit of Leaf's own, which is below
 * the time that an allocation may take, whatever limit the DataSource has itself. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - A connection is handed to the caller that waits for it or, if that caller has given up, goes back at once.
 *   - `lastFailure` is what the driver said when the DataSource gave up last, even if that was after Leaf had; a DataSource
 *     that tries again for half a minute would hide it. It is forgotten as soon as there is a connection.
 *   - `threads` is read and written under the lock; nothing is waited for while it is held.
 * </pre>
 */
final class SharedConnections extends AbstractDataSource implements LeafConnections {

    /** As many as Leaf's threads can ask at the same time. */
    private static final int WAITING = 12;

    private final DataSource target;
    private final Duration limit;
    private final String remedy;
    private volatile @Nullable SQLException lastFailure;
    private @Nullable ExecutorService threads;

    /**
     * Opens nothing yet.
     *
     * @param limit how long a connection is waited for
     * @param remedy what the reader can do when there is none
     */
    SharedConnections(DataSource target, Duration limit, String remedy) {
        this.target = target;
        this.limit = limit;
        this.remedy = remedy;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return within(target::getConnection);
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        return within(() -> target.getConnection(username, password));
    }

    private Connection within(Callable<Connection> source) throws SQLException {
        CompletableFuture<Connection> request = new CompletableFuture<>();
        threads().execute(() -> answer(request, source));
        try {
            return request.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException ex) {
            return orGiveUp(request, noneInTime());
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            return orGiveUp(request, new SQLException("interrupted while waiting for a connection", ex));
        } catch (ExecutionException ex) {
            throw explained(Objects.requireNonNullElse(ex.getCause(), ex));
        }
    }

    private synchronized ExecutorService threads() {
        ExecutorService existing = threads;
        if (existing == null) {
            existing = LeafThreads.pool("leaf-jdbc-connections", WAITING);
            threads = existing;
        }
        return existing;
    }

    private void answer(CompletableFuture<Connection> request, Callable<Connection> source) {
        if (request.isDone()) {
            return; // given up while it was queued
        }
        try {
            Connection connection = source.call();
            lastFailure = null;
            if (!request.complete(connection)) {
                connection.close();
            }
        } catch (SQLException ex) {
            lastFailure = isForWantOfOne(ex) ? lastFailure : ex;
            request.completeExceptionally(ex);
        } catch (Exception | Error ex) {
            request.completeExceptionally(ex);
        }
    }

    private static Connection orGiveUp(CompletableFuture<Connection> request, SQLException reason) throws SQLException {
        if (request.completeExceptionally(reason)) {
            throw reason;
        }
        try {
            return request.join(); // it came at this very moment
        } catch (RuntimeException ex) {
            reason.addSuppressed(ex);
            throw reason;
        }
    }

    private SQLException noneInTime() {
        String what =
                "no connection within %s ms from %s".formatted(limit.toMillis(), DataSourceLayers.describe(target));
        SQLException reason = lastFailure;
        return (reason == null)
                ? new SQLTransientConnectionException(what + "; " + remedy)
                : new SQLTransientConnectionException(what + "; its last attempt failed", reason);
    }

    /** The DataSource's own failure; one that blames no driver is for want of a connection, and says what to do. */
    private SQLException explained(Throwable failure) {
        if (failure instanceof SQLException sql && isForWantOfOne(sql)) {
            SQLException explained = new SQLTransientConnectionException("no connection from %s: %s; %s"
                    .formatted(DataSourceLayers.describe(target), failure.getMessage(), remedy));
            explained.addSuppressed(failure);
            return explained;
        }
        if (failure instanceof SQLException sql) {
            return sql;
        }
        if (failure instanceof Error error) {
            throw error;
        }
        return new SQLException(String.valueOf(failure.getMessage()), failure);
    }

    private static boolean isForWantOfOne(SQLException failure) {
        return failure instanceof SQLTransientConnectionException && failure.getCause() == null;
    }

    @Override
    public void release() {
        close();
    }

    @Override
    public void close() {
        ExecutorService existing;
        synchronized (this) {
            existing = threads;
            threads = null;
        }
        if (existing != null) {
            existing.shutdown();
        }
    }
}
