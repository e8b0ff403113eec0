package io.leafid.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.SmartDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;

/**
 * Source of connections that belong to no other transaction and on which no read waits for ever. Thread-safe.
 *
 * <p>Being an object of its own is what keeps it apart: Spring binds the connection of a transaction to its DataSource,
 * and nothing that a caller has bound is bound to this one.
 *
 * <p>Before a connection goes back, its network timeout is set to what it was. One whose server takes no writes any more is ended: a pool would
 * keep the connections to a primary that was demoted, some for half an hour.
 */
final class OwnConnections extends DelegatingDataSource implements SmartDataSource {

    private static final Logger logger = LoggerFactory.getLogger(OwnConnections.class);
    private static final Executor CALLER = Runnable::run;

    private final int timeoutMillis;
    private final Map<Connection, Integer> timeoutBefore = Collections.synchronizedMap(new IdentityHashMap<>());

    private final Set<Connection> ended =
            Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

    OwnConnections(DataSource dataSource, Duration timeout) {
        super(withoutJoining(dataSource));
        this.timeoutMillis = (int) Math.min(Math.max(1, timeout.toMillis()), Integer.MAX_VALUE);
    }

    /** The DataSource behind the innermost proxy that would hand out the connection of the caller's transaction, if there is one. */
    private static DataSource withoutJoining(DataSource dataSource) {
        DataSource result = dataSource;
        DataSource each = dataSource;
        while (each instanceof DelegatingDataSource proxy && proxy.getTargetDataSource() != null) {
            each = proxy.getTargetDataSource();
            if (proxy instanceof TransactionAwareDataSourceProxy) {
                result = each;
            }
        }
        return result;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        try {
            limitWaiting(connection);
        } catch (SQLException | RuntimeException | Error ex) { // as where an older driver has no such method
            connection.close();
            throw ex;
        }
        return connection;
    }

    private static void end(Connection connection) {
        try {
            connection.abort(CALLER);
            logger.info("the database takes no writes on a connection, as after a fail-over; another one is opened");
        } catch (SQLException ex) {
            logger.debug("the connection is broken", ex);
        }
    }

    private void limitWaiting(Connection connection) throws SQLException {
        try {
            int before = connection.getNetworkTimeout();
            connection.setNetworkTimeout(CALLER, timeoutMillis);
            timeoutBefore.put(connection, before);
        } catch (SQLFeatureNotSupportedException ex) {
            logger.trace("the driver knows no network timeout; statements are still limited", ex);
        }
    }

    /** Ends the connection on which this failed, once it is released, if its server takes no writes. */
    void failed(Connection connection, Throwable failure) {
        if (SqlFailures.isReadOnly(failure)) {
            ended.add(connection);
        }
    }

    /** The same for the connection of the present transaction. */
    void failed(Throwable failure) {
        if (SqlFailures.isReadOnly(failure)) {
            Connection connection = DataSourceUtils.getConnection(this);
            ended.add(connection);
            DataSourceUtils.releaseConnection(connection, this);
        }
    }

    /** Called by Spring right before it closes a connection that it got from here. */
    @Override
    public boolean shouldClose(Connection connection) {
        Integer before = timeoutBefore.remove(connection);
        if (before != null) {
            try {
                connection.setNetworkTimeout(CALLER, before);
            } catch (SQLException ex) {
                logger.debug("the connection is broken, its network timeout stays", ex);
            }
        }
        if (ended.remove(connection)) {
            end(connection);
        }
        return true;
    }
}
