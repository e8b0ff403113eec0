package io.leafid.autoconfigure.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.datasource.AbstractDataSource;

/**
 * Connections of Leaf's own to the database of the application, so that callers that hold all of the application's cannot
 * keep Leaf from allocating the ids they wait for. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - The pool is made at the first call, when the application's DataSource is configured for good, and at the first call
 *     after a release.
 *   - `pool` is read and written under the lock; no connection is waited for, opened or closed while it is held.
 *   - Once closed, none is made.
 * </pre>
 */
final class OwnConnectionPool extends AbstractDataSource implements AutoCloseable {

    private static final Logger logger = LoggerFactory.getLogger(OwnConnectionPool.class);

    private final Supplier<DataSource> maker;
    private @Nullable DataSource pool;
    private boolean closed;

    /** Makes nothing yet; the maker does not wait for a connection. */
    OwnConnectionPool(Supplier<DataSource> maker) {
        this.maker = maker;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return pool().getConnection();
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        return pool().getConnection(username, password);
    }

    private synchronized DataSource pool() throws SQLException {
        if (closed) {
            throw new SQLException("Leaf's connections are closed, as its application context is");
        }
        DataSource existing = pool;
        if (existing == null) {
            existing = maker.get();
            pool = existing;
        }
        return existing;
    }

    /** Closes the connections that are open; the next call opens others. */
    void release() {
        close(false);
    }

    /** Closes them for good. */
    @Override
    public void close() {
        close(true);
    }

    private void close(boolean forGood) {
        DataSource existing;
        synchronized (this) {
            existing = pool;
            pool = null;
            closed |= forGood;
        }
        if (existing instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (Exception ex) {
                logger.warn("Leaf's connections could not be closed", ex);
            }
        }
    }
}
