package io.leafid.workerid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.SnowflakeLayout;
import io.leafid.json.JsonObject;
import io.leafid.test.time.ManualTime;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rules of both modes that need no waiting: each runs on a real server and on the ZooKeeper in memory. */
abstract class HolderRules {

    static final WorkerIdRange ALL = new WorkerIdRange(0, 1023);

    /** A time that passes by itself between two starts, on a real server too. */
    private static final Duration PASSED_AT_ONCE = Duration.ofMillis(1);

    static final Duration RESERVATION = Duration.ofSeconds(10);
    private static final AtomicInteger tests = new AtomicInteger();

    final ZooKeeperNamespace namespace = new ZooKeeperNamespace("/rules", "orders" + tests.incrementAndGet());
    final Sessions sessions;
    final ManualTime time = new ManualTime();

    /** Another client, which looks at the nodes and changes them. */
    final ZkNodes operator;

    HolderRules(Function<ManualTime, Sessions> registry) {
        this.sessions = registry.apply(time);
        this.operator = sessions.open();
    }

    /** Makes a holder of the mode. */
    abstract ZooKeeperHolder holder(ZkNodes session, NodeIdentity identity);

    @AfterEach
    void closeSessions() {
        sessions.close();
    }

    static NodeIdentity node(int i) {
        return new NodeIdentity("10.0.0." + (i + 1), 8080);
    }

    final ZooKeeperHolder holder(NodeIdentity identity) {
        return holder(sessions.open(), identity);
    }

    final LeaseRequest request(NodeIdentity identity, WorkerIdRange range) {
        return LeaseRequest.of(identity, range, SnowflakeLayout.DEFAULT, time)
                .over(new LeaseRequest.Period(RESERVATION, Duration.ofSeconds(15), 0));
    }

    final WorkerIdLease acquire(ZooKeeperHolder holder, WorkerIdRange range) {
        return holder.acquire(request(holder.identity, range));
    }

    final WorkerIdLease acquire(NodeIdentity identity, WorkerIdRange range) {
        return acquire(holder(identity), range);
    }

    /** What a node says now, whatever another session has written. */
    final Optional<JsonObject> data(String path) {
        operator.sync();
        return operator.read(path).map(ZkNode::data);
    }

    /** Writes a node by hand. */
    final void write(String path, JsonObject data) {
        operator.sync();
        operator.ensure(path);
        assertThat(operator.commit(List.of(NodeWrite.write(operator.read(path).orElseThrow(), data))))
                .isTrue();
    }

    /** Writes a node once more with what it says. */
    final void touch(String path) {
        write(path, data(path).orElseThrow());
    }

    final void delete(String path) {
        operator.sync();
        assertThat(operator.commit(List.of(NodeWrite.delete(path)))).isTrue();
    }

    final String lease(int workerId) {
        return namespace.leases() + "/" + workerId;
    }

    /** A lease of another instance that does not run, which ends so long from now. */
    final void leaseToOther(int workerId, Duration left) {
        leaseTo(node(7).toString(), workerId, left);
    }

    final void leaseTo(String owner, int workerId, Duration left) {
        long now = time.currentTimeMillis();
        WorkerIdLease lease = new WorkerIdLease(workerId, "other", now, now + left.toMillis());
        write(lease(workerId), LeaseNode.held(owner, lease, now));
    }

