package io.leafid.autoconfigure.jdbc;

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
                .withConfiguration(
                        AutoConfigurations.of(LeafAutoConfiguration.class, LeafSegmentAutoConfiguration.class))
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
}
