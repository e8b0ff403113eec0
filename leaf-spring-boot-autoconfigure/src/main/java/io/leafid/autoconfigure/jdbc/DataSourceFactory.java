package io.leafid.autoconfigure.jdbc;

import io.leafid.autoconfigure.properties.JdbcProperties;
import io.leafid.jdbc.SqlDialect;
import java.time.Duration;
import java.util.Objects;
import java.util.Properties;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.jdbc.DataSourceBuilder;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

/** Makes the DataSource of {@code leaf.jdbc.url}, of whatever pool there is, or without one. Stateless. */
public final class DataSourceFactory {

    /** Allocations are short and rare; an allocation of another tag waits its turn. */
    private static final int POOL_SIZE = 4;

    /** As a pool that is derived from the application's. */
    private static final int SMALL_POOL_SIZE = 2;

    /** A pool opens connections in the background, where it may take longer than an allocation. */
    private static final Duration SHORTEST_OPENING = Duration.ofSeconds(10);

    private DataSourceFactory() {}

    public static DataSource create(JdbcProperties jdbc, Duration timeout, @Nullable ClassLoader classLoader) {
        Duration wait = ConnectionChoice.ownLimit(timeout);
        return limited(build(jdbc, classLoader), HikariDerivation.POOL_NAME, jdbc, timeout, wait, POOL_SIZE);
    }

    /** The same for one of several databases, each of which has a small pool, and how long a connection of it is waited for. */
    static DataSource createNamed(
            String name, JdbcProperties jdbc, Duration timeout, Duration wait, @Nullable ClassLoader classLoader) {
        String poolName = HikariDerivation.POOL_NAME + "-" + name;
        return limited(build(jdbc, classLoader), poolName, jdbc, timeout, wait, SMALL_POOL_SIZE);
    }

    private static DataSource build(JdbcProperties jdbc, @Nullable ClassLoader classLoader) {
        DataSourceBuilder<?> builder = DataSourceBuilder.create(classLoader)
                .url(Objects.requireNonNull(jdbc.url()))
                .username(jdbc.username())
                .password(jdbc.password());
        if (jdbc.driverClassName() != null) {
            builder.driverClassName(jdbc.driverClassName());
        }
        if (DataSourceBuilder.findType(classLoader) == null) {
            builder.type(SimpleDriverDataSource.class);
        }
        return builder.build();
    }

    private static DataSource limited(
            DataSource dataSource, String poolName, JdbcProperties jdbc, Duration timeout, Duration wait, int size) {
        if (DataSourceLayers.isHikari(dataSource)) {
            Duration opening = (timeout.compareTo(SHORTEST_OPENING) > 0) ? timeout : SHORTEST_OPENING;
            Properties driver = connectTimeout(String.valueOf(jdbc.url()), opening);
            HikariDerivation.restrict(dataSource, poolName, size, wait, driver);
        } else if (dataSource instanceof SimpleDriverDataSource unpooled) {
            unpooled.setConnectionProperties(connectTimeout(String.valueOf(jdbc.url()), timeout));
        }
        return dataSource;
    }

    /** The wait for an unreachable host, which nothing else limits, unless the address says it. */
    private static Properties connectTimeout(String url, Duration timeout) {
        Properties properties = new Properties();
        if (url.contains("connectTimeout")) {
            return properties;
        }
        SqlDialect.ofUrl(url).ifPresent(dialect -> properties.putAll(dialect.connectTimeout(timeout)));
        return properties;
    }
}
