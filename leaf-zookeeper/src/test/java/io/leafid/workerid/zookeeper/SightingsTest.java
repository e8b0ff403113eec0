package io.leafid.workerid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.leafid.json.JsonObject;
import io.leafid.test.time.ManualTime;
import io.leafid.testing.CapturedLog;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdUse;
import io.leafid.workerid.compat.OriginalNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who uses worker ids without a lease, and how that and the leases are listed. */
class SightingsTest {

    private final ManualTime time = new ManualTime();
    private final ZkNodes nodes = new SimulatedSessions(time).open();
    private final ZooKeeperNamespace namespace = new ZooKeeperNamespace("/seen", "orders");
    private final Sightings sightings = new Sightings(nodes, namespace, new AssignmentNodes(nodes, namespace));

    private ZkNode write(String path, JsonObject data) {
        nodes.ensure(path);
        nodes.commit(List.of(NodeWrite.write(nodes.read(path).orElseThrow(), data)));
        return nodes.read(path).orElseThrow();
    }

    private void writeOriginal(int workerId, JsonObject data) {
        write(namespace.forever() + "/10.9.9.%d:80-%010d".formatted(workerId, workerId), data);
    }

    private ZkNode writeFork(int workerId, JsonObject data) {
        return write(namespace.forkInUse() + "/workId:" + workerId, data);
    }

    private static JsonObject ofFork(long reported) {
        return JsonObject.EMPTY
                .with("lastUsedIp", "10.8.8.8")
                .with("lastUsedPort", "81")
                .with("lastUsedTimestamp", reported);
    }

    @Test
    void placesAreThoseOfTheOriginalAndOfItsFork() {
        assertThat(namespace).hasToString("/seen/orders");
        assertThat(namespace.forever()).isEqualTo("/seen/orders/forever");
        assertThat(namespace.forkInUse()).isEqualTo("/seen/orders/recycle/inuse");
        assertThat(namespace.temporary()).isEqualTo("/seen/orders/leaf_temporary");
    }

    @Test
    void workerIdsOfOriginalsAndOfTheForkAreKnownByTheirNames() {
        writeOriginal(1, JsonObject.EMPTY);
        writeFork(2, JsonObject.EMPTY);
        write(namespace.forkInUse() + "/other:3", JsonObject.EMPTY);

        Sightings.Names names = sightings.names();
        assertThat(names.contains(1)).isTrue();
        assertThat(names.contains(2)).isTrue();
        assertThat(names.contains(0)).isFalse();
        assertThat(names.contains(3)).isFalse();
    }

    @Test
    void whatIsSaidAboutThemIsReadWithItsOwnerAndTime() {
        writeOriginal(1, JsonObject.EMPTY.with("timestamp", 5));
        writeOriginal(3, JsonObject.EMPTY);
        writeFork(2, ofFork(6));
        writeFork(4, JsonObject.EMPTY);

        assertThat(sightings.all())
                .extracting(Sighting::workerId, Sighting::owner, Sighting::reportedMillis)
                .as("the time of the node counts where it says none")
                .containsExactlyInAnyOrder(
                        tuple(1, "10.9.9.1:80", 5L),
                        tuple(3, "10.9.9.3:80", time.currentTimeMillis()),
                        tuple(2, "10.8.8.8:81", 6L),
                        tuple(4, "?:?", time.currentTimeMillis()));
    }

    @Test
    void onlyThoseThatAreChosenAreRead() {
        for (int workerId = 0; workerId < 3; workerId++) {
            writeOriginal(workerId, JsonObject.EMPTY);
            writeFork(workerId, JsonObject.EMPTY);
        }

        assertThat(sightings.names().read(workerId -> workerId == 1))
                .extracting(Sighting::workerId)
                .containsExactly(1, 1);
        assertThat(sightings.names().read(workerId -> false)).isEmpty();
    }

