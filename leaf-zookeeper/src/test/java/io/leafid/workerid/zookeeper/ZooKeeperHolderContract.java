package io.leafid.workerid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.test.workerid.SharedWorkerIdHolderContract;
import io.leafid.testing.LossyLink;
import io.leafid.testing.ZooKeeperServer;
import io.leafid.time.TimeSource;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.zookeeper.client.ZooKeeperSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The holders' contract on a real ZooKeeper: one connection per holder, one namespace and one link to the server per test.
 * Most of the time goes into waiting for sessions to end, so the tests run beside each other.
 */
@Execution(ExecutionMode.CONCURRENT)
abstract class ZooKeeperHolderContract extends SharedWorkerIdHolderContract {

    /** No session ends by itself while a test runs, however busy the machine is. */
    private static final Duration SESSION_TIMEOUT = Duration.ofSeconds(8);

    private static final AtomicInteger tests = new AtomicInteger();

    final ZooKeeperNamespace namespace =
            new ZooKeeperNamespace(ZooKeeperNamespace.DEFAULT_ROOT, "orders" + tests.incrementAndGet());

    final ZooKeeperServer server = ZooKeeperServer.shared().byLinkOfItsOwn();

    /** Another client, which looks at the nodes and changes them. */
    final CuratorFramework operator = client();

    private final Map<WorkerIdHolder, CuratorFramework> clients = new ConcurrentHashMap<>();

    /** Makes the holder under test. */
    abstract WorkerIdHolder newHolder(CuratorFramework client, NodeIdentity identity, TimeSource clock);

    private CuratorFramework client() {
        return new ZooKeeperSettings(server.address(), SESSION_TIMEOUT, Duration.ofSeconds(60), null).open();
    }

    @BeforeEach
    void operatorIsConnected() throws Exception {
        assertThat(operator.blockUntilConnected(2, TimeUnit.MINUTES)).isTrue();
    }

    @AfterEach
    void closeClients() {
        clients.values().forEach(CuratorFramework::close);
        operator.close();
        server.close();
    }

    @Override
    protected WorkerIdHolder newHolder(NodeIdentity identity, TimeSource clock) {
        CuratorFramework client = client();
        WorkerIdHolder holder = newHolder(client, identity, clock);
        clients.put(holder, client);
        return holder;
    }

    @Override
    protected void declareDead(WorkerIdHolder holder, NodeIdentity identity) {
        server.expire(Objects.requireNonNull(clients.get(holder)));
    }

    @Override
    protected void crash(WorkerIdHolder holder, NodeIdentity identity) {
        Objects.requireNonNull(clients.get(holder)).close(); // as a server that has waited out the session
        holder.close();
    }

    @Override
    protected void deleteRecords() {
        try {
            operator.delete().deletingChildrenIfNeeded().forPath(namespace.toString());
        } catch (Exception ex) {
            throw new IllegalStateException(ex);
        }
    }

    @Override
    protected void losingTheReply(WorkerIdHolder holder, Runnable call) {
        server.link().loseReplyTo(LossyLink.TRANSACTION, 1);
        call.run();
        assertThat(server.link().hasLost()).isTrue();
    }

    /** What a node says. */
    final String data(String path) throws Exception {
        return new String(operator.getData().forPath(path), StandardCharsets.UTF_8);
    }

    /** Writes a node by hand. */
    final void write(String path, String data) throws Exception {
        operator.create().orSetData().creatingParentsIfNeeded().forPath(path, data.getBytes(StandardCharsets.UTF_8));
    }

    /** The second change makes the ephemeral node, the third records the lease. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void startIsRepeatedSafelyWhicheverReplyWasLost(int change) {
        WorkerIdHolder holder = open(node(0));
        server.link().loseReplyTo(LossyLink.TRANSACTION, change);
        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(() -> holder.acquire(request(node(0))));
        assertThat(server.link().hasLost()).isTrue();
        List<WorkerIdEntry> before = holder.list();

        WorkerIdLease lease = holder.acquire(request(node(0)));

        assertThat(before)
                .filteredOn(entry -> entry.workerId() == lease.workerId())
                .extracting(WorkerIdEntry::ceiling)
                .allSatisfy(
                        ceiling -> assertThat(ceiling).isBeforeOrEqualTo(Instant.ofEpochMilli(lease.floorMillis())));
        assertThat(entry(holder, lease.workerId()).live()).isTrue();
    }

    /** The start goes on from its mark then. The first change makes the ephemeral node, the second records the lease. */
    @Test
    void reportFromAMarkHealsALeaseWhoseReplyWasLost() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)));
        long near = time.currentTimeMillis() + 500;
        HighWaterMark mark = new HighWaterMark(lease.workerId(), lease.token(), near, lease.ceilingMillis());
        crash(first, node(0));
        WorkerIdHolder second = open(node(0));
        server.link().loseReplyTo(LossyLink.TRANSACTION, 2);
        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(() -> second.acquire(request(node(0)).withMark(ofEndedRun(mark))));
        assertThat(server.link().hasLost()).isTrue();

        WorkerIdLease resumed = new WorkerIdLease(lease.workerId(), lease.token(), near, lease.ceilingMillis());
        WorkerIdLease healed = second.extend(resumed, lease.ceilingMillis() + 20_000, LeaseRequest.newToken());

        assertThat(healed.ceilingMillis()).isEqualTo(lease.ceilingMillis() + 20_000);
        assertThat(entry(second, lease.workerId()).ceiling()).isEqualTo(Instant.ofEpochMilli(healed.ceilingMillis()));
    }
}
