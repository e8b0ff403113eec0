package io.leafid.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.datasource.DataSourceUtils;

/**
 * Kind of database, and what differs between kinds. A new database costs one constant here and one schema file, which
 * carries its name. Immutable.
 */
public enum SqlDialect {

    /** MySQL and MariaDB. */
    MYSQL(
            "mysql",
            List.of("MySQL", "MariaDB"),
            Map.of(
                    "jdbc:mysql:", "com.mysql:mysql-connector-j",
                    "jdbc:mariadb:", "org.mariadb.jdbc:mariadb-java-client")),

    /** PostgreSQL. */
    POSTGRESQL("postgresql", List.of("PostgreSQL"), Map.of("jdbc:postgresql:", "org.postgresql:postgresql")),

    /** H2, embedded or as a server. */
    H2("h2", List.of("H2"), Map.of("jdbc:h2:", "com.h2database:h2")),

    /** SQLite. */
    SQLITE("sqlite", List.of("SQLite"), Map.of("jdbc:sqlite:", "org.xerial:sqlite-jdbc"));

    private final String id;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> productNames;

    @SuppressWarnings("ImmutableEnumChecker") // made by Map.of
    private final Map<String, String> drivers;

    SqlDialect(String id, List<String> productNames, Map<String, String> drivers) {
        this.id = id;
        this.productNames = productNames;
        this.drivers = drivers;
    }

    /** Everything else in which this kind differs from the others; read when it is used, since an application has one kind. */
    DialectFacts facts() {
        return switch (this) {
            case MYSQL -> MySqlFacts.FACTS;
            case POSTGRESQL -> PostgreSqlFacts.FACTS;
            case H2 -> H2Facts.FACTS;
            case SQLITE -> SqliteFacts.FACTS;
        };
    }

    /** The name of the dialect in the names of schema files. */
    public String id() {
        return id;
    }

    /** The names that drivers report for the databases of this dialect. */
    public List<String> productNames() {
        return productNames;
    }

    /** The class path location of the script that creates the tables; it can be run again without harm. */
    public String schemaResource() {
        return "io/leafid/jdbc/schema-" + id + ".sql";
    }

    /** Parts of statements that differ between databases. */
    public DialectSql sql() {
        return facts().sql();
    }

    /** The way in which a counter is moved up on this database. */
    public CounterSql counters() {
        return facts().counters();
    }

    /**
     * The statement that limits each statement of the transaction that it stands in; nothing if the time limit of
     * JDBC's statements does.
     */
    Optional<String> statementLimit(Duration limit) {
        return limitsByJdbc()
                ? Optional.empty()
                : Optional.of(sql().statementLimit().formatted(limit.toMillis()));
    }

    /** Returns whether JDBC's own time limit of a statement is what limits it. */
    boolean limitsByJdbc() {
        return sql().statementLimit().isEmpty();
    }

    /** The class of a driver that contains this database, which is a file; empty if it is, or can be, a server. */
    public String fileDriver() {
        return facts().fileDriver();
    }

    /** Returns whether a database of this kind is a file, which the processes of one machine may share. */
    public boolean isFile() {
        return !fileDriver().isEmpty();
    }

    /** The beginnings of addresses of this database, and the artifacts of their drivers. */
    public Map<String, String> drivers() {
        return drivers;
    }

    /** The settings of a driver for connections that are Leaf's own; they replace those of the address. */
    public Map<String, String> driverSettings() {
        return facts().driverSettings();
    }

    /** Recognises a database by its address; empty if it is none of the known ones. */
    public static Optional<SqlDialect> ofUrl(String url) {
        for (SqlDialect each : values()) {
            for (String beginning : each.drivers.keySet()) {
                if (url.startsWith(beginning)) {
                    return Optional.of(each);
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Recognises the database behind a DataSource; opens a connection to ask it.
     *
     * @throws IllegalStateException if it is none of the known ones
     * @throws org.springframework.dao.DataAccessException if it cannot be reached
     */
    public static SqlDialect of(DataSource dataSource) {
        Connection connection = DataSourceUtils.getConnection(dataSource);
        try {
            return of(Objects.requireNonNullElse(connection.getMetaData().getDatabaseProductName(), "unknown"));
        } catch (SQLException ex) {
            DataAccessException known = new DialectExceptionTranslator().translate("name of the database", null, ex);
            throw Objects.requireNonNullElseGet(
                    known, () -> new UncategorizedSQLException("name of the database", null, ex));
        } finally {
            DataSourceUtils.releaseConnection(connection, dataSource);
        }
    }

    /**
     * Recognises a database by the name that its driver reports.
     *
     * @throws IllegalStateException if it is none of the known ones
     */
    public static SqlDialect of(String productName) {
        for (SqlDialect each : values()) {
            for (String known : each.productNames) {
                if (known.equalsIgnoreCase(productName)) {
                    return each;
                }
            }
        }
        throw new IllegalStateException(
                "database '%s' is not supported; known are: %s".formatted(productName, knownProducts()));
    }

    /** The names of all known databases, for messages. */
    public static String knownProducts() {
        return Arrays.stream(values())
                .flatMap(dialect -> dialect.productNames().stream())
                .collect(Collectors.joining(", "));
    }
}
