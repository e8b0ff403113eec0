package io.leafid.segment.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.history.CallLog;
import io.leafid.history.CallRecord;
import io.leafid.history.OrderCheck;
import io.leafid.segment.jdbc.JdbcSegmentStore;
import io.leafid.specification.EventFile;
import io.leafid.specification.ProcessTraces;
import io.leafid.specification.SegmentHistory;
import io.leafid.testing.ChildJvm;
import io.leafid.testing.MariaDb;
import io.leafid.testing.Postgres;
import io.leafid.testing.TcpProxy;
import io.leafid.testing.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Three nodes, processes of their own with sixteen callers each, on one row: one is killed and replaced, the lines of another are
 * cut. Every pair of calls of which one returned before the other began has its ids in that order. {@code leaf.order.seconds}
 * says how long that goes on, on each of two databases. The class takes more than 20 s, since it starts ten processes.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OrderAcrossNodesIT {

    private static final Duration PERIOD = Duration.ofSeconds(Integer.getInteger("leaf.order.seconds", 4));
    private static final int CALLERS = 16;

    private static final int STEP = 1000;

    /** Events that TLC follows: hundreds of thousands happen. */
    private static final int FOLLOWED = 2_000;

    /** Calls without which the check would say nothing, a second and a node; a busy machine makes far more. */
    private static final int FEWEST_PER_SECOND = 50;

    @TempDir
    private Path directory;

    private final List<Process> nodes = new ArrayList<>();

    static Stream<TestDatabase> databases() {
        return Stream.of(MariaDb.database(), Postgres.database());
    }

    @AfterEach
    void stop() throws InterruptedException {
        for (Process node : nodes) {
            node.destroyForcibly().waitFor();
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void callThatBeginsAfterAnotherHasReturnedOnAnyNodeGetsALargerId(TestDatabase database) throws Exception {
        prepare(database);
        try (TcpProxy line = new TcpProxy(portOf(database))) {
            TestDatabase byLine =
                    database.withUrl(database.url().replace(":" + portOf(database) + "/", ":" + line.port() + "/"));
            Process killed = start(database, true);
            signal(start(database, true), start(byLine, true), killed);
            disturb(killed, line, database);
        }
        List<CallRecord> calls = end();

        assertThat(calls.size()).isGreaterThan((int) (3 * FEWEST_PER_SECOND * PERIOD.toSeconds()));
        assertThat(OrderCheck.violation(calls)).isEmpty();
        assertThat(calls.stream()
                        .flatMapToLong(call -> LongStream.rangeClosed(call.first(), call.last()))
                        .boxed())
                .doesNotHaveDuplicates();
        follow();
    }

    /** What the processes have written down first is a behaviour of the specification. */
    private void follow() throws IOException {
        SegmentHistory history = new SegmentHistory(OrderedNode.TAG, true, 1);
        for (Path file : EventFile.all(events(), OrderedNode.TAG)) {
            String process = file.getFileName().toString().split("~", -1)[1];
            history.add(process, EventFile.segments(file, process), calls(process + "-"));
        }
        new ProcessTraces()
                .addSegments(history.first(FOLLOWED).trace("order"))
                .requireFollowed(directory)
                .requireRefusedIfAltered(directory);
    }

    /** What the first test would see if ids were reserved ahead: so the check can fail. */
    @Test
    void withoutTheOrderSuchCallsAreFound() throws Exception {
        TestDatabase database = MariaDb.database();
        prepare(database);
        Process first = start(database, false);
        Process second = start(database, false);
        long reserved = Objects.requireNonNull(database.jdbc()
                .queryForObject("SELECT max_id FROM leaf_alloc", Long.class)); // by both, whatever came too late
        signal(first);
        await().until(() -> callsOf(first).stream().anyMatch(call -> call.last() > reserved));
        signal(second);
        await().until(() -> !callsOf(second).isEmpty());

        assertThat(OrderCheck.violation(end())).isPresent();
    }

    private static void prepare(TestDatabase database) {
        database.with(JdbcSegmentStore.DEFAULT_TABLE)
                .jdbc()
                .update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('" + OrderedNode.TAG + "', 1, " + STEP
                        + ")");
    }

    /** Half-way one node is killed and another one begins; twice the lines of the third are cut and made again. */
    private void disturb(Process killed, TcpProxy line, TestDatabase database) throws Exception {
        Duration quarter = PERIOD.dividedBy(4);
        passTime(quarter);
        line.cut();
        passTime(quarter);
        killed.toHandle().destroyForcibly();
        signal(start(database, true));
        passTime(quarter);
        line.cut();
        passTime(quarter);
    }

    private static void signal(Process... ready) throws IOException {
        for (Process node : ready) {
            node.getOutputStream().write('\n');
            node.getOutputStream().flush();
        }
    }

    private static void passTime(Duration time) {
        await().pollDelay(time).atMost(time.plusSeconds(30)).until(() -> true);
    }

    private Process start(TestDatabase database, boolean isOrdered) throws IOException {
        List<String> command = ChildJvm.command(OrderedNode.class, "-Xmx128m", ProcessTraces.option(events()));
        command.addAll(List.of(
                database.url(),
                database.user(),
                database.password(),
                database.dialect().name(),
                logs().toString(),
                Integer.toString(CALLERS),
                Boolean.toString(isOrdered)));
        Process node = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(output(nodes.size()).toFile())
                .start();
        nodes.add(node);
        Path output = output(nodes.size() - 1);
        await().atMost(Duration.ofMinutes(2))
                .until(() -> Files.readAllLines(output).contains("ready")); // a warning may say "already"
        return node;
    }

    private Path output(int node) {
        return directory.resolve("output-" + node);
    }

    /** Ends the nodes that live and reads what all have logged. */
    private List<CallRecord> end() throws Exception {
        for (Process node : nodes) {
            node.getOutputStream().close();
        }
        for (Process node : nodes) {
            assertThat(node.waitFor(1, TimeUnit.MINUTES)).isTrue();
        }
        for (int node = 0; node < nodes.size(); node++) {
            assertThat(output(node)).content().doesNotContain("LATE");
        }
        return calls();
    }

    private List<CallRecord> calls() throws IOException {
        return calls("");
    }

    private List<CallRecord> callsOf(Process node) throws IOException {
        return calls(node.pid() + "-");
    }

    /** Those of the processes whose files begin like this. */
    private List<CallRecord> calls(String prefix) throws IOException {
        try (Stream<Path> files = Files.list(logs())) {
            List<CallRecord> calls = new ArrayList<>();
            for (Path file : files.toList()) {
                if (file.getFileName().toString().startsWith(prefix)) {
                    calls.addAll(CallLog.read(file));
                }
            }
            return calls;
        } catch (UncheckedIOException ex) {
            throw ex.getCause();
        }
    }

    private Path logs() throws IOException {
        return Files.createDirectories(directory.resolve("calls"));
    }

    private Path events() {
        return directory.resolve("events");
    }

    private static int portOf(TestDatabase database) {
        return URI.create(database.url().substring("jdbc:".length())).getPort();
    }
}
