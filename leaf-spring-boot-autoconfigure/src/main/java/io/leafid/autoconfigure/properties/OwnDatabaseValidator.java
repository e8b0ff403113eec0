package io.leafid.autoconfigure.properties;

import io.leafid.jdbc.SqlDialect;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.jdbc.DataSourceBuilder;
import org.springframework.boot.jdbc.DatabaseDriver;
import org.springframework.util.ClassUtils;

/**
 * Whether a DataSource can be made from a URL in the settings at all: what its driver and its pool must be. Connects to nothing.
 * Stateless.
 */
final class OwnDatabaseValidator {

    private final String prefix;
    private final @Nullable ClassLoader loader;
    private final PropertyProblems problems;

    /** Judges the settings below a prefix, such as {@code leaf.jdbc}. */
    OwnDatabaseValidator(String prefix, @Nullable ClassLoader loader, PropertyProblems problems) {
        this.prefix = prefix;
        this.loader = loader;
        this.problems = problems;
    }

    private String urlKey() {
        return prefix + ".url";
    }

    private String driverKey() {
        return prefix + ".driver-class-name";
    }

    void check(JdbcProperties jdbc) {
        String url = jdbc.url();
        if (url == null || !url.startsWith("jdbc:")) {
            return; // nothing to be made, or complained about elsewhere
        }
        if (hasUnreadUser(url)) {
            problems.add(
                    urlKey(),
                    "has a user before an at sign, which only the driver of MySQL reads",
                    "Write the URL without it and set %1$s.username and %1$s.password.".formatted(prefix));
            return;
        }
        checkDriver(jdbc.driverClassName(), url);
        checkPool(url);
    }

    private void checkDriver(@Nullable String named, String url) {
        if (named == null) {
            checkDriverOf(url);
        } else {
            checkNamedDriver(named, url);
        }
    }

    private void checkPool(String url) {
        problems.require(
                !isForgetful(url) || DataSourceBuilder.findType(loader) != null,
                urlKey(),
                "names a database that H2 keeps in memory as long as a connection is open, and without a connection pool none"
                        + " stays open",
                "Add ;DB_CLOSE_DELAY=-1 to %s, or put a pool such as com.zaxxer:HikariCP on the class path."
                        .formatted(urlKey()));
    }

    /** Whether a user stands before the host, as in {@code //user@host}, and the driver does not read it. */
    private static boolean hasUnreadUser(String url) {
        DatabaseDriver database = DatabaseDriver.fromJdbcUrl(url);
        return database != DatabaseDriver.UNKNOWN && database != DatabaseDriver.MYSQL && hasUser(url);
    }

    private static boolean hasUser(String url) {
        int host = url.indexOf("//") + 2;
        int at = url.indexOf('@', host);
        return host >= 2 && at >= 0 && url.substring(host, at).chars().noneMatch(each -> "/?;".indexOf(each) >= 0);
    }

    private void checkDriverOf(String url) {
        String expected = DatabaseDriver.fromJdbcUrl(url).getDriverClassName();
        if (expected != null && ClassUtils.isPresent(expected, loader)) {
            problems.require(
                    understands(ClassUtils.resolveClassName(expected, loader), url),
                    urlKey(),
                    "is not understood by the JDBC driver " + expected,
                    "Write it as the driver's manual says, such as jdbc:postgresql://db:5432/leaf or jdbc:mysql://db:3306/leaf.");
        } else if (!isAccepted(url)) { // nor by a driver that a container has loaded
            addMissing(expected, url);
        }
    }

    private void addMissing(@Nullable String driver, String url) {
        if (driver != null && SqlDialect.ofUrl(url).isEmpty()) {
            problems.add(
                    urlKey(),
                    "names a database that Leaf keeps no ids in",
                    "Set %s to a database whose URL begins with %s.".formatted(urlKey(), knownBeginnings()));
        } else if (driver == null) {
            problems.add(
                    urlKey(),
                    "is understood by no JDBC driver on the class path",
                    "Add the driver of this database to the dependencies, or correct %s: it begins with %s."
                            .formatted(urlKey(), knownBeginnings()));
        } else {
            problems.add(
                    urlKey(),
                    "needs the JDBC driver %s, which is not on the class path".formatted(driver),
                    "Add the driver of this database to the dependencies%s.".formatted(artifact(url)));
        }
    }

    /** Whether a driver accepts a URL; one that does not register itself is not asked. */
    private static boolean understands(Class<?> type, String url) {
        return DriverManager.drivers()
                .filter(driver -> driver.getClass().equals(type))
                .allMatch(driver -> accepts(driver, url));
    }

    private void checkNamedDriver(String name, String url) {
        if (!ClassUtils.isPresent(name, loader)) {
            problems.add(
                    driverKey(),
                    "is not on the class path",
                    "Add the driver to the dependencies%s, or remove %s: it is derived from %s."
                            .formatted(artifact(url), driverKey(), urlKey()));
            return;
        }
        problems.require(
                understands(ClassUtils.resolveClassName(name, loader), url),
                driverKey(),
                "does not understand " + urlKey(),
                "Remove %s: it is derived from %s.".formatted(driverKey(), urlKey()));
    }

    private static boolean isAccepted(String url) {
        return DriverManager.drivers().anyMatch(driver -> accepts(driver, url));
    }

    private static boolean accepts(Driver driver, String url) {
        try {
            return driver.acceptsURL(url);
        } catch (SQLException ex) {
            return true; // its own, and it will say what is wrong with it
        }
    }

    private static boolean isForgetful(String url) {
        String lower = url.toLowerCase(Locale.ROOT);
        return lower.startsWith("jdbc:h2:mem:") && !lower.contains("db_close_delay=-1");
    }

    /** How to get the driver of a database that Leaf knows. */
    private static String artifact(String url) {
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
