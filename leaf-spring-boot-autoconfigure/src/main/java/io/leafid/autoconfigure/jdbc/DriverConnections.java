package io.leafid.autoconfigure.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.util.function.SingletonSupplier;

/**
 * New connections of a driver. Thread-safe.
 *
 * <p>A pool sets its own time limit as the login time-out of what it opens connections with. With a JDBC URL that is the one
 * of the whole process, and connections of the application's would be given up after Leaf's; so it ends here.
 */
final class DriverConnections extends AbstractDataSource {

    private final Supplier<DataSource> driver;
    private volatile int loginTimeout;
    private volatile @Nullable SQLException lastFailure; // null if a connection was opened since

    /** Looks for the driver at the first call only. */
    DriverConnections(Supplier<DataSource> driver) {
        this.driver = SingletonSupplier.of(driver);
    }

    @Override
    public Connection getConnection() throws SQLException {
        return open(null, null);
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        return open(username, password);
    }

    private Connection open(@Nullable String username, @Nullable String password) throws SQLException {
        try {
            DataSource target = driver.get();
            Connection connection =
                    (username == null) ? target.getConnection() : target.getConnection(username, password);
            lastFailure = null;
            return connection;
        } catch (SQLException ex) {
            lastFailure = ex;
            throw ex;
        }
    }

    /** The failure of the last call; {@code null} if it has opened a connection. */
    @Nullable SQLException lastFailure() {
        return lastFailure;
    }

    /** Notes it, no more; see above. */
    @Override
    public void setLoginTimeout(int seconds) {
        loginTimeout = seconds;
    }

    /** The limit that a pool has set, and waits for when it is closed while a connection is being opened. */
    @Override
    public int getLoginTimeout() {
        return loginTimeout;
    }
}
