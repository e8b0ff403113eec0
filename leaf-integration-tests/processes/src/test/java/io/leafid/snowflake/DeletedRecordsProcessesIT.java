package io.leafid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.SnowflakeId;
import io.leafid.SnowflakeLayout;
import io.leafid.specification.EventFile;
import io.leafid.specification.LeaseEvent;
import io.leafid.specification.ProcessTraces;
import io.leafid.testing.ChildJvm;
import io.leafid.testing.MariaDb;
import io.leafid.testing.TestDatabase;
import io.leafid.workerid.jdbc.JdbcWorkerIdHolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records of worker ids that are deleted, all at once, under processes of all four modes that issue ids. Takes half a minute. */
@Tag("landing")
class DeletedRecordsProcessesIT {

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final List<String> MODES = List.of("zk_normal", "zk_recycle", "mysql", "jdbc_recycle");
    private static final int PROCESSES = 3;
    private static final int DELETIONS = 3;

    @TempDir
    private Path directory;

    private final TestDatabase fixed = MariaDb.database().with(JdbcWorkerIdHolder.DEFAULT_TABLE);
    private final TestDatabase recycling = MariaDb.database().with(JdbcWorkerIdHolder.DEFAULT_TABLE);
    private final List<Process> processes = new ArrayList<>();
    private final Map<Path, String> modes = new HashMap<>();

    @AfterEach
    void stopAll() throws InterruptedException {
        for (Process process : processes) {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void noMillisecondOfAWorkerIdIsUsedByTwoProcesses() throws Exception {
        try (TestingServer server = new TestingServer();
                CuratorFramework operator =
                        CuratorFrameworkFactory.newClient(server.getConnectString(), new RetryOneTime(100))) {
            operator.start();
            for (int i = 0; i < PROCESSES; i++) {
                start(server.getConnectString(), fixed, i, MODES.subList(0, 3));
                start(server.getConnectString(), recycling, i, MODES.subList(3, 4));
            }
            awaitMore(500);
            List<EventFile> hands = new ArrayList<>();
            for (String registry : MODES) {
                hands.add(EventFile.in(events(), registry, "operator"));
            }
            for (int i = 0; i < DELETIONS; i++) {
                hands.forEach(hand -> hand.add(LeaseEvent.deletes(-1)));
                operator.delete().deletingChildrenIfNeeded().forPath("/snowflake");
                fixed.jdbc().execute("TRUNCATE TABLE leaf_workerid_alloc");
                recycling.jdbc().execute("TRUNCATE TABLE leaf_workerid_alloc");
                hands.forEach(hand -> hand.add(LeaseEvent.deleted(-1)));
                awaitMore(4_000); // longer than a report interval
            }
        }
        stopAll();
        assertThatNoneIsShared();
        ProcessTraces traces = new ProcessTraces();
        for (String registry : MODES) {
            traces.addLeases(registry, EventFile.all(events(), registry));
        }
        traces.requireFollowed(directory);
    }

    private Path events() {
        return directory.resolve("events");
    }

    private void start(String zooKeeper, TestDatabase database, int number, List<String> ofModes) throws IOException {
        List<String> command = ChildJvm.command(ManyNodesProcess.class, ProcessTraces.option(events()));
        command.addAll(List.of(zooKeeper, database.url()));
        for (String mode : ofModes) {
            Path ids = directory.resolve(mode + number + ".ids");
            modes.put(ids, mode);
            Path state = directory.resolve(mode + number);
            command.addAll(List.of(mode, Integer.toString(9_000 + number), state.toString(), ids.toString()));
        }
        Path out = directory.resolve(ofModes.get(0) + number + ".out");
        processes.add(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start());
    }

    /** Until each node has issued so many ids more, of which there is at most one a millisecond. */
    private void awaitMore(long ids) {
        Map<Path, Long> before = new HashMap<>();
        modes.keySet().forEach(file -> before.put(file, sizeOf(file)));
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(before)
                        .allSatisfy((file, size) ->
                                assertThat(sizeOf(file)).as("%s", file).isGreaterThan(size + ids * 8)));
    }

    private static long sizeOf(Path file) {
        return file.toFile().length();
    }

    private void assertThatNoneIsShared() throws IOException {
        Map<String, Path> users = new HashMap<>();
        List<String> shared = new ArrayList<>();
        for (Map.Entry<Path, String> file : modes.entrySet()) {
            for (SnowflakeId id : idsOf(file.getKey())) {
                String used = "%s %d@%d"
                        .formatted(
                                file.getValue(), id.workerId(), id.timestamp().toEpochMilli());
                Path other = users.put(used, file.getKey());
                if (other != null && !other.equals(file.getKey())) {
                    shared.add(used);
                }
            }
        }
        assertThat(shared)
                .as("%d of %d milliseconds", shared.size(), users.size())
                .isEmpty();
    }

    private static List<SnowflakeId> idsOf(Path file) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        List<SnowflakeId> ids = new ArrayList<>();
        while (bytes.remaining() >= Long.BYTES) {
            ids.add(SnowflakeLayout.DEFAULT.unpack(bytes.getLong()));
        }
        return ids;
    }
}
