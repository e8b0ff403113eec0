package io.leafid.autoconfigure.properties.rules;

import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.JdbcProperties;
import io.leafid.autoconfigure.properties.JdbcProperties.NamedDatabase;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.jdbc.SqlDialect;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.jdbc.DataSourceBuilder;
import org.springframework.boot.jdbc.DatabaseDriver;
import org.springframework.util.ClassUtils;

/**
 * Rules for a URL in the settings, from which a DataSource must be able to be made: its driver and its pool. Connects to nothing.
 * Stateless.
 */
final class DriverRules {

    private final String url;
    private final String urlKey;
    private final String driverKey;
    private final @Nullable ClassLoader loader;
    private final Problems problems;

    private DriverRules(String prefix, String url, @Nullable ClassLoader loader, Problems problems) {
        this.url = url;
        this.urlKey = prefix + ".url";
        this.driverKey = prefix + ".driver-class-name";
        this.loader = loader;
        this.problems = problems;
    }

    /** Checks the databases that Leaf connects to by itself. */
    static void check(
            LeafProperties properties, boolean hasOwnDatabase, @Nullable ClassLoader loader, Problems problems) {
        if (hasOwnDatabase) {
            check("leaf.jdbc", properties.jdbc(), loader, problems);
        }
        if (!properties.databases().isEmpty() && properties.uses(IdEngine.SEGMENT)) {
            new TreeMap<>(properties.databases())
                    .forEach((name, database) ->
                            check(NamedDatabase.keyOf(name), database.jdbc(properties.jdbc()), loader, problems));
        }
    }

    /** Leaves what is nothing to be made, or is complained about elsewhere. */
    private static void check(String prefix, JdbcProperties jdbc, @Nullable ClassLoader loader, Problems problems) {
        if (jdbc.url() != null && jdbc.url().startsWith("jdbc:")) {
            new DriverRules(prefix, jdbc.url(), loader, problems).check(jdbc.driverClassName());
        }
    }

    private void check(@Nullable String driver) {
        DatabaseDriver database = DatabaseDriver.fromJdbcUrl(url);
        boolean readsUser = database == DatabaseDriver.UNKNOWN || database == DatabaseDriver.MYSQL;
        if (!problems.require(
                readsUser || !hasUser(),
                urlKey,
                "has a user before an at sign, which only the driver of MySQL reads",
                "Write the URL without it and set %1$s.username and %1$s.password."
                        .formatted(urlKey.substring(0, urlKey.lastIndexOf('.'))))) {
            return;
        }
        if (driver == null) {
            checkDriverOf(database.getDriverClassName());
        } else {
            checkNamed(driver);
        }
        problems.require(
                !isForgetful() || DataSourceBuilder.findType(loader) != null,
                urlKey,
                "names a database that H2 keeps in memory as long as a connection is open, and without a connection pool none"
                        + " stays open",
                "Add ;DB_CLOSE_DELAY=-1 to {}, or put a pool such as com.zaxxer:HikariCP on the class path.");
    }

    /** Returns whether a user stands before the host, as in {@code //user@host}. */
    private boolean hasUser() {
        int host = url.indexOf("//") + 2;
        int at = url.indexOf('@', host);
        return host >= 2 && at >= 0 && url.substring(host, at).chars().noneMatch(each -> "/?;".indexOf(each) >= 0);
    }

    private void checkDriverOf(@Nullable String expected) {
        if (expected != null && ClassUtils.isPresent(expected, loader)) {
            problems.require(
                    understands(expected),
                    urlKey,
                    "is not understood by the JDBC driver " + expected,
                    "Write it as the driver's manual says, such as jdbc:postgresql://db:5432/leaf or jdbc:mysql://db:3306/leaf.");
        } else if (DriverManager.drivers().noneMatch(this::accepts)) { // nor one that a container has loaded
            addMissing(expected);
        }
    }

    private void addMissing(@Nullable String driver) {
        if (driver != null && SqlDialect.ofUrl(url).isEmpty()) {
            problems.add(
                    urlKey,
                    "names a database that Leaf keeps no ids in",
                    "Set {} to a database whose URL begins with %s.".formatted(knownBeginnings()));
        } else if (driver == null) {
            problems.add(
                    urlKey,
                    "is understood by no JDBC driver on the class path",
                    "Add the driver of this database to the dependencies, or correct {}: it begins with %s."
                            .formatted(knownBeginnings()));
        } else {
            problems.add(
                    urlKey,
                    "needs the JDBC driver %s, which is not on the class path".formatted(driver),
                    "Add the driver of this database to the dependencies%s.".formatted(artifact()));
        }
    }

    private void checkNamed(String driver) {
        boolean isPresent = problems.require(
                ClassUtils.isPresent(driver, loader),
                driverKey,
                "is not on the class path",
                "Add the driver to the dependencies%s, or remove {}: it is derived from %s."
                        .formatted(artifact(), urlKey));
        problems.require(
                !isPresent || understands(driver),
                driverKey,
                "does not understand " + urlKey,
                "Remove {}: it is derived from %s.".formatted(urlKey));
    }

    /** Returns whether a driver accepts the URL; one that does not register itself is not asked. */
    private boolean understands(String type) {
        Class<?> driverType = ClassUtils.resolveClassName(type, loader);
        return DriverManager.drivers()
                .filter(driver -> driver.getClass().equals(driverType))
                .allMatch(this::accepts);
    }

    private boolean accepts(Driver driver) {
        try {
            return driver.acceptsURL(url);
        } catch (SQLException ex) {
            return true; // its own, and it will say what is wrong with it
        }
    }

    private boolean isForgetful() {
        String lower = url.toLowerCase(Locale.ROOT);
        return lower.startsWith("jdbc:h2:mem:") && !lower.contains("db_close_delay=-1");
    }

    /** The dependency that brings the driver of a database that Leaf knows. */
    private String artifact() {
        return SqlDialect.ofUrl(url).stream()
                .flatMap(dialect -> dialect.drivers().entrySet().stream())
                .filter(driver -> url.startsWith(driver.getKey()))
                .map(driver -> ": " + driver.getValue())
                .findFirst()
                .orElse("");
    }

    private static String knownBeginnings() {
        List<String> known = Arrays.stream(SqlDialect.values())
                .flatMap(dialect -> dialect.drivers().keySet().stream())
                .sorted()
                .toList();
        int last = known.size() - 1;
        return String.join(", ", known.subList(0, last)) + " or " + known.get(last);
    }
}
