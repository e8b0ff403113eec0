package io.leafid.autoconfigure.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariCredentialsProvider;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import com.zaxxer.hikari.util.Credentials;
import com.zaxxer.hikari.util.DriverDataSource;
import com.zaxxer.hikari.util.PropertyElf;
import com.zaxxer.hikari.util.UtilityElf;
import io.leafid.jdbc.IsolationProbe;
import io.leafid.jdbc.SqlDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Properties;
import java.util.function.Supplier;
import javax.sql.DataSource;
import javax.sql.XADataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.jdbc.DataSourceBuilder;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * Makes small pools of Hikari's, above all from the configuration of another. Not loaded where there is no Hikari, which
 * {@link DataSourceLayers} knows. Stateless.
 */
final class HikariDerivation {

    private static final Logger logger = LoggerFactory.getLogger(HikariDerivation.class);

    static final String POOL_NAME = "leaf";

    /** One that is kept, and one for a second allocation, or while the first is being opened anew. */
    private static final int MAX_CONNECTIONS = 2;

    private static final long SHORTEST_TIMEOUT_MILLIS = 250; // what Hikari accepts

    private HikariDerivation() {}

    static boolean isHikari(DataSource dataSource) {
        return dataSource instanceof HikariDataSource;
    }

    /** Why no pool can be derived from another; nothing if one can. */
    static @Nullable String obstacle(DataSource hikari) {
        HikariDataSource pool = (HikariDataSource) hikari;
        if (pool.getDataSourceJNDI() != null) {
            return "its connections come from a DataSource in JNDI";
        }
        if (pool.getDataSource() instanceof AbstractRoutingDataSource) {
            return "its connections come from one that chooses between databases";
        }
        if (pool.getDataSource() instanceof XADataSource) {
            return "its connections take part in distributed transactions";
        }
        if (ClassUtils.getMethod(pool.getClass(), "getConnection").getDeclaringClass() != HikariDataSource.class) {
            return "Leaf does not know what %s does to them"
                    .formatted(pool.getClass().getName());
        }
        return isPrivate(pool) ? "each connection has a database in memory of its own" : null;
    }

    /** The address that a pool is configured with, if it is. */
    static @Nullable String url(DataSource hikari) {
        HikariDataSource pool = (HikariDataSource) hikari;
        Properties properties = Objects.requireNonNullElse(pool.getDataSourceProperties(), new Properties());
        return (pool.getJdbcUrl() != null)
                ? pool.getJdbcUrl()
                : properties.getProperty("url", properties.getProperty("URL"));
    }

    private static boolean isPrivate(HikariDataSource pool) {
        String url = Objects.requireNonNullElse(url(pool), "");
        SqlDialect dialect = SqlDialect.ofUrl(url).orElse(null);
        return dialect != null && dialect.isPrivate(url);
    }

    /** A pool of Leaf's own with what another's configuration carries; connects in the background. */
    static DataSource derive(DataSource pool, Duration limit) {
        HikariDataSource application = (HikariDataSource) pool;
        HikariConfig config = new HikariConfig();
        application.copyStateTo(config);
        leaveOutMetrics(config);
        config.setHealthCheckRegistry(null);
        config.setScheduledExecutor(null);
        config.setLeakDetectionThreshold(0);
        config.setAllowPoolSuspension(false);
        config.setReadOnly(false);
        config.setCredentialsProvider(credentialsOf(application));
        restrict(config, POOL_NAME, MAX_CONNECTIONS, limit);
        return new HikariDataSource(config);
    }

    /** A pool of Leaf's own from what a builder carries; connects in the background. */
    static DataSource small(DataSourceBuilder<?> builder, Duration limit) {
        HikariDataSource pool = builder.type(HikariDataSource.class).build();
        restrict(pool, POOL_NAME, MAX_CONNECTIONS, limit);
        return pool;
    }

    /** Why the last connection of a pool of Leaf's own could not be opened; nothing if it could, or if the pool has another one. */
    static @Nullable SQLException refusal(DataSource hikari) {
        HikariDataSource pool = (HikariDataSource) hikari;
        HikariPoolMXBean state = pool.getHikariPoolMXBean();
        boolean isEmpty = state != null && state.getTotalConnections() == 0;
        return (isEmpty && pool.getDataSource() instanceof DriverConnections driver) ? driver.lastFailure : null;
    }

