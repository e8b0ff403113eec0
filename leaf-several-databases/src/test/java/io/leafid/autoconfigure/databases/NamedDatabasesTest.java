package io.leafid.autoconfigure.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.testing.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Several databases that grant interleaved ids, and the settings that their store gets. */
class NamedDatabasesTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    /** What they wait was the time that a database had for its answer. */
    @Test
    void databasesGrantIdsWhereCallersDoNotWait() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        LeafAutoConfiguration.class,
                        LeafSeveralDatabasesAutoConfiguration.class,
                        LeafSegmentAutoConfiguration.class))
                .withPropertyValues(
                        "leaf.segment.enabled=true",
                        "leaf.segment.wait-timeout=0",
                        "leaf.segment.load-timeout=2m", // so that a busy machine makes the tables in time
                        "leaf.segment.state-directory=" + directory,
                        "leaf.databases.a.url=" + TestDatabase.h2().url(),
                        "leaf.databases.a.username=sa",
                        "leaf.databases.b.url=" + TestDatabase.h2().url(),
                        "leaf.databases.b.username=sa",
                        "leaf.segment.databases=a,b",
                        "leaf.segment.auto-create.enabled=true")
                .run(context -> {
                    SegmentIdGenerator ids = context.getBean(SegmentIdGenerator.class);
                    await().atMost(PATIENCE)
                            .ignoreExceptions()
                            .untilAsserted(() -> assertThat(ids.nextId("order")).isPositive());
                });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            leaf.segment.databases=a | leaf.segment.databases names 'a', which is none of leaf.databases: []
            leaf.tags.order.database=a | leaf.tags.order.database names 'a', which is none of leaf.databases: []
            leaf.databases.a.username=x | needs either a url or a bean
            leaf.segment.slots=4 | leaf.segment.slots must be from the number of leaf.segment.databases, 0, to 1024, and is 4
            """)
    void settingsThatDoNotGoTogetherAreRefused(String setting, String reason) {
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(LeafAutoConfiguration.class, LeafSeveralDatabasesAutoConfiguration.class))
                .withPropertyValues("leaf.segment.enabled=true", setting)
                .run(context -> assertThat(context.getStartupFailure()).hasStackTraceContaining(reason));
    }

    @Test
    void databaseThatIsAnotherSlotThanBeforeStopsTheStart() {
        TestDatabase database = TestDatabase.h2();
        ApplicationContextRunner runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        LeafAutoConfiguration.class,
                        LeafSeveralDatabasesAutoConfiguration.class,
                        LeafSegmentAutoConfiguration.class))
                .withPropertyValues(
                        "leaf.segment.enabled=true",
                        "leaf.segment.state-directory=" + directory,
                        "leaf.databases.a.url=" + database.url(),
                        "leaf.databases.a.username=sa",
                        "leaf.segment.databases=a");
        runner.withPropertyValues("leaf.segment.slots=4")
                .run(context -> assertThat(context).hasNotFailed());
        runner.withPropertyValues("leaf.segment.slots=2")
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining("as slot 0 of 2: it is recorded there as slot 0 of 4"));
    }
}
