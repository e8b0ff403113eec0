package io.leafid.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.leafid.SnowflakeLayout;
import io.leafid.testing.MariaDb;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.ZooKeeperServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.LongStream;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.util.FileSystemUtils;

/** The stand-ins of the original and the fork write what those write, and have their lapses. */
@Timeout(300)
class OldNodesIT {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String name = "orders" + UUID.randomUUID().toString().replace("-", "");
    private final ZooKeeperServer server = new ZooKeeperServer();
    private final String servers = server.directAddress();
    private final CuratorFramework operator = OriginalNodes.connect(servers);

    @AfterEach
    void stop() throws Exception {
        operator.close();
        server.close();
        FileSystemUtils.deleteRecursively(Path.of(System.getProperty("java.io.tmpdir"), name));
    }

    private String data(String path) throws Exception {
        return new String(operator.getData().forPath("/snowflake/" + name + path), StandardCharsets.UTF_8);
    }

    private List<String> children(String path) throws Exception {
        return operator.getChildren().forPath("/snowflake/" + name + path);
    }

    @Test
    void originalHasANodeThatItReportsToAndACacheFile() throws Exception {
        String node = "/forever/10.0.0.8:8080-0000000001";
        try (OldNode first = OriginalNodes.start(servers, name, "10.0.0.7", 8080);
                OldNode second = OriginalNodes.start(servers, name, "10.0.0.8", 8080)) {
            assertThat(first.workerId()).isZero();
            assertThat(second.workerId()).isEqualTo(1);
            assertThat(children("/forever"))
                    .containsExactlyInAnyOrder("10.0.0.7:8080-0000000000", "10.0.0.8:8080-0000000001");
            String begun = data(node);
            assertThat(begun).matches("\\{\"ip\":\"10.0.0.8\",\"port\":\"8080\",\"timestamp\":\\d{13}}");
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(data(node)).isNotEqualTo(begun));
            assertThat(OriginalNodes.cacheFile(name, 8080).read()).hasValue("workerID=1");
        }
        try (OldNode again = OriginalNodes.start(servers, name, "10.0.0.8", 8080)) {
            assertThat(again.workerId()).isEqualTo(1);
        }
    }

    @Test
    void originalThatIsStartedWithoutZooKeeperTakesItsFileAndNeverReports() throws Exception {
        OriginalNodes.start(servers, name, "10.0.0.7", 8080).close();
        String reported = data("/forever/10.0.0.7:8080-0000000000");
        server.stop();
        try (OldNode silent = OriginalNodes.start(servers, name, "10.0.0.7", 8080)) {
            assertThat(silent.workerId()).isZero();
            server.restart();
            try (OldNode other = OriginalNodes.start(servers, name, "10.0.0.8", 8081)) {
                String path = "/forever/10.0.0.8:8081-0000000001";
                String begun = data(path);
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(data(path)).isNotEqualTo(begun));
                assertThat(other.workerId()).isEqualTo(1);
            }
            assertThat(data("/forever/10.0.0.7:8080-0000000000")).isEqualTo(reported);
        }
    }

    @Test
    void originalWithoutZooKeeperAndFileDoesNotStart() {
        server.stop();
        assertThatIllegalStateException()
                .isThrownBy(() -> OriginalNodes.start(servers, name, "10.0.0.7", 8080))
                .withMessage("Snowflake Id Gen is not init ok");
    }

    /** Theirs swallows the check of the time, as any other failure. */
    @Test
    void originalWhoseNodeIsFromTheFutureTakesItsFile() throws Exception {
        OriginalNodes.start(servers, name, "10.0.0.7", 8080).close();
        operator.setData()
                .forPath(
                        "/snowflake/" + name + "/forever/10.0.0.7:8080-0000000000",
                        "{\"timestamp\":%d}"
                                .formatted(System.currentTimeMillis() + 600_000)
                                .getBytes(StandardCharsets.UTF_8));

        try (OldNode again = OriginalNodes.start(servers, name, "10.0.0.7", 8080)) {
            assertThat(again.workerId()).isZero();
        }
    }

    @Test
    void idsHaveTheLayoutThatIsLeafsDefault() throws Exception {
        OldNode node = OldNode.silent(7, () -> {});
        long before = System.currentTimeMillis();
        List<Long> ids = LongStream.generate(node).limit(20_000).boxed().toList();
        node.close();

        assertThat(ids).isSorted().doesNotHaveDuplicates().allSatisfy(id -> {
            assertThat(SnowflakeLayout.DEFAULT.unpack(id).workerId()).isEqualTo(7);
            assertThat(SnowflakeLayout.DEFAULT.unpack(id).timestamp().toEpochMilli())
                    .isBetween(before, System.currentTimeMillis());
        });
    }

    @Test
    void forkTakesTheFirstNodeOfItsPoolAndReportsToIt() throws Exception {
        try (OldNode node = ForkNodes.recycling(servers, name, "10.0.0.7", 8080)) {
            String used = "workId:" + node.workerId();
            assertThat(children("/recycle/notuse")).hasSize(1_024).doesNotContain(used);
            assertThat(children("/recycle/inuse")).containsExactly(used);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(data("/recycle/inuse/" + used))
                            .matches(
                                    "\\{\"workId\":%d,\"lastUsedIp\":\"10.0.0.7\",\"lastUsedPort\":\"8080\",\"lastUsedTimestamp\":\\d{13}}"
                                            .formatted(node.workerId())));
        }
        try (OldNode again = ForkNodes.recycling(servers, name, "10.0.0.7", 8080)) {
            assertThat(children("/recycle/inuse"))
                    .as("it does not know its former one")
                    .hasSize(2)
                    .contains("workId:" + again.workerId());
        }
    }

    @Test
    void forkInATableReportsAndRefusesATimeAheadOnlyWithoutItsFile() throws Exception {
        TestDatabase database = MariaDb.database();
        ForkMigrationIT.createTable(database);
        OldNode node = ForkNodes.ofTable(database, name, "10.0.0.7", 8080);
        Map<String, Object> begun = database.jdbc().queryForMap("SELECT * FROM leaf_workerid_alloc");
        assertThat(begun).containsEntry("ip_port", "10.0.0.7:8080").containsEntry("id", 1L);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(database.jdbc().queryForMap("SELECT * FROM leaf_workerid_alloc"))
                        .satisfies(
                                row -> assertThat(row.get("max_timestamp")).isNotEqualTo(begun.get("max_timestamp"))));
        node.close();
        database.jdbc()
                .update("UPDATE leaf_workerid_alloc SET max_timestamp = ?", System.currentTimeMillis() + 600_000);

        assertThat(ForkNodes.ofTable(database, name, "10.0.0.7", 8080).workerId())
                .isEqualTo(node.workerId());
        FileSystemUtils.deleteRecursively(Path.of(System.getProperty("java.io.tmpdir"), name));
        assertThatIllegalStateException().isThrownBy(() -> ForkNodes.ofTable(database, name, "10.0.0.7", 8080));
    }

    @Test
    void tinyIdTakesRangesWhoseEndIsInclusiveAndTheNumbersOfTheDatabase() {
        TestDatabase odd = MariaDb.database();
        TinyIdNode.createTable(odd, 100, 10, 2, 1);
        TinyIdNode first = new TinyIdNode(List.of(odd));
        TinyIdNode second = new TinyIdNode(List.of(odd));

        assertThat(LongStream.generate(first).limit(6)).containsExactly(101L, 103L, 105L, 107L, 109L, 111L);
        assertThat(second.getAsLong()).isEqualTo(121);
        assertThat(odd.jdbc().queryForMap("SELECT max_id, version FROM tiny_id_info"))
                .containsEntry("max_id", 130L)
                .containsEntry("version", 3L);

        TestDatabase all = MariaDb.database();
        TinyIdNode.createTable(all, 1, 3, 1, 0);
        assertThat(LongStream.generate(new TinyIdNode(List.of(all))).limit(4)).containsExactly(2L, 3L, 4L, 5L);
    }

    @Test
    void forkOfALocalMapKeepsAFileThatWinsOverTheMap() throws Exception {
        ForkNodes.local(Map.of("10.0.0.7:8080", 5), name, "10.0.0.7", 8080).close();
        assertThat(ForkNodes.localFile(name, 8080).read().orElseThrow())
                .matches("\\{\"ip\":\"10.0.0.7\",\"port\":\"8080\",\"workId\":5,\"timestamp\":\\d{13}}");

        try (OldNode again = ForkNodes.local(Map.of("10.0.0.7:8080", 6), name, "10.0.0.7", 8080)) {
            assertThat(again.workerId()).isEqualTo(5);
        }
    }
}
