package io.leafid.autoconfigure.properties;

import io.leafid.jdbc.SqlDialect;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.jdbc.DataSourceBuilder;
import org.springframework.boot.jdbc.DatabaseDriver;
import org.springframework.util.ClassUtils;

/**
 * Whether a DataSource can be made from {@code leaf.jdbc.url} at all: what its driver and its pool must be. Connects to nothing.
 * Stateless.
 */
final class OwnDatabaseValidator {

    private static final String URL = "leaf.jdbc.url";

    private static final String DRIVER = "leaf.jdbc.driver-class-name";

    private static final Pattern USER_INFO = Pattern.compile("//[^/?;]*@");

    private OwnDatabaseValidator() {}

    static void check(JdbcProperties jdbc, @Nullable ClassLoader loader, PropertyProblems problems) {
        String url = jdbc.url();
        if (url == null || !url.startsWith("jdbc:")) {
            return; // nothing to be made, or complained about elsewhere
        }
        DatabaseDriver database = DatabaseDriver.fromJdbcUrl(url);
        boolean isKnown = database != DatabaseDriver.UNKNOWN;
        if (isKnown
                && database != DatabaseDriver.MYSQL
                && USER_INFO.matcher(url).find()) {
            problems.add(
                    URL,
                    "has a user before an at sign, which only the driver of MySQL reads",
                    "Write the URL without it and set leaf.jdbc.username and leaf.jdbc.password.");
            return;
        }
        String named = jdbc.driverClassName();
        if (named == null) {
            checkDriverOf(url, loader, problems);
        } else {
            checkNamedDriver(named, url, loader, problems);
        }
        problems.require(
                !isForgetful(url) || DataSourceBuilder.findType(loader) != null,
                URL,
                "names a database that H2 keeps in memory as long as a connection is open, and without a connection pool none"
                        + " stays open",
                "Add ;DB_CLOSE_DELAY=-1 to leaf.jdbc.url, or put a pool such as com.zaxxer:HikariCP on the class path.");
    }

    private static void checkDriverOf(String url, @Nullable ClassLoader loader, PropertyProblems problems) {
        String expected = DatabaseDriver.fromJdbcUrl(url).getDriverClassName();
        if (expected == null) {
            problems.require(
                    isAccepted(url),
                    URL,
                    "is understood by no JDBC driver on the class path",
                    "Add the driver of this database to the dependencies, or correct leaf.jdbc.url: it begins with %s."
                            .formatted(knownBeginnings()));
            return;
        }
        if (!ClassUtils.isPresent(expected, loader)) {
            problems.require(
                    isAccepted(url), // by a driver that a container has loaded
                    URL,
                    "needs the JDBC driver %s, which is not on the class path".formatted(expected),
                    "Add the driver of this database to the dependencies%s.".formatted(artifact(url)));
            return;
        }
        problems.require(
                understands(ClassUtils.resolveClassName(expected, loader), url),
                URL,
                "is not understood by the JDBC driver " + expected,
                "Write it as the driver's manual says, such as jdbc:postgresql://db:5432/leaf or jdbc:mysql://db:3306/leaf.");
    }

    /** Whether a driver accepts a URL; one that does not register itself is not asked. */
    private static boolean understands(Class<?> type, String url) {
        return DriverManager.drivers()
                .filter(driver -> driver.getClass().equals(type))
                .allMatch(driver -> accepts(driver, url));
    }

    private static void checkNamedDriver(
            String name, String url, @Nullable ClassLoader loader, PropertyProblems problems) {
        if (!ClassUtils.isPresent(name, loader)) {
            problems.add(
                    DRIVER,
                    "is not on the class path",
                    "Add the driver to the dependencies%s, or remove %s: it is derived from leaf.jdbc.url."
                            .formatted(artifact(url), DRIVER));
            return;
        }
        problems.require(
                understands(ClassUtils.resolveClassName(name, loader), url),
                DRIVER,
                "does not understand leaf.jdbc.url",
                "Remove %s: it is derived from leaf.jdbc.url.".formatted(DRIVER));
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
