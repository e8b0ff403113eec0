package io.leafid.workerid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.lease.LeaseStatus;
import io.leafid.testing.IssuingNode;
import io.leafid.testing.TcpProxy;
import io.leafid.testing.TcpProxy.Direction;
import io.leafid.testing.ZooKeeperServer;
import io.leafid.time.TimeSource;
import io.leafid.workerid.InMemoryLocalMark;
import io.leafid.workerid.LocalMark;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdRange;
import io.leafid.workerid.zookeeper.client.ZooKeeperSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The line to ZooKeeper is silent in one direction for longer than the session, while another node is not cut off; then
 * what was held arrives late. What each node issues is kept by worker id and millisecond.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Execution(ExecutionMode.CONCURRENT)
class OneWayLineIT {

    private static final Duration SESSION_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration CONNECTION_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration RESERVATION = Duration.ofSeconds(3);
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final ZooKeeperNamespace ORDERS = new ZooKeeperNamespace("/snowflake", "orders");
    private static final WorkerIdRange ONE = new WorkerIdRange(0, 0);
    private static final WorkerIdRange FEW = new WorkerIdRange(0, 7);

    private final ZooKeeperServer server = new ZooKeeperServer();
    private final TcpProxy proxy = new TcpProxy(portOf(server.directAddress()));
    private final List<IssuingNode> nodes = new ArrayList<>();
    private final List<CuratorFramework> clients = new ArrayList<>();

    @AfterEach
    void close() {
        proxy.close();
        nodes.forEach(IssuingNode::close);
        clients.forEach(CuratorFramework::close);
        server.close();
    }

    private static int portOf(String address) {
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    private CuratorFramework client(String address) {
        CuratorFramework client = new ZooKeeperSettings(address, SESSION_TIMEOUT, CONNECTION_TIMEOUT, null).open();
        clients.add(client);
        return client;
    }

    private CuratorFramework cutOff() {
        return client("127.0.0.1:" + proxy.port());
    }

    private CuratorFramework direct() {
        return client(server.directAddress());
    }

    private static NodeIdentity node(int i) {
        return new NodeIdentity("10.0.0." + (i + 1), 8080);
    }

    private IssuingNode recycling(CuratorFramework client, int i, WorkerIdRange range) {
        return start(new RecyclingZooKeeperHolder(client, ORDERS, node(i), TimeSource.system()), i, range, null);
    }

    private IssuingNode fixed(CuratorFramework client, int i) {
        WorkerIdHolder holder = new FixedZooKeeperHolder(client, ORDERS, node(i), TimeSource.system());
        return start(holder, i, FEW, new InMemoryLocalMark());
    }

    private IssuingNode start(WorkerIdHolder holder, int i, WorkerIdRange range, @Nullable LocalMark mark) {
        IssuingNode node = IssuingNode.start(holder, mark, node(i), range, RESERVATION);
        nodes.add(node);
        return node;
    }

    /** The server ends the session that it does not hear, and the only worker id goes to the next node, beyond the ceiling. */
    @Test
    void unheardNodeStopsAtItsCeilingAndItsSuccessorBeginsThere() {
        IssuingNode unheard = IssuingNode.startAtLast(() -> recycling(cutOff(), 0, ONE));
        unheard.issueSome();
        proxy.silence(Direction.TO_SERVER);

        IssuingNode successor = IssuingNode.startAtLast(() -> recycling(direct(), 1, ONE));
        successor.issueSome();
        assertThat(unheard.issuesNow()).as("its ceiling is past").isFalse();
        assertThat(successor.keeper().window().floorMillis())
                .isGreaterThanOrEqualTo(unheard.keeper().window().ceilingMillis());
        proxy.heal();

        await().atMost(TIMEOUT).until(() -> unheard.state() == LeaseStatus.State.LOST);
        successor.issueSome();
        assertThat(unheard.issuesNow()).isFalse();
        IssuingNode.requireNoMillisecondTwice(nodes);
    }

    @ParameterizedTest
    @EnumSource
    void recyclingNodeStopsAtItsCeilingAndGoesOnWhenTheLineIsHealed(Direction silent) {
        IssuingNode node = IssuingNode.startAtLast(() -> recycling(cutOff(), 0, FEW));
        IssuingNode other = IssuingNode.startAtLast(() -> recycling(direct(), 1, FEW));
        node.issueSome();
        proxy.silence(silent);

        await().atMost(TIMEOUT).until(() -> !node.issuesNow());
        assertThat(node.lastMillis()).isLessThan(node.keeper().window().ceilingMillis());
        other.issueSome();
        proxy.heal();

        node.issueSome();
        IssuingNode.requireNoMillisecondTwice(nodes);
    }

    @ParameterizedTest
    @EnumSource
    void fixedNodeGoesOnByItsMarkAndIsHeldAgainWhenTheLineIsHealed(Direction silent) {
        IssuingNode node = IssuingNode.startAtLast(() -> fixed(cutOff(), 0));
        node.issueSome();
        int workerId = node.keeper().window().workerId();
        proxy.silence(silent);
        long silentSince = System.currentTimeMillis();
        await().atMost(TIMEOUT).until(() -> !node.keeper().status().registryUp());

        IssuingNode newcomer = IssuingNode.startAtLast(() -> fixed(direct(), 1));
        await("a session and a reservation later")
                .atMost(TIMEOUT)
                .until(() -> System.currentTimeMillis()
                        > silentSince + SESSION_TIMEOUT.plus(RESERVATION).toMillis());
        node.issueSome();
        newcomer.issueSome();
        proxy.heal();

        await().atMost(TIMEOUT)
                .until(() -> node.state() == LeaseStatus.State.HELD
                        && node.keeper().status().registryUp());
        node.issueSome();
        assertThat(node.keeper().window().workerId()).isEqualTo(workerId);
        assertThat(newcomer.keeper().window().workerId()).isNotEqualTo(workerId);
        IssuingNode.requireNoMillisecondTwice(nodes);
    }
}