    static WorkerIdEntry entry(ZooKeeperHolder holder, int workerId) {
        return holder.list().stream()
                .filter(each -> each.workerId() == workerId)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void startMakesTheParentsOfAllNodes() {
        acquire(node(0), ALL);

        assertThat(data(namespace.leases())).isPresent();
        assertThat(data(namespace.forever())).isPresent();
        assertThat(data(namespace.temporary())).isPresent();
    }

    @Test
    void registryIsNamedByModeServersAndPath() {
        ZooKeeperHolder holder = holder(node(0));

        assertThat(holder.registry()).isEqualTo(holder.name() + " " + operator.servers() + " " + namespace);
        assertThat(holder.name()).isEqualTo(holder.isFixed() ? "zk_normal" : "zk_recycle");
    }

    @Test
    void refusedStartLeavesNoRunningProcess() {
        leaseToOther(0, Duration.ofHours(1));

        assertThatExceptionOfType(WorkerIdException.Exhausted.class)
                .isThrownBy(() -> acquire(node(0), new WorkerIdRange(0, 0)))
                .withMessageContaining("no worker id of 0-0 is free for 10.0.0.1:8080 in " + namespace);
        assertThat(data(namespace.temporary() + "/" + node(0))).isEmpty();
    }

    /** Another lease of it may still be good. */
    @Test
    void processThatRunsGoesOnAfterARefusal() {
        leaseToOther(900, Duration.ofHours(1));
        ZooKeeperHolder holder = holder(node(0));
        acquire(holder, new WorkerIdRange(0, 0));

        assertThatExceptionOfType(WorkerIdException.class)
                .isThrownBy(() -> acquire(holder, new WorkerIdRange(900, 900)));

        assertThat(data(namespace.temporary() + "/" + node(0))).isPresent();
    }

    @Test
    void refusalNamesTheHoldersOfTheRangeAndNoOthers() {
        leaseToOther(0, Duration.ofHours(1));
        leaseToOther(1, Duration.ofHours(1));

        assertThatExceptionOfType(WorkerIdException.Exhausted.class)
                .isThrownBy(() -> acquire(node(0), new WorkerIdRange(1, 1)))
                .satisfies(refused -> assertThat(refused.holders())
                        .extracting(WorkerIdEntry::workerId)
                        .containsExactly(1));
    }

    @Test
    void closedHolderIsNoRunningProcess() {
        ZooKeeperHolder holder = holder(node(0));
        WorkerIdLease lease = acquire(holder, ALL);
        assertThat(data(namespace.temporary() + "/" + node(0))).isPresent();

        holder.close();

        assertThat(data(namespace.temporary() + "/" + node(0))).isEmpty();
        assertThat(entry(holder, lease.workerId()).live()).isFalse();
    }

    @Test
    void extensionReportsTheClockOfTheProcess() {
        ZooKeeperHolder holder = holder(node(0));
        WorkerIdLease lease = acquire(holder, ALL);
        time.advance(Duration.ofSeconds(3));

        holder.extend(lease, lease.ceilingMillis() + 1, lease.token());

        assertThat(data(namespace.temporary() + "/" + node(0)).orElseThrow().number("timestamp"))
                .hasValue(time.currentTimeMillis());
    }

    @Test
    void extensionAndReleaseOutliveFourConflictsAndNotFive() {
        WatchedNodes watched = new WatchedNodes(sessions.open());
        ZooKeeperHolder holder = holder(watched, node(0));
        WorkerIdLease lease = acquire(holder, ALL);
        AtomicInteger conflicts = new AtomicInteger(4);
        watched.beforeCommit = () -> {
            if (conflicts.getAndDecrement() > 0) {
                touch(lease(lease.workerId()));
            }
        };

        WorkerIdLease extended = holder.extend(lease, lease.ceilingMillis() + 1, lease.token());
        assertThat(extended.ceilingMillis()).isEqualTo(lease.ceilingMillis() + 1);
        conflicts.set(5);
        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(() -> holder.extend(extended, extended.ceilingMillis() + 1, lease.token()))
                .withMessage("the nodes of worker id %d in %s change faster than they can be written"
                        .formatted(lease.workerId(), namespace));
        conflicts.set(5);
        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(() -> holder.release(extended, extended.floorMillis()))
                .withMessageContaining("change faster");
        conflicts.set(4);
        holder.release(extended, extended.floorMillis());

        assertThat(data(lease(lease.workerId())).orElseThrow().text("state")).hasValue("released");
    }

    @Test
    void nothingIsTakenWhereAllNodesAreDeletedAfterTheLayoutWasRead() {
        WatchedNodes watched = new WatchedNodes(sessions.open());
        watched.afterRead = path -> {
            if (path.equals(namespace.layout())) {
                watched.afterRead = other -> {};
                emptyUnderTheFirst();
            }
        };

        requireNothingIsTaken(watched);
    }

    /** The layout has been put back since, and has the version that was read. */
    @Test
    void nothingIsTakenWhereAllNodesAreDeletedWhileTheRequestIsUnderWay() {
        WatchedNodes watched = new WatchedNodes(sessions.open());
        watched.beforeCommit = () -> {
            List<NodeWrite> request = watched.commits.get(watched.commits.size() - 1);
            if (request.stream().anyMatch(change -> change.path().startsWith(namespace.leases()))) {
                watched.beforeCommit = () -> {};
                emptyUnderTheFirst();
            }
        };

        requireNothingIsTaken(watched);
    }

    private void requireNothingIsTaken(WatchedNodes second) {
        WorkerIdRange two = new WorkerIdRange(0, 1);
        int held = acquire(node(0), two).workerId();
        time.advance(Duration.ofSeconds(6));

        assertThatExceptionOfType(WorkerIdException.Unsettled.class)
                .isThrownBy(() -> holder(second, node(1)).acquire(careful(1, two, Duration.ofSeconds(5))));
        assertThat(data(namespace.leases() + "/" + (1 - held))).isEmpty();
    }

    /** A request that leaves nodes that run so long to put their records back. */
    private LeaseRequest careful(int node, WorkerIdRange range, Duration settling) {
        return request(node(node), range)
                .over(new LeaseRequest.Period(RESERVATION, Duration.ofSeconds(15), 0, settling));
    }

    /** A running node of another mode may put its own back. */
    @Test
    void startThatHasALeaseWaitsTooWhereTheLayoutWasDeleted() {
        WorkerIdRange one = new WorkerIdRange(0, 0);
        ZooKeeperHolder holder = holder(node(0));
        WorkerIdLease lease = acquire(holder, one);
        holder.release(lease, lease.floorMillis());
        delete(namespace.layout());

        assertThatExceptionOfType(WorkerIdException.Unsettled.class)
                .isThrownBy(() -> holder.acquire(careful(0, one, Duration.ofMinutes(5))));
        assertThat(acquire(holder, one).workerId()).isEqualTo(lease.workerId());
    }

    /** The layout stands, and the count of what was deleted begins anew. */
    @Test
    void nothingIsTakenWhereTheParentOfTheLeasesWasDeleted() {
        WorkerIdRange two = new WorkerIdRange(0, 1);
        ZooKeeperHolder first = holder(node(0));
        WorkerIdLease lease = acquire(first, two);
        time.advance(Duration.ofSeconds(6));
        deleteAll(namespace.leases());

        assertThatExceptionOfType(WorkerIdException.Unsettled.class)
                .isThrownBy(() -> holder(node(1)).acquire(careful(1, two, PASSED_AT_ONCE)));
        assertThat(first.extend(lease, lease.ceilingMillis() + 3_000, lease.token())
                        .workerId())
                .isEqualTo(lease.workerId());
        time.advance(Duration.ofSeconds(6));

        assertThat(holder(node(1)).acquire(careful(1, two, PASSED_AT_ONCE)).workerId())
                .isNotEqualTo(lease.workerId());
    }

    /** A change that is made compares no count of what was deleted. */
    @Test
    void nothingIsTakenWhereTheLeaseOfAnotherStartIsDeletedWhileTheRequestIsUnderWay() {
        acquire(node(2), new WorkerIdRange(900, 900)); // the sequence is past the range
        time.advance(Duration.ofSeconds(6));
        WorkerIdRange one = new WorkerIdRange(0, 0);
        ZooKeeperHolder other = holder(node(1));
        List<WorkerIdLease> ofOther = new ArrayList<>();
        WatchedNodes watched = new WatchedNodes(sessions.open());
        watched.beforeCommit = () -> {
            List<NodeWrite> request = watched.commits.get(watched.commits.size() - 1);
            if (request.stream().anyMatch(change -> change.path().equals(lease(0)))) {
                watched.beforeCommit = () -> {};
                ofOther.add(acquire(other, one));
                delete(lease(0));
            }
        };

        assertThatExceptionOfType(WorkerIdException.class)
                .isThrownBy(() -> holder(watched, node(0)).acquire(careful(0, one, PASSED_AT_ONCE)))
                .isInstanceOfAny(WorkerIdException.Unsettled.class, WorkerIdException.Exhausted.class);
        assertThat(operator.children(namespace.forever()).names()).noneMatch(name -> name.startsWith(node(0) + "-"));
        WorkerIdLease lease = ofOther.get(0);
        other.extend(lease, lease.ceilingMillis() + 3_000, lease.token());
        assertThat(data(lease(0)).orElseThrow().text("owner")).hasValue(node(1).toString());
    }

    /** A node that starts makes the tree anew, and one that runs puts back the layout; the lease of the first is still to come. */
    private void emptyUnderTheFirst() {
        JsonObject layout = data(namespace.layout()).orElseThrow();
        deleteAll(namespace.base());
        for (String parent : List.of(namespace.leases(), namespace.forever(), namespace.temporary())) {
            operator.ensure(parent);
        }
        assertThat(operator.commit(List.of(NodeWrite.create(namespace.layout(), layout))))
                .isTrue();
    }

    private void deleteAll(String path) {
        operator.sync();
        operator.children(path).names().forEach(name -> deleteAll(path + "/" + name));
        delete(path);
    }

    @Test
    void lostLeaseSaysWhoHasItNow() {
        ZooKeeperHolder holder = holder(node(0));
        WorkerIdLease lease = acquire(holder, ALL);
        leaseToOther(lease.workerId(), Duration.ofHours(1));

        assertThatExceptionOfType(WorkerIdException.LeaseLost.class)
                .isThrownBy(() -> holder.extend(lease, lease.ceilingMillis() + 1, lease.token()))
                .withMessage("worker id %d is no longer ours: node %s belongs to %s under another token"
                        .formatted(lease.workerId(), lease(lease.workerId()), node(7)));
    }

    /** Once its time is over, another may have had a worker id that is lent; one that is fixed for an instance remains its own. */
    @Test
    void leaseWhoseTimeIsOverIsPutBackOnlyWhereItIsTheOwnersForGood() {
        ZooKeeperHolder holder = holder(node(0));
        WorkerIdLease lease = acquire(holder, ALL);
        delete(lease(lease.workerId()));
        time.advance(Duration.ofMillis(lease.ceilingMillis() - time.currentTimeMillis()));
        long next = lease.ceilingMillis() + 5_000;

        if (holder.isFixed()) {
            assertThat(holder.extend(lease, next, lease.token()).ceilingMillis())
                    .isEqualTo(next);
        } else {
            assertThatExceptionOfType(WorkerIdException.LeaseLost.class)
                    .isThrownBy(() -> holder.extend(lease, next, lease.token()))
                    .withMessageEndingWith("is not there");
        }
    }

    /** As by a client of the application's own, which repeats what was not answered. */
    @Test
    void leaseWhoseRecordWasRepeatedIsTaken() {
        WatchedNodes watched = new WatchedNodes(sessions.open());
        watched.repeated =
                changes -> changes.stream().anyMatch(change -> change.path().startsWith(namespace.leases() + "/"));

        WorkerIdLease lease = acquire(holder(watched, node(0)), ALL);

        assertThat(data(lease(lease.workerId())).orElseThrow().number("ceiling"))
                .hasValue(lease.ceilingMillis());
        assertThat(watched.commits.stream()
                        .flatMap(List::stream)
                        .filter(change -> change.path().startsWith(namespace.leases() + "/")))
                .as("once")
                .hasSize(1);
    }

    @Test
    void layoutThatCannotBeReadIsRefusedWithItsNode() {
        write(namespace.layout(), JsonObject.EMPTY.with("epoch", 1));
        String refusal = "node " + namespace.layout() + " should hold the layout";

        assertThatExceptionOfType(WorkerIdException.BadAssignment.class)
                .isThrownBy(() -> acquire(node(0), ALL))
                .withMessageContaining(refusal);
        write(
                namespace.layout(),
                JsonObject.EMPTY
                        .with("timestampBits", 41)
                        .with("workerIdBits", 10)
                        .with("sequenceBits", 12));
        assertThatExceptionOfType(WorkerIdException.BadAssignment.class)
                .as("without an epoch")
                .isThrownBy(() -> acquire(node(0), ALL))
                .withMessageContaining(refusal);
    }

    @Test
    void anotherLayoutAndAnotherModeAreRefusedWithTheNode() {
        acquire(node(0), ALL);
        SnowflakeLayout other = new SnowflakeLayout(1, 41, 10, 12);

        assertThatExceptionOfType(WorkerIdException.LayoutMismatch.class)
                .isThrownBy(() -> holder(node(1)).acquire(request(node(1), ALL).laidOut(other)))
                .withMessageContaining(namespace.layout());
        write(namespace.layout(), data(namespace.layout()).orElseThrow().with("mode", "other"));
        assertThatExceptionOfType(WorkerIdException.ModeMismatch.class)
                .isThrownBy(() -> acquire(node(1), ALL))
                .withMessageContaining("node " + namespace.layout());
    }

    @Test
    void layoutThatAnotherIsQuickerToRecordIsRead() {
        WatchedNodes watched = new WatchedNodes(sessions.open());
        ZooKeeperHolder holder = holder(watched, node(0));
        JsonObject other = JsonObject.EMPTY
                .with("epoch", 1)
                .with("timestampBits", 41)
                .with("workerIdBits", 10)
                .with("sequenceBits", 12)
                .with("mode", "zk_normal");
        watched.beforeCommit = () -> {
            watched.beforeCommit = () -> {};
            write(namespace.layout(), other);
        };

        assertThatExceptionOfType(WorkerIdException.LayoutMismatch.class)
                .isThrownBy(() -> holder.acquire(request(node(0), ALL)));
    }

    @Test
    void modeThatAnotherIsQuickerToRecordIsRead() {
        JsonObject others = JsonObject.EMPTY
                .with("epoch", SnowflakeLayout.DEFAULT.epochMillis())
                .with("timestampBits", 41)
                .with("workerIdBits", 10)
                .with("sequenceBits", 12)
                .with("mode", "other");
        WatchedNodes watched = new WatchedNodes(sessions.open());
        ZooKeeperHolder holder = holder(watched, node(0));
        watched.beforeCommit = () -> {
            watched.beforeCommit = () -> {};
            write(namespace.layout(), others);
        };

        assertThatExceptionOfType(WorkerIdException.ModeMismatch.class)
                .isThrownBy(() -> holder.acquire(request(node(0), ALL)));
    }
}
