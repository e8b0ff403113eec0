package io.leafid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.specification.EventFile;
import io.leafid.specification.ProcessTraces;
import io.leafid.testing.ChildJvmArchive;
import io.leafid.testing.FreePorts;
import io.leafid.testing.MariaDb;
import io.leafid.testing.RawHttp;
import io.leafid.testing.TestDatabase;
import io.leafid.workerid.jdbc.JdbcWorkerIdHolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Two applications with {@code worker-ids: 0-0} are a primary and its standby, over each registry whose worker ids go from node to node. Six
 * applications are started, which takes most of the time.
 */
@Execution(ExecutionMode.CONCURRENT)
@Tag("landing")
class StandbyIT {

    private static final Duration REPORT = Duration.ofMillis(300);
    private static final Duration RESERVATION = Duration.ofSeconds(2);
    private static final Duration START_TIMEOUT = Duration.ofMinutes(2);

    /** Far more than a ceiling, a session and a report take together, for a machine that is busy. */
    private static final Duration TAKEOVER_TIMEOUT = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    private final List<Node> nodes = new ArrayList<>();

    @AfterEach
    void stopAll() throws InterruptedException {
        for (Node node : nodes) {
            node.process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void standbyTakesOverInADatabase() throws Exception {
        TestDatabase database = MariaDb.database();
        database.with(JdbcWorkerIdHolder.DEFAULT_TABLE);
        handOverTwice(
                "--leaf.snowflake.mode=jdbc_recycle",
                "--leaf.jdbc.url=" + database.url(),
                "--leaf.jdbc.username=" + database.user(),
                "--leaf.jdbc.password=" + database.password());
    }

    @Test
    void standbyTakesOverInZooKeeper() throws Exception {
        try (TestingServer server = new TestingServer()) {
            handOverTwice(
                    "--leaf.snowflake.mode=zk_recycle",
                    "--leaf.snowflake.zk.address=" + server.getConnectString(),
                    "--leaf.snowflake.zk.session-timeout=4s");
        }
    }

    /** By a kill, after which the standby waits for the ceiling, and by an ordered stop, after which it need not. */
    private void handOverTwice(String... registry) throws Exception {
        Node primary = start("primary", registry);
        primary.awaitServing();
        Node standby = start("standby", registry);
        standby.awaitStandby();
        assertThat(standby.failure()).contains("WorkerIdUnavailableException", "this instance is a standby");

        primary.process.destroyForcibly().waitFor(); // kill -9
        standby.awaitServing();
        long floor = standby.ids().get(0);
        assertThat(floor).isGreaterThan(last(primary.ids()));

        Node next = start("next", registry);
        next.awaitStandby();
        standby.awaitServing();
        standby.process.destroy(); // SIGTERM
        assertThat(standby.process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        long stopped = System.nanoTime();
        next.awaitServing();
        Duration took = Duration.ofNanos(System.nanoTime() - stopped);

        assertThat(took).as("one report, on a machine that is busy").isLessThan(REPORT.plusSeconds(60));
        await("more than its first batch")
                .atMost(TAKEOVER_TIMEOUT)
                .until(() -> next.ids().size() > StandbyProcess.BATCH);
        assertIncreasing(primary, standby, next);
        stopAll();
        new ProcessTraces()
                .addLeases(StandbyProcess.REGISTRY, EventFile.all(directory.resolve("events"), StandbyProcess.REGISTRY))
                .requireFollowed(directory);
    }

    private static void assertIncreasing(Node... inOrder) throws IOException {
        List<Long> merged = new ArrayList<>();
        for (Node node : inOrder) {
            assertThat(node.ids()).as(node.name).hasSizeGreaterThan(StandbyProcess.BATCH);
            merged.addAll(node.ids());
        }
        assertThat(merged).isSorted().doesNotHaveDuplicates();
        assertThat(merged.stream().map(id -> (id >> 12) & 1023).distinct()).containsExactly(0L);
    }

    private static long last(List<Long> ids) {
        return ids.get(ids.size() - 1);
    }

    private Node start(String name, String... registry) throws IOException {
        int port = FreePorts.next();
        Path ids = directory.resolve(name + ".ids");
        List<String> command = ChildJvmArchive.command(
                StandbyProcess.class, "-Xmx192m", ProcessTraces.option(directory.resolve("events")));
        command.addAll(List.of(
                ids.toString(),
                "--server.port=" + port,
                "--spring.main.banner-mode=off",
                "--spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
                "--spring.flyway.enabled=false",
                "--spring.liquibase.enabled=false",
                "--management.endpoint.health.probes.enabled=true",
                "--management.endpoint.health.show-details=always",
                "--leaf.name=orders",
                "--leaf.snowflake.enabled=true",
                "--leaf.snowflake.standby=true",
                "--leaf.snowflake.worker-ids=0-0",
                "--leaf.snowflake.host=10.0.0.7",
                "--leaf.snowflake.port=" + port,
                "--leaf.snowflake.report-interval=" + REPORT.toMillis() + "ms",
                "--leaf.snowflake.recycle.reservation=" + RESERVATION.toMillis() + "ms",
                "--leaf.snowflake.state-directory=" + directory.resolve(name)));
        command.addAll(Stream.of(registry).toList());
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve(name + ".out").toFile())
                .start();
        Node node = new Node(name, process, port, ids, directory.resolve(name + ".out"));
        nodes.add(node);
        return node;
    }

    private record Node(String name, Process process, int port, Path file, Path output) {

        void awaitServing() throws IOException {
            int before = ids().size();
            await(name + " serves")
                    .atMost(START_TIMEOUT.plus(TAKEOVER_TIMEOUT))
                    .ignoreExceptionsInstanceOf(UncheckedIOException.class)
                    .untilAsserted(() -> {
                        assertAlive();
                        assertThat(get("/actuator/health")).contains("\"lease\":\"HELD\"");
                        assertThat(get("/actuator/health/readiness")).contains("\"status\":\"UP\"");
                        assertThat(ids()).hasSizeGreaterThan(before);
                    });
        }

        void awaitStandby() {
            await(name + " stands by")
                    .atMost(START_TIMEOUT)
                    .ignoreExceptionsInstanceOf(UncheckedIOException.class)
                    .untilAsserted(() -> {
                        assertAlive();
                        assertThat(get("/actuator/health"))
                                .contains("503", "\"status\":\"OUT_OF_SERVICE\"", "\"lease\":\"STANDBY\"");
                        assertThat(get("/actuator/health/readiness")).contains("503", "\"status\":\"OUT_OF_SERVICE\"");
                        assertThat(get("/actuator/health/liveness")).contains("\"status\":\"UP\"");
                        assertThat(file)
                                .satisfiesAnyOf(
                                        none -> assertThat(none).doesNotExist(),
                                        some -> assertThat(some).isEmptyFile());
                        assertThat(failure()).isNotEmpty();
                    });
        }

        private void assertAlive() throws IOException {
            if (!process.isAlive()) {
                throw new IllegalStateException(Files.readString(output));
            }
        }

        private String get(String path) {
            return RawHttp.get(port, path).whole();
        }

        String failure() throws IOException {
            Path failures = Path.of(file + ".failures");
            return Files.exists(failures) ? Files.readString(failures) : "";
        }

        /** The last one may be written only in part. */
        List<Long> ids() throws IOException {
            List<Long> ids = new ArrayList<>();
            if (Files.exists(file)) {
                ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
                while (bytes.remaining() >= Long.BYTES) {
                    ids.add(bytes.getLong());
                }
            }
            return ids;
        }
    }
}
