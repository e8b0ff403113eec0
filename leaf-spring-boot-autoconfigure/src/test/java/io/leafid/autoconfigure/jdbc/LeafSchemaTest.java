package io.leafid.autoconfigure.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.IdGenerator;
import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceInitializationAutoConfiguration;
import org.springframework.boot.liquibase.autoconfigure.LiquibaseAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** When the table is created, and what comes before it. */
class LeafSchemaTest {

    private static final ApplicationContextRunner RUNNER = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    LeafAutoConfiguration.class,
                    LeafSegmentAutoConfiguration.class,
                    DataSourceAutoConfiguration.class,
                    DataSourceInitializationAutoConfiguration.class))
            .withPropertyValues(
                    "leaf.segment.enabled=true",
                    "leaf.segment.auto-create.enabled=true",
                    "leaf.segment.wait-timeout=60s");

    @Test
    void embeddedDatabaseGetsItsTable() {
        RUNNER.withPropertyValues("spring.datasource.url=" + inMemory())
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void otherDatabaseGetsItsTableOnlyIfAskedTo(@TempDir Path folder) {
        ApplicationContextRunner onDisk = RUNNER.withPropertyValues(
                "spring.datasource.url=jdbc:h2:file:" + folder.resolve("leaf") + ";WRITE_DELAY=0");

        onDisk.run(context -> assertThat(context).hasFailed());
        onDisk.withPropertyValues("leaf.jdbc.initialize-schema=always")
                .run(context -> assertThat(context).hasNotFailed());
        onDisk.withPropertyValues("leaf.jdbc.initialize-schema=never")
                .run(context -> assertThat(context).hasNotFailed()); // it is there now
    }

    @Test
    void tableHasTheNameOfChoice() {
        RUNNER.withPropertyValues("spring.datasource.url=" + inMemory(), "leaf.segment.table=ids_of_shop")
                .run(context -> {
                    assertThat(context.getBean(IdGenerator.class).nextId("order"))
                            .isEqualTo(1);
                });
    }

    /** Were Leaf the first, the application's own statement would fail; were it too early, it would miss the row. */
    @ParameterizedTest(name = "initialize-schema={1}, {0}")
    @CsvSource({
        "spring.sql.init.schema-locations=classpath:io/leafid/autoconfigure/migrations/V1__leaf_alloc.sql, never",
        "spring.sql.init.schema-locations=classpath:io/leafid/autoconfigure/migrations/V1__leaf_alloc.sql, always",
        "spring.flyway.locations=classpath:io/leafid/autoconfigure/migrations, never",
        "spring.flyway.locations=classpath:io/leafid/autoconfigure/migrations, always",
        "spring.liquibase.change-log=classpath:io/leafid/autoconfigure/migrations/changelog.yaml, never",
        "spring.liquibase.change-log=classpath:io/leafid/autoconfigure/migrations/changelog.yaml, always"
    })
    void whatTheApplicationMigratesIsThereBeforeIdsAreReserved(String migration, String initializeSchema) {
        RUNNER.withConfiguration(AutoConfigurations.of(FlywayAutoConfiguration.class, LiquibaseAutoConfiguration.class))
                .withPropertyValues(
                        "spring.datasource.url=" + inMemory(),
                        "spring.flyway.enabled=" + migration.startsWith("spring.flyway"),
                        "spring.liquibase.enabled=" + migration.startsWith("spring.liquibase"),
                        "leaf.jdbc.initialize-schema=" + initializeSchema,
                        "leaf.segment.auto-create.enabled=false",
                        migration)
                .run(context -> assertThat(context.getBean(IdGenerator.class).nextId("order"))
                        .isEqualTo(5000));
    }

    private static String inMemory() {
        return "jdbc:h2:mem:" + UUID.randomUUID();
    }
}
