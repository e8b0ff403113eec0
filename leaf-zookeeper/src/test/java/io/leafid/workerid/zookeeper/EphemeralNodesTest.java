package io.leafid.workerid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.SnowflakeLayout;
import io.leafid.json.JsonObject;
import io.leafid.testing.ZooKeeperServer;
import io.leafid.time.TimeSource;
import io.leafid.workerid.FoundMark;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.MarkEvidence;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdRange;
import io.leafid.workerid.zookeeper.client.ZooKeeperSettings;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * What the ephemeral nodes of running instances tell each other. Each test has a namespace of its own and waits for sessions, so
 * they run beside each other.
 */
@Execution(ExecutionMode.CONCURRENT)
class EphemeralNodesTest {

    /** No session ends by itself while a test runs, however busy the machine is. */
    private static final Duration SESSION_TIMEOUT = Duration.ofSeconds(8);

    private static final NodeIdentity SELF = new NodeIdentity("10.0.0.1", 8080);

    private final ZooKeeperServer server = ZooKeeperServer.shared();
    private final CuratorFramework before = client();
    private final CuratorFramework now = client();
    private final ZooKeeperNamespace namespace;

    EphemeralNodesTest(TestInfo test) {
        namespace = new ZooKeeperNamespace(
                "/live", test.getTestMethod().orElseThrow().getName());
    }

    private CuratorFramework client() {
        return new ZooKeeperSettings(server.address(), SESSION_TIMEOUT, Duration.ofSeconds(60), null).open();
    }

    private EphemeralNodes live(CuratorFramework client) {
        return new EphemeralNodes(new CuratorNodes(client), namespace, SELF, TimeSource.system(), new Random());
    }

    private static LeaseRequest request(String token, @Nullable HighWaterMark mark) {
        LeaseRequest request = LeaseRequest.of(
                        SELF, new WorkerIdRange(0, 0), SnowflakeLayout.DEFAULT, TimeSource.system())
                .withToken(token);
        return (mark == null) ? request : request.withMark(new FoundMark(mark, MarkEvidence.WRITER_ENDED, "here"));
    }

    private String tokenOfSelf(EphemeralNodes live) {
        ZkNode node = live.all().get(SELF.toString());
        return (node == null) ? "none" : node.data().text("token").orElse("?");
    }

    /** A standby asks with a new token at each report, for weeks. */
    @Test
    void onlyTheLastTokensAreRemembered() {
        EphemeralNodes live = live(now);
        live.enter(request("first", null));
        for (int i = 1; i < OwnTokens.MOST; i++) {
            live.enter(request("token-" + i, null));
        }
        assertThat(live.isSelf(leaseOf("first"))).isTrue();

        live.enter(request("last", null));

        assertThat(live.isSelf(leaseOf("first"))).isFalse();
        assertThat(live.isSelf(leaseOf("last"))).isTrue();
    }

    private static LeaseNode leaseOf(String token) {
        return new LeaseNode(new ZkNode("/lease", JsonObject.EMPTY, 0, 0, 0, 0), SELF.toString(), token, 0, 0, false);
    }

    @AfterEach
    void closeClients() {
        before.close();
        now.close();
    }

    @Test
    void deadPredecessorsSessionIsWaitedForAndItsEndNoticedAtOnce() {
        live(before).enter(request("dead", null));
        CompletableFuture<Void> end = CompletableFuture.runAsync(
                before::close, CompletableFuture.delayedExecutor(500, TimeUnit.MILLISECONDS));

        assertThat(live(now).enter(request("next", null))).isTrue();

        end.join();
        assertThat(tokenOfSelf(live(now))).isEqualTo("next");
    }

    @Test
    void ownPredecessorIsReplacedWithoutWaiting() {
        live(before).enter(request("dead", null));

        assertThat(live(now).enter(request("next", new HighWaterMark(0, "dead", 1, 2))))
                .isTrue();

        assertThat(before.getZookeeperClient().isConnected())
                .as("its session is still open")
                .isTrue();
        assertThat(tokenOfSelf(live(now))).isEqualTo("next");
    }

    @Test
    void predecessorThatKeepsReportingIsAlive() {
        EphemeralNodes alive = live(before);
        alive.enter(request("alive", null));
        CompletableFuture<Void> reports = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < 200 && !Thread.currentThread().isInterrupted(); i++) {
                alive.report("alive");
            }
        });

        assertThatExceptionOfType(WorkerIdException.IdentityInUse.class)
                .isThrownBy(() -> live(now).enter(request("next", null)))
                .withMessageContaining(SELF.toString())
                .withMessageContaining("host or port");
        reports.join();
        assertThat(tokenOfSelf(live(now))).isEqualTo("alive");
    }

    @Test
    void twoHoldersOfOneProcessDoNotShareAnIdentity() {
        live(before).enter(request("first", null));

        assertThatExceptionOfType(WorkerIdException.IdentityInUse.class)
                .isThrownBy(() -> live(before).enter(request("second", null)));
    }

    @Test
    void nodeWithoutAReadableTokenIsNoPredecessor() throws Exception {
        new CuratorNodes(before).ensure(namespace.temporary());
        new CuratorNodes(before)
                .commit(List.of(NodeWrite.createEphemeral(namespace.temporary() + "/" + SELF, JsonObject.EMPTY)));

        assertThatExceptionOfType(WorkerIdException.IdentityInUse.class)
                .isThrownBy(() -> live(now).enter(request("next", null)));
    }

    @Test
    void nodeIsPutBackInANewSession() {
        EphemeralNodes live = live(now);
        live.enter(request("mine", null));
        server.expire(now);
        assertThat(tokenOfSelf(live(before))).isEqualTo("none");

        live.report("mine");

        assertThat(tokenOfSelf(live(before))).isEqualTo("mine");
        assertThat(live.all().values())
                .singleElement()
                .extracting(ZkNode::session)
                .isEqualTo(new CuratorNodes(now).session());
    }

    @Test
    void reportLeavesTheNodeOfAnotherProcessAlone() {
        live(before).enter(request("theirs", null));

        live(now).report("mine");

        assertThat(tokenOfSelf(live(now))).isEqualTo("theirs");
    }

    @Test
    void leavingTakesOnlyTheOwnNodeAway() {
        EphemeralNodes theirs = live(before);
        theirs.enter(request("theirs", null));

        live(now).leave();
        assertThat(tokenOfSelf(live(now))).isEqualTo("theirs");

        theirs.leave();
        assertThat(tokenOfSelf(live(now))).isEqualTo("none");
    }
}
