package io.leafid.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.testing.OperatedApplication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What is seen of a worker id by configuration while its only registry, the disk, takes nothing. */
class LocalModeViewsIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    private OperatedApplication application() {
        return new OperatedApplication(
                "leaf.snowflake.enabled=true",
                "leaf.snowflake.mode=local",
                "leaf.snowflake.host=10.0.0.1",
                "leaf.snowflake.port=8080",
                "leaf.snowflake.local.worker-id=7",
                "leaf.snowflake.report-interval=500ms",
                "leaf.snowflake.reservation=10s",
                "leaf.snowflake.state-directory=" + directory,
                "management.endpoint.health.show-details=always");
    }

    private static String reason(OperatedApplication application, int status) {
        JsonNode health = application.json("/actuator/health", status);
        return health.at("/components/leaf/details/snowflake/reason").asString("");
    }

    @Test
    void diskThatTakesNothingIsSaidWithTheTimeAtWhichIdsStop() throws IOException {
        try (OperatedApplication application = application()) {
            long before = application.bean(SnowflakeIdGenerator.class).nextId();
            // A full disk in effect: the next mark cannot be written beside the last one.
            Path blocker = directory.resolve("8080").resolve("leaf-mark.properties.new");
            await("a moment at which none is being written")
                    .atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> Files.isDirectory(Files.createDirectories(blocker.resolve("stays"))));

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(reason(application, 200))
                            .contains("ids are issued up to 20")
                            .doesNotContain("go on without it"));

            await().atMost(PATIENCE).until(() -> application.status("/actuator/health") == 503);
            Files.delete(blocker.resolve("stays"));
            Files.deleteIfExists(blocker); // the next mark may have taken its place
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(reason(application, 200)).isEmpty());
            assertThat(application.bean(SnowflakeIdGenerator.class).nextId()).isGreaterThan(before);
        }
    }
}
