package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.IdGenerator;
import io.leafid.SegmentUnavailableException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceInitializationAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.datasource.AbstractDataSource;

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

    @Test
    void databaseThatWasAwayAtStartGetsItsTableLater() {
        AwayAtStart dataSource = new AwayAtStart(inMemory());
        RUNNER.withBean(DataSource.class, () -> dataSource)
                .withPropertyValues(
                        "leaf.jdbc.initialize-schema=always",
                        "leaf.segment.fail-fast=false",
                        "leaf.segment.load-timeout=1s")
                .run(context -> {
                    dataSource.comeUp();
                    IdGenerator ids = context.getBean(IdGenerator.class);
                    await().ignoreException(SegmentUnavailableException.class)
                            .untilAsserted(() -> assertThat(ids.nextId("order")).isEqualTo(1));
                });
    }

    /** A database that refuses connections until it comes up. */
    private static final class AwayAtStart extends AbstractDataSource {

        private final JdbcDataSource target = new JdbcDataSource();
        private volatile boolean up;

        AwayAtStart(String url) {
            target.setURL(url + ";DB_CLOSE_DELAY=-1");
        }

        void comeUp() {
            up = true;
        }

        @Override
        public Connection getConnection() throws SQLException {
            if (!up) {
                throw new SQLTransientConnectionException("away");
            }
            return target.getConnection();
        }

        @Override
        public Connection getConnection(String username, String password) throws SQLException {
            return getConnection();
        }
    }

    private static String inMemory() {
        return "jdbc:h2:mem:" + UUID.randomUUID();
    }
}
