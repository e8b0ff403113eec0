package io.leafid.autoconfigure.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariCredentialsProvider;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.Credentials;
import com.zaxxer.hikari.util.DriverDataSource;
import io.leafid.jdbc.SqlDialect;
import io.leafid.time.LeafThreads;
import java.time.Duration;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Makes small pools of HikariCP that are Leaf's own. Not loaded where there is no Hikari, which {@link Target} knows. Stateless. */
final class HikariPools {

    private static final long SHORTEST_TIMEOUT_MILLIS = 250; // what Hikari accepts

    private HikariPools() {}

    /** The pool that a DataSource is, or is a proxy of. */
    private static @Nullable HikariDataSource find(DataSource dataSource) {
        return DataSourceUnwrapper.unwrap(dataSource, HikariConfigMXBean.class, HikariDataSource.class);
    }

    /** The address that a DataSource connects to, if it leads to a pool that has one. */
    static @Nullable String url(DataSource dataSource) {
        HikariDataSource pool = find(dataSource);
        return (pool == null) ? null : pool.getJdbcUrl();
    }

    /** What makes a pool of Leaf's own as the application's is configured; nothing if that is of another kind. */
    static @Nullable Supplier<DataSource> derivation(DataSource application, Duration wait) {
        HikariDataSource pool = find(application);
        return (pool == null) ? null : () -> derive(pool, wait);
    }

    /** Connects in the background. */
    static DataSource derive(HikariDataSource application, Duration wait) {
        HikariConfig config = new HikariConfig();
        application.copyStateTo(config);
        leaveOutMetrics(config);
        config.setHealthCheckRegistry(null);
        config.setScheduledExecutor(null);
        config.setLeakDetectionThreshold(0);
        config.setAllowPoolSuspension(false);
        config.setReadOnly(false);
        config.setCredentialsProvider(credentialsOf(application));
        restrict(config, Target.POOL_NAME, Target.SMALL, wait);
        return new HikariDataSource(config);
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

    /** A pool that connects when it is asked first. */
    static DataSource of(Target target, String name, int size, Duration wait) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(target.url());
        pool.setUsername(target.username());
        pool.setPassword(target.password());
        if (target.driver() != null) {
            pool.setDriverClassName(target.driver());
        }
        restrict(pool, name, size, wait);
        return pool;
    }

    private static void restrict(HikariConfig config, String name, int size, Duration wait) {
        long millis = Math.max(SHORTEST_TIMEOUT_MILLIS, wait.toMillis());
        config.setPoolName(name);
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(1);
        config.setAutoCommit(true);
        config.setRegisterMbeans(false);
        config.setConnectionTimeout(millis);
        config.setValidationTimeout(
                Math.max(SHORTEST_TIMEOUT_MILLIS, Math.min(config.getValidationTimeout(), millis / 2)));
        config.setInitializationFailTimeout(-1); // the database may be unavailable
        config.setThreadFactory(LeafThreads.daemons("leaf-connections"));
        String url = config.getJdbcUrl();
        if (config.getDataSource() != null) {
            config.setDataSource(new DriverConnections(config.getDataSource()));
        } else if (url != null) {
            SqlDialect.ofUrl(url).ifPresent(dialect -> dialect.driverSettings().forEach(config::addDataSourceProperty));
            config.setDataSource(new DriverConnections(new DriverDataSource(
                    url,
                    config.getDriverClassName(),
                    config.getDataSourceProperties(),
                    config.getUsername(),
                    config.getPassword())));
        }
    }

    /**
     * New connections of a driver. A pool sets its own time limit as the login time-out of what it opens connections with. With a JDBC
     * URL that is the one of the whole process, and connections of the application's would be given up after Leaf's; so it ends here.
     */
    private static final class DriverConnections extends DelegatingDataSource {

        private volatile int loginTimeout;

        DriverConnections(DataSource driver) {
            super(driver);
        }

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
