package io.leafid.autoconfigure;

import java.time.Duration;
import java.util.Objects;
import java.util.Properties;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.jdbc.DataSourceBuilder;
import org.springframework.boot.jdbc.DatabaseDriver;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

/** Makes the DataSource of {@code leaf.jdbc.url}, of whatever pool there is, or without one. Stateless. */
final class LeafDataSources {

    /** Purchases are short and rare; a purchase of another tag waits its turn. */
    private static final int POOL_SIZE = 4;

    private LeafDataSources() {}

    static DataSource create(JdbcProperties jdbc, Duration timeout, @Nullable ClassLoader classLoader) {
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
        DataSource dataSource = builder.build();
        if (HikariDerivation.isHikari(dataSource)) {
            HikariDerivation.restrict(dataSource, POOL_SIZE, ConnectionChoice.ownLimit(timeout));
        } else if (dataSource instanceof SimpleDriverDataSource unpooled) {
            limitConnecting(unpooled, timeout);
        }
        return dataSource;
    }

    /** Without a pool nobody else limits how long an unreachable host is waited for. */
    private static void limitConnecting(SimpleDriverDataSource dataSource, Duration timeout) {
        String url = String.valueOf(dataSource.getUrl());
        if (url.contains("connectTimeout")) {
            return; // the user knows better
        }
        long millis = Math.max(1, Math.min(timeout.toMillis(), Integer.MAX_VALUE));
        long seconds = Math.max(1, millis / 1000);
        Properties properties = new Properties();
        switch (DatabaseDriver.fromJdbcUrl(url)) {
            case MYSQL, MARIADB -> properties.setProperty("connectTimeout", Long.toString(millis));
            case POSTGRESQL -> properties.setProperty("connectTimeout", Long.toString(seconds));
            default -> {}
        }
        dataSource.setConnectionProperties(properties);
    }
}
