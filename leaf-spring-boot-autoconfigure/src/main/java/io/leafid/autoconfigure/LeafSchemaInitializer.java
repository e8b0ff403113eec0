package io.leafid.autoconfigure;

import io.leafid.autoconfigure.JdbcProperties.InitializeSchema;
import io.leafid.jdbc.SchemaScript;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.jdbc.EmbeddedDatabaseConnection;
import org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer;
import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.boot.sql.init.DatabaseInitializationSettings;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;
import org.springframework.jdbc.datasource.init.ScriptStatementFailedException;

/**
 * Creates a table of Leaf if it is missing. One of Boot's initializers, so that whatever needs the database is made after
 * it, and it itself after the migrations of Flyway and Liquibase.
 */
final class LeafSchemaInitializer extends DataSourceScriptDatabaseInitializer {

    private static final Logger logger = LoggerFactory.getLogger(LeafSchemaInitializer.class);

    private final InitializeSchema mode;
    private final boolean failFast;
    private final JdbcStoreFailures failures;
    private volatile boolean failed;

    LeafSchemaInitializer(InitializeSchema mode, boolean failFast, JdbcStoreFailures failures) {
        super(failures.database().dataSource(), settings(mode));
        this.mode = mode;
        this.failFast = failFast;
        this.failures = failures;
    }

    private static DatabaseInitializationSettings settings(InitializeSchema mode) {
        DatabaseInitializationSettings settings = new DatabaseInitializationSettings();
        settings.setMode(DatabaseInitializationMode.valueOf(mode.name()));
        settings.setContinueOnError(false);
        return settings;
    }

    private boolean isWanted() {
        return switch (mode) {
            case ALWAYS -> true;
            case NEVER -> false;
            case EMBEDDED -> mayBeEmbedded() && isEmbeddedDatabase();
        };
    }

    /** Without such a driver there is no need to connect, which may take long when the database is away. */
    private boolean mayBeEmbedded() {
        return EmbeddedDatabaseConnection.get(getClass().getClassLoader()) != EmbeddedDatabaseConnection.NONE;
    }

    @Override
    public boolean initializeDatabase() {
        if (!isWanted()) {
            return false;
        }
        try {
            createTable();
            return true;
        } catch (RuntimeException ex) {
            RuntimeException explained = failures.explainCreation(ex);
            if (failFast) {
                throw explained;
            }
            failed = true;
            logger.warn("{}; going on", explained.getMessage());
            return false;
        }
    }

    /** Tries again what failed at start, when the database may have been away. Never throws. */
    void retryIfFailed() {
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
        } catch (ScriptStatementFailedException ex) { // and not for want of a connection, which takes its time to fail
            logger.debug("table '{}' could not be created at first", failures.table(), ex);
            runScript();
        }
    }

    /** The script depends on the kind of database, which is asked for only when the table may have to be created. */
    private void runScript() {
        SchemaScript script = SchemaScript.of(failures.database().dialect());
        String text = script.text(failures.defaultTable(), failures.table());
        Resource resource = new ByteArrayResource(text.getBytes(StandardCharsets.UTF_8));
        runScripts(new Scripts(List.of(resource)).encoding(StandardCharsets.UTF_8));
    }
}
