package io.leafid.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.leafid.testing.MariaDb;
import io.leafid.testing.ZooKeeperServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.FileSystemUtils;

/** The page docs/run/migration/original-snowflake.md, step by step, under load, beside stand-ins of the original's nodes. */
@Timeout(600)
@Tag("landing")
class OriginalSnowflakeMigrationIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String FIRST = "10.0.0.7";
    private static final String SECOND = "10.0.0.8";
    private static final int PORT = 8080;

    @TempDir
    private Path state;

    private final String name = "orders" + UUID.randomUUID().toString().replace("-", "");
    private final ZooKeeperServer server = new ZooKeeperServer();
    private final String servers = server.directAddress();
    private final MigrationPage page =
            MigrationPage.read("original-snowflake.md").with(Map.of("orders", name, "zk1:2181", servers));

    @AfterEach
    void stop() throws Exception {
        server.close();
        FileSystemUtils.deleteRecursively(Path.of(System.getProperty("java.io.tmpdir"), name));
    }

    /** Their files lie on one machine here. */
    private static int portOf(String host) {
        return host.equals(FIRST) ? PORT : PORT + 1;
    }

    /** The settings of the page for the node of a host. */
    private Map<String, String> settings(String host) {
        Map<String, String> settings = new TreeMap<>(page.settings(1, "Do"));
        settings.put("leaf.snowflake.host", host);
        settings.put("leaf.snowflake.port", Integer.toString(portOf(host)));
        settings.put("leaf.snowflake.state-directory", state.resolve(host).toString());
        return settings;
    }

    private OldNode original(String host) throws Exception {
        return OriginalNodes.start(servers, name, host, portOf(host));
    }

    @Test
    void nodesAreReplacedUnderLoadAndPutBack() throws Exception {
        try (MigrationScene scene = new MigrationScene(MariaDb.database())) {
            scene.createOrders();
            OldNode first = original(FIRST);
            OldNode second = original(SECOND);
            Writers ofFirst = scene.writes("old", first);
            Writers ofSecond = scene.writes("old", second);
            ofFirst.awaitMore(MigrationScene.SOME);
            assertThat(page.settings(1, "Do")).containsEntry("leaf.snowflake.host", FIRST);
            assertThat(LeafNode.check(settings(FIRST)).output())
                    .contains("an instance of the original Leaf runs as 10.0.0.7:8080");

            ofFirst.close();
            first.close();
            LeafNode.awaitGood(settings(FIRST));
            try (LeafNode ours = LeafNode.start(settings(FIRST))) {
                Writers ofOurs = scene.writes("new", ours);
                ofOurs.awaitMore(MigrationScene.SOME);
                ofSecond.awaitMore(MigrationScene.SOME);
                assertThat(ours.writers()).containsEntry(0, "leaf").containsEntry(1, "original");
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(ours.foreign()).isEqualTo(1));
                assertThat(OriginalNodes.cacheFile(name, PORT).read()).isEmpty();
                assertThatIllegalStateException()
                        .as("an original beside ours")
                        .isThrownBy(() -> original(FIRST))
                        .withMessageContaining("not init ok");
                ofOurs.close();
            }

            Map<String, String> handingBack = settings(FIRST); // the way back
            handingBack.putAll(page.settings(2, "Way back"));
            try (LeafNode ours = LeafNode.start(handingBack)) {
                Writers ofOurs = scene.writes("new", ours);
                ofOurs.awaitMore(MigrationScene.SOME);
                ofOurs.close();
            }
            assertThat(OriginalNodes.cacheFile(name, PORT).workerId()).hasValue(0);
            OldNode again = original(FIRST);
            assertThat(again.workerId()).isZero();
            Writers ofAgain = scene.writes("old", again);
            ofAgain.awaitMore(MigrationScene.SOME);
            ofAgain.close();
            again.close();

            LeafNode.awaitGood(settings(FIRST)); // and forth again, to the end
            try (LeafNode ours = LeafNode.start(settings(FIRST))) {
                Writers ofOurs = scene.writes("new", ours);
                ofOurs.awaitMore(MigrationScene.SOME);
                ofSecond.close();
                second.close();
                LeafNode.awaitGood(settings(SECOND));
                try (LeafNode other = LeafNode.start(settings(SECOND))) {
                    Writers ofOther = scene.writes("new", other);
                    ofOther.awaitMore(MigrationScene.SOME);
                    assertThat(other.writers()).containsEntry(0, "leaf").containsEntry(1, "leaf");
                    await().atMost(PATIENCE)
                            .untilAsserted(() ->
                                    assertThat(ours.foreign() + other.foreign()).isZero());
                    ofOther.close();
                }
                ofOurs.close();
            }
            scene.assertNothingLostOrTwice();
        }
    }
}
