package io.leafid.workerid.zookeeper.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.leafid.testing.ZooKeeperServer;
import io.leafid.workerid.zookeeper.OriginalNode;
import io.leafid.workerid.zookeeper.ZooKeeperNamespace;
import java.time.Duration;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryUntilElapsed;
import org.apache.zookeeper.server.command.FourLetterCommands;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** Sessions of originals that never report, on a real server. The clock is set on in place of waiting. */
@Timeout(60)
@Isolated("the list of commands is that of the JVM")
class SilentSessionsTest {

    private static final String COMMANDS = "zookeeper.4lw.commands.whitelist";

    private final ZooKeeperServer server = new ZooKeeperServer();
    private final CuratorFramework own = connect(15_000);

    private CuratorFramework connect(int sessionMillis) {
        CuratorFramework client = CuratorFrameworkFactory.builder()
                .connectString(server.directAddress())
                .sessionTimeoutMs(sessionMillis)
                .retryPolicy(new RetryUntilElapsed(1_000, 4))
                .ensembleTracker(false) // Curator had none when the original was written
                .build();
        client.start();
        return client;
    }

    private CuratorFramework original() throws InterruptedException {
        CuratorFramework client = connect(6_000);
        client.blockUntilConnected();
        return client;
    }

    private SilentSessions lookAfter(Duration wait) throws InterruptedException {
        own.blockUntilConnected();
        return SilentSessions.look(own, System.currentTimeMillis() + wait.toMillis());
    }

    @BeforeEach
    void allow() {
        FourLetterCommands.resetWhiteList(); // an earlier server of this JVM may have had others
    }

    @AfterEach
    void stop() {
        own.close();
        server.close();
    }

    @Test
    void sessionThatAsksForNothingIsSilentAfterTwoReportIntervals() throws Exception {
        try (CuratorFramework original = original()) {
            assertThat(original.getZookeeperClient().isConnected()).isTrue();
            assertThat(lookAfter(Duration.ofSeconds(3)).clients()).isEmpty();
            SilentSessions found = lookAfter(Duration.ofSeconds(7));
            assertThat(found.clients()).singleElement().asString().matches("127\\.0\\.0\\.1:\\d+");
            assertThat(found.unseen()).isEmpty();
        }
    }

    /** It has looked for its node, swallows the refusal and goes on with the file. */
    @Test
    void originalWhoseNodeIsFromTheFutureIsSilent() throws Exception {
        ZooKeeperNamespace namespace = new ZooKeeperNamespace("/snowflake", "orders");
        try (CuratorFramework original = original()) {
            long now = System.currentTimeMillis();
            new OriginalNode(own, namespace, "10.0.0.7", 8080).start(now + 600_000);
            assertThatIllegalStateException()
                    .isThrownBy(() -> new OriginalNode(original, namespace, "10.0.0.7", 8080).start(now));

            assertThat(lookAfter(Duration.ofSeconds(60)).clients()).hasSize(1);
        }
    }

    @Test
    void originalThatReportsIsNotSilentAtAnyAge() throws Exception {
        ZooKeeperNamespace namespace = new ZooKeeperNamespace("/snowflake", "orders");
        try (CuratorFramework client = original()) {
            OriginalNode original = new OriginalNode(client, namespace, "10.0.0.7", 8080);
            original.start(1);
            for (int seconds = 3; seconds <= 60; seconds += 3) {
                original.report(seconds);
                assertThat(lookAfter(Duration.ofSeconds(seconds)).clients())
                        .as("after %d s", seconds)
                        .isEmpty();
            }
            assertThat(lookAfter(Duration.ofDays(1)).clients()).isEmpty();
        }
    }

    @Test
    void sessionsOfOthersDoNotCount() throws Exception {
        assertThat(lookAfter(Duration.ofDays(1)).clients()).isEmpty();
    }

    @Test
    void serverThatRefusesTheCommandOrIsNotThereIsNamed() throws Exception {
        String allowed = System.setProperty(COMMANDS, "srvr");
        FourLetterCommands.resetWhiteList();
        try {
            assertThat(lookAfter(Duration.ZERO).unseen())
                    .singleElement()
                    .asString()
                    .isEqualTo(server.directAddress() + " (cons is not executed because it is not in the whitelist.)");
        } finally {
            System.setProperty(COMMANDS, allowed);
            FourLetterCommands.resetWhiteList();
        }
        server.stop();
        assertThat(lookAfter(Duration.ZERO).unseen())
                .singleElement()
                .asString()
                .startsWith(server.directAddress() + " (")
                .containsIgnoringCase("refused");
    }
}
