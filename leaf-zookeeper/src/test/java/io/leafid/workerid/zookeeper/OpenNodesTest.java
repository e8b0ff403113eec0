package io.leafid.workerid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.SnowflakeLayout;
import io.leafid.test.time.ManualTime;
import io.leafid.testing.CapturedLog;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a start says about nodes that every client may change. */
class OpenNodesTest {

    private static final String MADE = "/top/orders/leaf_temporary/self";
    private static final String LEASE = "/top/orders/leases/3";

    private final ManualTime time = new ManualTime();
    private final WatchedNodes nodes = new WatchedNodes(new SimulatedSessions(time).open());

    private List<String> said(String root, String... open) {
        nodes.open.clear();
        nodes.open.addAll(Set.of(open));
        try (CapturedLog log = new CapturedLog(OpenNodes.class.getName())) {
            new OpenNodes(nodes, new ZooKeeperNamespace(root, "orders")).warn(MADE, LEASE);
            return log.messages();
        }
    }

    @Test
    void nothingIsSaidOfWhatIsClosed() {
        assertThat(said("/top")).isEmpty();
        assertThat(said("/", "/")).as("the top itself belongs to all").isEmpty();
    }

    @Test
    void ofAClientThatClosesNothingOnlyThatIsSaid() {
        assertThat(said("/top", MADE, LEASE, "/top"))
                .singleElement()
                .asString()
                .startsWith("/top/orders in ZooKeeper is open")
                .endsWith(
                        "As long as nodes of the original Leaf use the name, close the port alone: a digest locks them out");
    }

    @Test
    void whatWasMadeBeforeIsNamedAndTheRootApart() {
        assertThat(said("/top", LEASE, "/top/orders/forever"))
                .singleElement()
                .asString()
                .contains("[/top/orders/forever, /top/orders/leases/3]", "'setAcl -R /top/orders auth::cdrwa'");
        assertThat(said("/top", "/top")).singleElement().asString().startsWith("/top in ZooKeeper is open, so that");
    }

    @Test
    void accessListsThatCannotBeReadStopNoStart() {
        nodes.failing = new WorkerIdException.RegistryUnavailable("no", null);

        assertThat(said("/top", MADE)).isEmpty();
    }

    @Test
    void aHolderLooksOnceAndAfterItHasALease() {
        ZooKeeperNamespace namespace = new ZooKeeperNamespace("/top", "orders");
        NodeIdentity self = new NodeIdentity("10.0.0.1", 8080);
        FixedZooKeeperHolder holder = new FixedZooKeeperHolder(nodes, namespace, self, time, new Random());
        nodes.open.add(namespace.leases() + "/0");
        try (CapturedLog log = new CapturedLog(OpenNodes.class.getName())) {
            for (int i = 0; i < 2; i++) {
                holder.acquire(LeaseRequest.of(self, new WorkerIdRange(0, 3), SnowflakeLayout.DEFAULT, time));
                time.advance(Duration.ofSeconds(10));
            }
            assertThat(log.warnings()).singleElement().asString().contains("[/top/orders/leases/0]");
        }
    }
}
