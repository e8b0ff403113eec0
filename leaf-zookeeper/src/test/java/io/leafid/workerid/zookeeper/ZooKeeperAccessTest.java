package io.leafid.workerid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.PrintableText;
import io.leafid.SnowflakeLayout;
import io.leafid.testing.CapturedLog;
import io.leafid.testing.ZooKeeperServer;
import io.leafid.time.TimeSource;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import io.leafid.workerid.zookeeper.client.ZooKeeperSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who may read and write the nodes, and whose client may be used. */
class ZooKeeperAccessTest {

    private static final NodeIdentity SELF = new NodeIdentity("10.0.0.1", 8080);

    private final ZooKeeperServer server = ZooKeeperServer.shared();
    private final List<CuratorFramework> clients = new ArrayList<>();
    private final ZooKeeperNamespace namespace =
            new ZooKeeperNamespace("/access", UUID.randomUUID().toString());

    private CuratorFramework client(@Nullable String digest) {
        CuratorFramework client =
                new ZooKeeperSettings(server.address(), Duration.ofSeconds(3), Duration.ofSeconds(6), digest).open();
        clients.add(client);
        return client;
    }

    private WorkerIdHolder holder(CuratorFramework client) {
        return new FixedZooKeeperHolder(client, namespace, SELF, TimeSource.system());
    }

    private static LeaseRequest request() {
        return LeaseRequest.of(SELF, new WorkerIdRange(0, 1023), SnowflakeLayout.DEFAULT, TimeSource.system());
    }

    @AfterEach
    void closeClients() {
        clients.forEach(CuratorFramework::close);
    }

    @Test
    void withADigestEveryNodeOfTheNamespaceBelongsToItsUser() throws Exception {
        CuratorFramework owner = client("leaf:secret");
        WorkerIdHolder holder = holder(owner);
        WorkerIdLease lease = holder.acquire(request());
        holder.extend(lease, lease.ceilingMillis() + 1, lease.token());

        for (String path : List.of(
                namespace.base(),
                namespace.forever() + "/10.0.0.1:8080-0000000000",
                namespace.leases() + "/0",
                namespace.layout(),
                namespace.temporary() + "/10.0.0.1:8080")) {
            assertThat(owner.getACL().forPath(path))
                    .as(path)
                    .singleElement()
                    .satisfies(acl -> assertThat(acl.getId().getScheme()).isEqualTo("digest"));
        }
        assertThat(owner.getACL().forPath(namespace.root()))
                .as("shared with applications that have other users")
                .isEqualTo(ZooDefs.Ids.OPEN_ACL_UNSAFE);
    }

    @Test
    void refusedAccessSaysWhatToCheck() {
        holder(client("leaf:secret")).acquire(request());

        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(() -> holder(client("leaf:wrong")).acquire(request()))
                .withMessageContaining("NOAUTH")
                .withMessageContaining("digest")
                .withMessageContaining(namespace.base());
    }

    @Test
    void openNamespaceIsWarnedOfOnce() {
        WorkerIdHolder holder = holder(client(null));
        try (CapturedLog log = new CapturedLog(OpenNodes.class.getName())) {
            WorkerIdLease lease = holder.acquire(request());
            holder.release(lease, lease.floorMillis());
            holder.acquire(request());

            assertThat(log.messages()).singleElement().asString().contains(namespace.base(), "digest");
        }
    }

    @Test
    void namespaceThatWasBegunWithoutADigestIsNamedWithItsRepair() throws Exception {
        WorkerIdHolder before = holder(client(null));
        WorkerIdLease former = before.acquire(request());
        before.release(former, former.floorMillis());
        CuratorFramework owner = client("leaf:secret");

        assertThat(warnings(owner))
                .singleElement()
                .asString()
                .contains(
                        namespace.forever() + ",",
                        namespace.leases() + "/0",
                        "addauth digest",
                        "setAcl -R " + namespace.base() + " auth::cdrwa");
        setAclRecursively(owner, namespace.base());
        assertThat(warnings(owner)).isEmpty();

        assertThatExceptionOfType(KeeperException.NoAuthException.class)
                .as("what the repair is for")
                .isThrownBy(() -> client(null).setData().forPath(namespace.leases() + "/0", new byte[0]));
    }

