package io.leafid.autoconfigure.jdbc;

import io.leafid.autoconfigure.properties.JdbcProperties;
import java.time.Duration;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.jdbc.DataSourceBuilder;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.util.ClassUtils;

/**
 * The address of a database to which Leaf opens connections of its own. Immutable.
 *
 * @param driver the driver's class; null if the URL tells it
 */
public record Target(
        String url,
        @Nullable String username,
        @Nullable String password,
        @Nullable String driver) {

    static final String POOL_NAME = "leaf";

    /** One that is kept, and one for a second allocation, or while the first is being opened anew. */
    static final int SMALL = 2;

    /** Whether there is Hikari. */
    static boolean hasHikari(@Nullable ClassLoader loader) {
        return ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource", loader);
    }

    /** As the settings say, which have a URL. */
    public static Target of(JdbcProperties jdbc) {
        return new Target(Objects.requireNonNull(jdbc.url()), jdbc.username(), jdbc.password(), jdbc.driverClassName());
    }

    /** That of the application, as Boot knows it. */
    static Target of(JdbcConnectionDetails details) {
        return new Target(
                details.getJdbcUrl(), details.getUsername(), details.getPassword(), details.getDriverClassName());
    }

    /** The DataSource of {@code leaf.jdbc.url}. Allocations are short and rare; an allocation of another tag waits its turn. */
    public DataSource dataSource(Duration loadTimeout, @Nullable ClassLoader loader) {
        return dataSource(POOL_NAME, 4, ConnectionChoice.wait(loadTimeout), loader);
    }

    /** A pool; without Hikari, a connection is opened for each call. */
    DataSource dataSource(String name, int size, Duration wait, @Nullable ClassLoader loader) {
        if (hasHikari(loader)) {
            return HikariPools.of(this, name, size, wait);
        }
        DataSourceBuilder<SimpleDriverDataSource> builder = DataSourceBuilder.create()
                .type(SimpleDriverDataSource.class)
                .url(url)
                .username(username)
                .password(password);
        return (driver == null)
                ? builder.build()
                : builder.driverClassName(driver).build();
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "Target[username=%s, driver=%s]".formatted(username, driver);
    }
}