    @Test
    void oneThatIsGoneSinceItsNameWasReadIsNotSeen() {
        writeOriginal(1, JsonObject.EMPTY);
        Sightings.Names names = sightings.names();
        nodes.commit(List.of(NodeWrite.delete(namespace.forever() + "/10.9.9.1:80-0000000001")));

        assertThat(names.read(workerId -> true)).isEmpty();
    }

    @Test
    void nameThatIsNoWorkerIdIsSkippedWithOneWarning() {
        AssignmentNodes assignments = new AssignmentNodes(nodes, namespace);
        try (CapturedLog log = new CapturedLog(AssignmentNodes.class.getName())) {
            List<String> names = List.of("garbage", "10.0.0.1:80-0000000004", "a\nb");
            assertThat(assignments.parse(names))
                    .extracting(OriginalNode::workerId)
                    .containsExactly(4);
            assertThat(log.warnings())
                    .containsExactly(
                            namespace.forever() + "/garbage is no worker id, skipped",
                            namespace.forever() + "/a\\u000ab is no worker id, skipped");

            assignments.parse(names);
            assertThat(log.warnings()).as("no more").hasSize(2);
        }
    }

    private static LeaseNode lease(ZkNode node, long ceiling) {
        return new LeaseNode(node, "10.0.0.1:80", "t", ceiling, 1, false);
    }

    private static ZkNode node(long mzxid, long mtime) {
        return new ZkNode("/n", JsonObject.EMPTY.with("token", "t"), 0, mzxid, mtime, 0);
    }

    private static Sighting sighting(int workerId, long reported, ZkNode node) {
        return Sighting.fixed(workerId, "10.9.9.9:80", reported, node);
    }

    @Test
    void leaseAndSightingOfOneWorkerIdAreListedAsTheLaterOfBoth() {
        Map<Integer, LeaseNode> leases = Map.of(0, lease(node(5, 100), 9), 1, lease(node(5, 100), 9));
        List<Sighting> seen = List.of(sighting(0, 7, node(5, 200)), sighting(1, 7, node(6, 200)));

        List<WorkerIdEntry> entries = new LeaseListing(leases, seen, Map.of()).entries(lease -> true);

        assertThat(entries)
                .extracting(WorkerIdEntry::workerId, WorkerIdEntry::owner, WorkerIdEntry::self)
                .containsExactly(tuple(0, "10.0.0.1:80", true), tuple(1, "10.9.9.9:80", false));
    }

    @Test
    void ceilingThatIsUnknownIsListedAsNone() {
        Map<Integer, LeaseNode> leases = Map.of(0, lease(node(5, 100), WorkerIdUse.NEVER), 1, lease(node(5, 100), 9));
        List<Sighting> seen = List.of(sighting(2, 0, node(5, 300)), sighting(3, 7, node(5, 300)));

        assertThat(new LeaseListing(leases, seen, Map.of()).entries(lease -> false))
                .extracting(WorkerIdEntry::ceiling)
                .containsExactly(null, Instant.ofEpochMilli(9), null, Instant.ofEpochMilli(6_007));
    }

    /** A sighting is live by the registry's clock, which the latest write of all shows. */
    @Test
    void ownersAreListedAsLiveByTheirNodesAndSightingsByTheLatestWrite() {
        Map<Integer, LeaseNode> leases = Map.of(0, lease(node(5, 100), 9));
        Sighting silent = sighting(1, 7, node(6, 1_000));
        Sighting fresh = sighting(2, 7, node(6, 8_000));
        Map<String, ZkNode> running = Map.of("10.0.0.1:80", node(7, 7_000));

        assertThat(new LeaseListing(leases, List.of(silent, fresh), running).entries(lease -> false))
                .extracting(WorkerIdEntry::live)
                .containsExactly(true, false, true);
        assertThat(new LeaseListing(Map.of(), List.of(silent), running).entries(lease -> false))
                .extracting(WorkerIdEntry::live)
                .as("a running process has written after it")
                .containsExactly(false);
        assertThat(new LeaseListing(Map.of(), List.of(silent), Map.of()).entries(lease -> false))
                .extracting(WorkerIdEntry::live)
                .containsExactly(true);
    }
}
