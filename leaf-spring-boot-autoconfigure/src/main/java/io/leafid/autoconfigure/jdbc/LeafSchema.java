package io.leafid.autoconfigure.jdbc;

import io.leafid.autoconfigure.properties.JdbcProperties.InitializeSchema;
import io.leafid.jdbc.SchemaScript;
import io.leafid.jdbc.SqlDialect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.jdbc.init.DatabaseInitializationProperties;
import org.springframework.boot.jdbc.init.PropertiesBasedDataSourceScriptDatabaseInitializer;
import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.core.io.ByteArrayResource;

/**
 * A table of Leaf, which is created if it is missing and the settings want it. Immutable.
 *
 * @param mode in which databases it is created
 * @param failFast whether the start fails if it cannot be created
 * @param failures the table, and the explanations of what its database says
 */
public record LeafSchema(InitializeSchema mode, boolean failFast, JdbcStoreFailures failures) {

    private static final Logger logger = LoggerFactory.getLogger(LeafSchema.class);

    /** Creates the table, if it is wanted and missing. */
    public void create() {
        try {
            if (mode != InitializeSchema.NEVER) {
                new Script(failures, failures.database().dialect(), mode).initializeDatabase();
            }
        } catch (RuntimeException ex) {
            if (mode == InitializeSchema.EMBEDDED && failures.isOutage(ex)) {
                return; // what needs the database says so, and a generator that a test has replaced needs none
            }
            RuntimeException explained = failures.explainCreation(ex);
            if (failFast) {
                throw explained;
            }
            logger.warn("{}; going on", explained.getMessage());
        }
    }

    /** The part of a dialect's script that is about the table, under its name here. */
    private static final class Script extends PropertiesBasedDataSourceScriptDatabaseInitializer<ScriptProperties> {

        private final JdbcStoreFailures table;
        private final SqlDialect dialect;

        Script(JdbcStoreFailures table, SqlDialect dialect, InitializeSchema mode) {
            super(table.database().dataSource(), new ScriptProperties(dialect, mode));
            this.table = table;
            this.dialect = dialect;
        }

        /** Spring Boot knows databases in memory, and none that exists as a file only. */
        @Override
        protected boolean isEmbeddedDatabase() {
            return dialect.isFile() || super.isEmbeddedDatabase();
        }

        @Override
        protected void runScripts(Scripts scripts) {
            SchemaScript script = SchemaScript.of(dialect);
            if (script.names(table.defaultTable())) { // else it is explained where the table is asked for
                byte[] statement =
                        script.text(table.defaultTable(), table.table()).getBytes(StandardCharsets.UTF_8);
                super.runScripts(new Scripts(List.of(new ByteArrayResource(statement))));
            }
        }
    }

    /** The settings of the script, as those of Spring Boot's own modules. */
    private static final class ScriptProperties extends DatabaseInitializationProperties {

        ScriptProperties(SqlDialect dialect, InitializeSchema mode) {
            setPlatform(dialect.id());
            setInitializeSchema(DatabaseInitializationMode.valueOf(mode.name()));
        }

        @Override
        public String getDefaultSchemaLocation() {
            return "classpath:io/leafid/jdbc/schema-@@platform@@.sql";
        }
    }
}