    static void close(DataSource pool) {
        ((HikariDataSource) pool).close();
    }

    /** Both setters refuse to be called while the other's value is there. */
    private static void leaveOutMetrics(HikariConfig config) {
        if (config.getMetricRegistry() != null) {
            config.setMetricRegistry(null);
        } else {
            config.setMetricsTrackerFactory(null);
        }
    }

    /** Asked at each connection, so that a changed password counts here too. */
    private static HikariCredentialsProvider credentialsOf(HikariDataSource application) {
        return () -> {
            HikariCredentialsProvider provider = application.getCredentialsProvider();
            return (provider != null)
                    ? provider.getCredentials()
                    : Credentials.of(application.getUsername(), application.getPassword());
        };
    }

    /** A pool with its size, for messages; nothing if a DataSource leads to none. */
    static @Nullable String describe(DataSource dataSource) {
        HikariDataSource pool =
                DataSourceUnwrapper.unwrap(dataSource, HikariConfigMXBean.class, HikariDataSource.class);
        if (pool == null) {
            return null;
        }
        HikariPoolMXBean state = pool.getHikariPoolMXBean();
        String inUse = (state == null) ? "" : ", %s of them in use".formatted(state.getActiveConnections());
        return "pool '%s' of at most %s connections%s".formatted(pool.getPoolName(), pool.getMaximumPoolSize(), inUse);
    }

    /** Makes a pool that is not in use yet one of Leaf's own, and adds to what its driver is told. */
    static void restrict(DataSource hikari, String name, int size, Duration limit, Properties driver) {
        HikariDataSource pool = (HikariDataSource) hikari;
        restrict(pool, name, size, limit);
        driver.forEach((key, value) -> pool.addDataSourceProperty(String.valueOf(key), value));
    }

    private static void restrict(HikariConfig config, String name, int size, Duration limit) {
        long millis = Math.max(SHORTEST_TIMEOUT_MILLIS, limit.toMillis());
        long openingMillis = config.getConnectionTimeout();
        config.setPoolName(name);
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(1);
        config.setRegisterMbeans(false);
        config.setConnectionTimeout(millis);
        config.setValidationTimeout(
                Math.max(SHORTEST_TIMEOUT_MILLIS, Math.min(config.getValidationTimeout(), millis / 2)));
        config.setInitializationFailTimeout(-1); // the database may be unavailable
        keepLoginTimeout(config, openingMillis);
    }

    private static void keepLoginTimeout(HikariConfig config, long openingMillis) {
        DataSource target = config.getDataSource();
        if (target != null) {
            config.setDataSource(new DriverConnections(() -> target));
        } else if (config.getDataSourceClassName() != null) {
            DataSource made = instance(config.getDataSourceClassName(), config.getDataSourceProperties());
            limitOpening(made, openingMillis);
            config.setDataSource(new DriverConnections(() -> made));
            config.setDataSourceClassName(null);
        } else if (config.getJdbcUrl() != null) {
            config.setDataSource(new DriverConnections(() -> new DriverDataSource(
                    config.getJdbcUrl(),
                    config.getDriverClassName(),
                    config.getDataSourceProperties(),
                    config.getUsername(),
                    config.getPassword())));
        }
    }

    /** As Hikari makes it. */
    private static DataSource instance(String className, Properties properties) {
        DataSource made = UtilityElf.createInstance(className, DataSource.class);
        PropertyElf.setTargetFromProperties(made, properties);
        return made;
    }

    private static void limitOpening(DataSource made, long millis) {
        try {
            made.setLoginTimeout((int) Math.max(1, Math.min(millis, Integer.MAX_VALUE) / 1000));
        } catch (SQLException ex) {
            logger.debug("the driver knows no login time-out", ex);
        }
    }

    /**
     * New connections of a driver. Thread-safe.
     *
     * <p>A pool sets its own time limit as the login time-out of what it opens connections with. With a JDBC URL that is the one
     * of the whole process, and connections of the application's would be given up after Leaf's; so it ends here.
     */
    private static final class DriverConnections extends AbstractDataSource {

        private final Supplier<DataSource> driver;
        private final IsolationProbe probe = new IsolationProbe();
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
                return probe.watched(connection);
            } catch (SQLException ex) {
                lastFailure = ex;
                throw ex;
            }
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
}
