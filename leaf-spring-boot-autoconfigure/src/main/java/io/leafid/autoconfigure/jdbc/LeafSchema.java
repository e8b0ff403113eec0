package io.leafid.autoconfigure.jdbc;

import io.leafid.autoconfigure.properties.JdbcProperties.InitializeSchema;
import io.leafid.jdbc.OwnTransactions;
import io.leafid.jdbc.SchemaScript;
import io.leafid.jdbc.SqlDialect;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.jdbc.EmbeddedDatabaseConnection;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.util.ClassUtils;

/** A table of Leaf, which is created if it is missing and the settings want it. Thread-safe. */
public final class LeafSchema {

    private static final Logger logger = LoggerFactory.getLogger(LeafSchema.class);

    /** A table that another session has locked, as for a dump, holds up the statement that would create it if it were missing. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final InitializeSchema mode;
    private final boolean failFast;
    private final JdbcStoreFailures failures;
    private final Duration timeout;
    private volatile boolean failed;

    public LeafSchema(InitializeSchema mode, boolean failFast, JdbcStoreFailures failures) {
        this(mode, failFast, failures, TIMEOUT);
    }

    LeafSchema(InitializeSchema mode, boolean failFast, JdbcStoreFailures failures, Duration timeout) {
        this.mode = mode;
        this.failFast = failFast;
        this.failures = failures;
        this.timeout = timeout;
    }

    private boolean isWanted() {
        return mode == InitializeSchema.ALWAYS
                || (mode == InitializeSchema.EMBEDDED && mayBeEmbedded() && isEmbedded());
    }

    /** Without such a driver there is no need to connect, which may take long when the database is unavailable. */
    private boolean mayBeEmbedded() {
        ClassLoader loader = getClass().getClassLoader();
        return EmbeddedDatabaseConnection.get(loader) != EmbeddedDatabaseConnection.NONE
                || Arrays.stream(SqlDialect.values())
                        .map(SqlDialect::fileDriver)
                        .anyMatch(driver -> !driver.isEmpty() && ClassUtils.isPresent(driver, loader));
    }

    /** Spring Boot knows databases in memory, and none that exists as a file only. */
    private boolean isEmbedded() {
        return EmbeddedDatabaseConnection.isEmbedded(dataSource()) || isFile();
    }

    /** A database that cannot be reached is none; what needs it says so, and a generator that a test has replaced needs none. */
    private boolean isFile() {
        try {
            return failures.database().dialect().isFile();
        } catch (CannotGetJdbcConnectionException ex) {
            logger.debug("whether table '{}' is in a file cannot be asked", failures.table(), ex);
            return false;
        }
    }

    /** Creates the table, if it is wanted and missing. */
    public void create() {
        try {
            if (isWanted()) { // which may connect
                createTable();
            }
        } catch (RuntimeException ex) {
            RuntimeException explained = failures.explainCreation(ex);
            if (failFast) {
                throw explained;
            }
            failed = true;
            logger.warn("{}; going on", explained.getMessage());
        }
    }

    /** Tries again what failed at start, when the database may have been unavailable. Never throws. */
    public void retryIfFailed() {
        if (!failed) {
            return;
        }
        try {
            createTable();
            failed = false;
        } catch (RuntimeException ex) {
            logger.debug("table '{}' still cannot be created", failures.table(), ex);
        }
    }

    /** Tries twice, since PostgreSQL fails one of two instances that create a table at the same moment. */
    private void createTable() {
        try {
            runScript();
        } catch (DataAccessException ex) {
            if (failures.isOutage(ex)) { // which takes its time to fail
                throw ex;
            }
            logger.debug("table '{}' could not be created at first", failures.table(), ex);
            runScript();
        }
    }

    /** The script depends on the kind of database, which is asked for only when the table may have to be created. */
    private void runScript() {
        SqlDialect dialect = failures.database().dialect();
        SchemaScript script = SchemaScript.of(dialect);
        if (!script.names(failures.defaultTable())) {
            return; // nothing of the kind is kept there, which is explained where it is asked for
        }
        List<String> statements = script.statements(failures.defaultTable(), failures.table());
        new OwnTransactions(dataSource(), dialect, timeout).execute(jdbc -> run(statements, jdbc));
    }

    private static List<String> run(List<String> statements, JdbcOperations jdbc) {
        for (String each : statements) {
            jdbc.execute(each.replaceAll("\\s+", " ")); // databases repeat a statement that they refuse
        }
        return statements;
    }

    private DataSource dataSource() {
        return failures.database().dataSource();
    }
}
