package io.leafid.autoconfigure.properties.rules;

import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.JdbcProperties;
import io.leafid.autoconfigure.properties.JdbcProperties.NamedDatabase;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.jdbc.SqlDialect;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.jdbc.DataSourceBuilder;
import org.springframework.boot.jdbc.DatabaseDriver;
import org.springframework.util.ClassUtils;

/**
 * Rules for a URL in the settings, from which a DataSource must be able to be made: its driver and its pool. Connects to nothing.
 * Used by one thread.
 */
record DriverRules(String prefix, String url, @Nullable ClassLoader loader, Problems problems) {

    /** Checks the databases that Leaf connects to by itself. */
    static void check(
            LeafProperties properties, boolean hasOwnDatabase, @Nullable ClassLoader loader, Problems problems) {
        if (hasOwnDatabase) {
            check("leaf.jdbc", properties.jdbc(), loader, problems);
        }
        if (properties.uses(IdEngine.SEGMENT)) {
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

    private void check(@Nullable String named) {
        DatabaseDriver database = DatabaseDriver.fromJdbcUrl(url);
        boolean hasUser = url.matches("[^/]*//[^/?;@]*@.*"); // before the host
        boolean readsUser = database == DatabaseDriver.UNKNOWN || database == DatabaseDriver.MYSQL;
        if (problems.require(readsUser || !hasUser, prefix + ".url", "driver.user")) {
            if (named == null) {
                checkDriver(database.getDriverClassName());
            } else {
                checkNamed(named);
            }
            String lower = url.toLowerCase(Locale.ROOT);
            boolean isForgetful = lower.startsWith("jdbc:h2:mem:") && !lower.contains("db_close_delay=-1");
            problems.require(
                    !isForgetful || DataSourceBuilder.findType(loader) != null, prefix + ".url", "driver.no-pool");
        }
    }

    private void checkDriver(@Nullable String expected) {
        if (expected != null && ClassUtils.isPresent(expected, loader)) {
            problems.require(understands(expected), prefix + ".url", "driver.malformed", expected);
        } else if (DriverManager.drivers().noneMatch(this::accepts)) { // nor one that a container has loaded
            String known = String.join(", ", drivers().keySet()).replaceFirst(", ([^,]*)$", " or $1");
            if (expected == null) {
                problems.add(prefix + ".url", "driver.unknown", known);
            } else if (problems.require(!artifact().isEmpty(), prefix + ".url", "driver.other-database", known)) {
                problems.add(prefix + ".url", "driver.missing", expected, artifact());
            }
        }
    }

    private void checkNamed(String driver) {
        String key = prefix + ".driver-class-name";
        if (problems.require(ClassUtils.isPresent(driver, loader), key, "driver.named", artifact())) {
            problems.require(understands(driver), key, "driver.named.other");
        }
    }

    /** Returns whether a driver accepts the URL; one that does not register itself is not asked. */
    private boolean understands(String type) {
        return DriverManager.drivers()
                .filter(driver -> driver.getClass().getName().equals(type))
                .allMatch(this::accepts);
    }

    private boolean accepts(Driver driver) {
        try {
            return driver.acceptsURL(url);
        } catch (SQLException ex) {
            return true; // its own, and it will say what is wrong with it
        }
    }

    /** The dependency that brings the driver of a database that Leaf knows. */
    private String artifact() {
        return drivers().entrySet().stream()
                .filter(driver -> url.startsWith(driver.getKey()))
                .map(driver -> ": " + driver.getValue())
                .findFirst()
                .orElse("");
    }

    /** The drivers of all databases that ids can be kept in, by the beginnings of their URLs. */
    private static SortedMap<String, String> drivers() {
        SortedMap<String, String> drivers = new TreeMap<>();
        for (SqlDialect each : SqlDialect.values()) {
            drivers.putAll(each.drivers());
        }
        return drivers;
    }
}
