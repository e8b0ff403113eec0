package io.leafid.jdbc;

import java.sql.DatabaseMetaData;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.SQLExceptionSubclassTranslator;

/**
 * What differs between databases. A new database costs one constant here and one schema file, which carries its name.
 * Immutable.
 */
public enum SqlDialect {

    /** MySQL and MariaDB. */
    MYSQL(
            "mysql",
            "TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(3)) DIV 1000",
            "",
            "MySQL",
            "MariaDB"),

    /** PostgreSQL. Its driver cancels by a connection of its own, and waits ten seconds for that on a dead line. */
    POSTGRESQL(
            "postgresql",
            "CAST(FLOOR(EXTRACT(EPOCH FROM CLOCK_TIMESTAMP()) * 1000) AS BIGINT)",
            "SET LOCAL statement_timeout = %d",
            "PostgreSQL"),

    /** H2, embedded or as a server. */
    H2("h2", "CAST(FLOOR(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(3)) * 1000) AS BIGINT)", "", "H2");

    private final String id;
    private final String nowMillis;
    private final String statementLimit;
    private final String productNames; // one per line: an enum holds nothing that could be changed

    SqlDialect(String id, String nowMillis, String statementLimit, String... productNames) {
        this.id = id;
        this.nowMillis = nowMillis;
        this.statementLimit = statementLimit;
        this.productNames = String.join("\n", productNames);
    }

    /** The names that drivers report for the databases of this dialect. */
    public List<String> productNames() {
        return productNames.lines().toList();
    }

    /** The class path location of the script that creates the tables; it can be run again without harm. */
    public String schemaResource() {
        return "io/leafid/jdbc/schema-" + id + ".sql";
    }

    /**
     * An SQL expression for the database's clock in milliseconds since 1970-01-01T00:00:00Z, whatever the time zone of
     * the session is. The clock is read when the statement, or on H2 its transaction, begins or later.
     */
    public String nowMillis() {
        return nowMillis;
    }

    /** How a counter is moved up on this database. */
    public CounterSql counters() {
        return switch (this) {
            case MYSQL -> CounterSql.MYSQL;
            case POSTGRESQL -> CounterSql.POSTGRESQL;
            case H2 -> CounterSql.H2;
        };
    }

    /** What is asked about a table before the first use of it. */
    TableCheckSql tableCheck() {
        return switch (this) {
            case MYSQL -> TableCheckSql.MYSQL;
            case POSTGRESQL -> TableCheckSql.POSTGRESQL;
            case H2 -> TableCheckSql.NONE;
        };
    }

    /**
     * The statement that limits each statement of the transaction that it stands in; nothing if the time limit of
     * JDBC's statements does.
     */
    Optional<String> statementLimit(Duration limit) {
        return statementLimit.isEmpty() ? Optional.empty() : Optional.of(statementLimit.formatted(limit.toMillis()));
    }

    /** Whether JDBC's own time limit of a statement is what limits it. */
    boolean limitsByJdbc() {
        return statementLimit.isEmpty();
    }

    /**
     * Recognises the database behind a DataSource; opens a connection to ask it.
     *
     * @throws IllegalStateException if it is none of the known ones
     * @throws org.springframework.dao.DataAccessException if it cannot be reached
     */
    public static SqlDialect of(DataSource dataSource) {
        JdbcTemplate jdbc = new JdbcTemplate(dataSource);
        jdbc.setExceptionTranslator(new SQLExceptionSubclassTranslator()); // the default may connect a second time
        ConnectionCallback<String> productName = connection -> {
            DatabaseMetaData metaData = connection.getMetaData();
            return metaData.getDatabaseProductName();
        };
        return of(Objects.requireNonNullElse(jdbc.execute(productName), "unknown"));
    }

    /**
     * Recognises a database by the name that its driver reports.
     *
     * @throws IllegalStateException if it is none of the known ones
     */
    public static SqlDialect of(String productName) {
        return Arrays.stream(values())
                .filter(dialect -> dialect.productNames().stream().anyMatch(productName::equalsIgnoreCase))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "database '%s' is not supported; known are: %s".formatted(productName, knownProducts())));
    }

    private static String knownProducts() {
        return Arrays.stream(values())
                .flatMap(dialect -> dialect.productNames().stream())
                .collect(Collectors.joining(", "));
    }
}
