package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.IdGenerator;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceInitializationAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** When the table is created, and what comes before it. */
class LeafSchemaTest {

    private static final ApplicationContextRunner RUNNER = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    LeafAutoConfiguration.class,
                    LeafSegmentAutoConfiguration.class,
                    DataSourceAutoConfiguration.class,
                    DataSourceInitializationAutoConfiguration.class))
            .withPropertyValues("leaf.segment.enabled=true", "leaf.segment.auto-create.enabled=true");

    @Test
    void embeddedDatabaseGetsItsTable() {
        RUNNER.withPropertyValues("spring.datasource.url=" + inMemory())
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void otherDatabaseGetsItsTableOnlyIfAskedTo(@TempDir Path folder) {
        ApplicationContextRunner onDisk =
                RUNNER.withPropertyValues("spring.datasource.url=jdbc:h2:file:" + folder.resolve("leaf"));

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

    @Test
    void scriptsOfTheApplicationRunBeforeIdsAreReserved() {
        RUNNER.withPropertyValues(
                        "spring.datasource.url=" + inMemory(),
                        "leaf.jdbc.initialize-schema=never",
                        "leaf.segment.auto-create.enabled=false",
                        "spring.sql.init.schema-locations=classpath:io/leafid/autoconfigure/own-leaf-alloc.sql")
                .run(context -> assertThat(context.getBean(IdGenerator.class).nextId("order"))
                        .isEqualTo(5000));
    }

    private static String inMemory() {
        return "jdbc:h2:mem:" + UUID.randomUUID();
    }
}
