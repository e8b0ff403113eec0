package io.leafid.autoconfigure.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.IdGenerator;
import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import io.leafid.autoconfigure.LeafSnowflakeAutoConfiguration;
import io.leafid.autoconfigure.properties.LeafStartException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Ids of a single node in a file of SQLite. */
class SqliteDatabaseTest {

    private static final ApplicationContextRunner RUNNER = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    LeafAutoConfiguration.class,
                    LeafSegmentAutoConfiguration.class,
                    LeafSnowflakeAutoConfiguration.class,
                    DataSourceAutoConfiguration.class))
            .withPropertyValues("leaf.name=shop");

    @TempDir
    private Path directory;

    /** The driver unpacks and loads its library at the first connection, which takes a busy machine longer than a start waits. */
    @BeforeAll
    static void loadLibrary() throws SQLException {
        DriverManager.getConnection("jdbc:sqlite::memory:").close();
    }

    private ApplicationContextRunner segment(String url) {
        return RUNNER.withPropertyValues(
                "leaf.segment.enabled=true",
                "leaf.segment.wait-timeout=60s",
                "leaf.segment.auto-create.enabled=true",
                "leaf.segment.preload-recent=false",
                "leaf.jdbc.url=" + url);
    }

    private String file() {
        return "jdbc:sqlite:" + directory.resolve("leaf.db");
    }

    @Test
    void fileIsMadeWithItsTableAndIdsGoOnAfterARestart() {
        segment(file())
                .run(context -> assertThat(context.getBean(IdGenerator.class).nextId("order"))
                        .isEqualTo(1));

        segment(file())
                .run(context -> assertThat(context.getBean(IdGenerator.class).nextId("order"))
                        .isGreaterThan(1));
    }

    @Test
    void directoryThatIsMissingIsExplained() {
        segment("jdbc:sqlite:" + directory.resolve("nowhere/leaf.db"))
                .withPropertyValues("leaf.segment.load-timeout=1s") // a start looks for its database for twice as long
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("Leaf cannot reach jdbc:sqlite:")
                        .hasStackTraceContaining("nowhere/leaf.db: [SQLITE_CANTOPEN]"));
    }

    @Test
    void workerIdsAreNotLeasedInAFile() {
        RUNNER.withPropertyValues(
                        "leaf.snowflake.enabled=true",
                        "leaf.snowflake.mode=jdbc",
                        "leaf.snowflake.port=1",
                        "leaf.snowflake.state-directory=" + directory,
                        "leaf.jdbc.url=" + file())
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasRootCauseInstanceOf(LeafStartException.class)
                        .rootCause()
                        .hasMessageContaining("Leaf cannot lease worker ids in jdbc:sqlite:")
                        .hasMessageContaining("it is a file, which instances on other machines do not share"));
    }
}