    /** What a start with this client warns of. */
    private List<String> warnings(CuratorFramework client) {
        try (CapturedLog log = new CapturedLog(OpenNodes.class.getName())) {
            WorkerIdHolder holder = holder(client);
            WorkerIdLease lease = holder.acquire(request());
            holder.release(lease, lease.floorMillis());
            return log.warnings();
        }
    }

    /** As zkCli.sh does it. */
    private static void setAclRecursively(CuratorFramework client, String path) throws Exception {
        ACL creator = new ACL(ZooDefs.Perms.ALL, new Id("auth", ""));
        client.setACL().withACL(List.of(creator)).forPath(path);
        for (String child : client.getChildren().forPath(path)) {
            setAclRecursively(client, path + "/" + child);
        }
    }

    @Test
    void rootThatIsSharedWithOthersIsToldOf() {
        try (CapturedLog log = new CapturedLog(OpenNodes.class.getName())) {
            holder(client("leaf:secret")).acquire(request());

            assertThat(log.messages())
                    .singleElement()
                    .asString()
                    .contains("'setAcl %s world:anyone:cr,auth::cdrwa'".formatted(namespace.root()));
        }
    }

    /** A neighbour that can write to ZooKeeper could else write our log. */
    @Test
    void ownerWithALineBreakForgesNoLineOfTheLogAndNoneOfTheList() throws Exception {
        CuratorFramework client = client(null);
        WorkerIdHolder holder = holder(client);
        WorkerIdLease lease = holder.acquire(request());
        String forged =
                "{\"owner\":\"x\\n2026-01-01 ERROR all is lost\\u001b[31m\u2028\u202e\",\"token\":\"other\",\"ceiling\":1}";
        client.setData().forPath(namespace.leases() + "/0", forged.getBytes(StandardCharsets.UTF_8));

        assertThatExceptionOfType(WorkerIdException.LeaseLost.class)
                .isThrownBy(() -> holder.extend(lease, lease.ceilingMillis() + 1, lease.token()))
                .withMessageContaining("x\\u000a2026-01-01 ERROR all is lost\\u001b[31m\\u2028\\u202e");
        assertThat(holder.list())
                .singleElement()
                .satisfies(entry -> assertThat(entry.owner()).isEqualTo(PrintableText.of(entry.owner())));
    }

    @Test
    void namespaceOfTheUsersOwnClientIsKept() throws Exception {
        CuratorFramework root = client(null);
        WorkerIdHolder holder = holder(root.usingNamespace("team"));
        WorkerIdLease lease = holder.acquire(request());

        assertThat(holder.extend(lease, lease.ceilingMillis() + 1, lease.token()))
                .isNotNull();
        assertThat(holder.list()).hasSize(1);
        assertThat(holder.clockReadings(Duration.ofMinutes(1))).hasSize(1);
        assertThat(root.checkExists().forPath("/team" + namespace.leases() + "/0"))
                .isNotNull();
        assertThat(root.checkExists().forPath(namespace.base())).isNull();
    }

    @Test
    void clientStaysOpenWhenTheHolderIsClosed() throws Exception {
        CuratorFramework client = client(null);
        WorkerIdHolder holder = holder(client);
        holder.acquire(request());

        holder.close();

        assertThat(client.getChildren().forPath(namespace.temporary())).isEmpty();
    }

    @Test
    void closedClientIsAnUnreachableRegistry() {
        CuratorFramework client = client(null);
        WorkerIdHolder holder = holder(client);
        WorkerIdLease lease = holder.acquire(request());
        client.close();

        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(() -> holder.extend(lease, lease.ceilingMillis() + 1, lease.token()));
        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class).isThrownBy(holder::list);
        holder.close();
    }
}
