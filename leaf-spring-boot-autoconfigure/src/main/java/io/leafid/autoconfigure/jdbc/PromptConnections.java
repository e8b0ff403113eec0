package io.leafid.autoconfigure.jdbc;

import io.leafid.time.Deadline;
import io.leafid.time.TimeSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.AbstractDataSource;

/**
 * Connections of a pool of Leaf's own to one of several databases: waited for within a limit while one is being opened, but no longer
 * once the database has refused one, since another database can be asked. Thread-safe.
 */
final class PromptConnections extends AbstractDataSource implements AutoCloseable {

    /** The shortest wait that a pool knows; it is asked again and again within the limit. */
    private static final Duration LOOK_EVERY = Duration.ofMillis(250);

    private final DataSource pool;
    private final Duration limit;

    private PromptConnections(DataSource pool, Duration limit) {
        this.pool = pool;
        this.limit = limit;
    }

    /**
     * Makes a pool that waits no longer than it is told, and puts itself before it; what is no such pool stays as it is, and is
     * made with the whole limit.
     */
    static DataSource of(Function<Duration, DataSource> maker, Duration limit) {
        DataSource pool = maker.apply(LOOK_EVERY);
        return DataSourceLayers.isHikari(pool) ? new PromptConnections(pool, limit) : pool;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Deadline deadline = Deadline.in(limit, TimeSource.system());
        while (true) {
            requireNoRefusal(null);
            try {
                return pool.getConnection();
            } catch (SQLTransientConnectionException ex) {
                requireNoRefusal(ex);
                if (deadline.nanosLeft() <= 0) {
                    throw ex;
                }
            }
        }
    }

    /** The pool itself tries again in the background, and is asked once it has a connection. */
    private void requireNoRefusal(@Nullable SQLException before) throws SQLException {
        SQLException refusal = HikariDerivation.refusal(pool);
        if (refusal != null) {
            SQLException ex = new SQLTransientConnectionException("the database refuses connections", refusal);
            if (before != null) {
                ex.addSuppressed(before);
            }
            throw ex;
        }
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        return pool.getConnection(username, password);
    }

    @Override
    public void close() {
        HikariDerivation.close(pool);
    }
}
