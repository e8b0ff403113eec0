package io.leafid.autoconfigure;

import io.leafid.autoconfigure.JdbcProperties.InitializeSchema;
import io.leafid.jdbc.SchemaScript;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer;
import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.boot.sql.init.DatabaseInitializationSettings;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;

/**
 * Creates a table of Leaf if it is missing. One of Boot's initializers, so that whatever needs the database is made after
 * it, and it itself after the migrations of Flyway and Liquibase.
 */
final class LeafSchemaInitializer extends DataSourceScriptDatabaseInitializer {

    private static final Logger logger = LoggerFactory.getLogger(LeafSchemaInitializer.class);

    private final InitializeSchema mode;
    private final boolean failFast;
    private final JdbcStoreFailures failures;

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

    /** The script depends on the kind of database, which is asked for only when a table may have to be created. */
    @Override
    public boolean initializeDatabase() {
        boolean wanted = mode == InitializeSchema.ALWAYS || (mode == InitializeSchema.EMBEDDED && isEmbeddedDatabase());
        if (!wanted) {
            return false;
        }
        try {
            String script =
                    SchemaScript.of(failures.database().dialect()).text(failures.defaultTable(), failures.table());
            Resource resource = new ByteArrayResource(script.getBytes(StandardCharsets.UTF_8));
            runScripts(new Scripts(List.of(resource)).encoding(StandardCharsets.UTF_8));
            return true;
        } catch (RuntimeException ex) {
            RuntimeException explained = failures.explainCreation(ex);
            if (failFast) {
                throw explained;
            }
            logger.warn("{}; going on, since leaf.segment.fail-fast is false", explained.getMessage());
            return false;
        }
    }
}
