package io.leafid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SchemaScriptTest {

    private static final String METADATA = "META-INF/native-image/io.leafid/leaf-jdbc/reachability-metadata.json";

    @ParameterizedTest
    @EnumSource
    void nativeImageKeepsTheScript(SqlDialect dialect) throws IOException {
        try (InputStream metadata =
                Objects.requireNonNull(getClass().getClassLoader().getResourceAsStream(METADATA))) {
            String glob = new String(metadata.readAllBytes(), StandardCharsets.UTF_8)
                    .replaceAll("(?s).*\"glob\": \"([^\"]*)\".*", "$1");

            assertThat(FileSystems.getDefault()
                            .getPathMatcher("glob:" + glob)
                            .matches(Path.of(dialect.schemaResource())))
                    .as("%s", glob)
                    .isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void tableIsCreatedUnderTheConfiguredName(SqlDialect dialect) {
        assertThat(SchemaScript.of(dialect).text("leaf_alloc", new TableName("ids.segments$")))
                .startsWith("CREATE TABLE IF NOT EXISTS ids.segments$ (")
                .endsWith(";\n")
                .doesNotContain("leaf_alloc", "leaf_workerid_alloc", "--");
    }

    @ParameterizedTest
    @EnumSource
    void tableThatTheScriptDoesNotKnowIsRefused(SqlDialect dialect) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SchemaScript.of(dialect).text("alloc", new TableName("alloc")))
                .withMessage("no table 'alloc' in " + dialect.schemaResource());
    }

    @ParameterizedTest
    @EnumSource
    void scriptKnowsWhichTablesItCreates(SqlDialect dialect) {
        SchemaScript script = SchemaScript.of(dialect);

        assertThat(List.of("leaf_alloc", "leaf_slot")).allMatch(script::names);
        assertThat(script.names("leaf_workerid_alloc"))
                .as("a file is no registry of several machines")
                .isEqualTo(!dialect.isFile());
        assertThat(script.names("leaf_nowhere")).isFalse();
    }

    @Test
    void textCanBePastedIntoAConsole() {
        assertThat(SchemaScript.of(SqlDialect.POSTGRESQL).text("leaf_alloc", new TableName("ids.leaf_alloc")))
                .isEqualTo("""
                        CREATE TABLE IF NOT EXISTS ids.leaf_alloc (
                            biz_tag     VARCHAR(128) NOT NULL DEFAULT '',
                            max_id      BIGINT       NOT NULL DEFAULT 1,
                            step        INT          NOT NULL,
                            description VARCHAR(256) DEFAULT NULL,
                            update_time TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT CURRENT_TIMESTAMP,
                            PRIMARY KEY (biz_tag)
                        );
                        """);
    }
}
