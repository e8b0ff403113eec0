package io.leafid.workerid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.json.JsonObject;
import io.leafid.test.time.ManualTime;
import io.leafid.workerid.FoundMark;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.MarkEvidence;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Rules of {@code zk_normal} that need no waiting. */
abstract class FixedHolderRules extends HolderRules {

    private static final WorkerIdRange FIVE = new WorkerIdRange(0, 4);

    FixedHolderRules(Function<ManualTime, Sessions> registry) {
        super(registry);
    }

    @Override
    ZooKeeperHolder holder(ZkNodes session, NodeIdentity identity) {
        return new FixedZooKeeperHolder(session, namespace, identity, time, new Random());
    }

    final String assigned(NodeIdentity identity, int workerId) {
        return "%s/%s-%010d".formatted(namespace.forever(), identity, workerId);
    }

    final void assign(NodeIdentity identity, int workerId) {
        write(assigned(identity, workerId), JsonObject.EMPTY.with("timestamp", 0));
    }

    private List<String> assignments() {
        operator.sync();
        return operator.children(namespace.forever()).names();
    }

    @Test
    void instancesTakeTheNumbersOfTheirNodesAndKeepThem() {
        assertThat(acquire(node(0), FIVE).workerId()).isZero();
        assertThat(acquire(node(1), FIVE).workerId()).isEqualTo(1);
        ZooKeeperHolder again = holder(node(2));
        WorkerIdLease lease = acquire(again, FIVE);
        again.release(lease, lease.floorMillis());

        assertThat(acquire(node(2), FIVE).workerId()).isEqualTo(2);
        assertThat(assignments()).hasSize(3);
    }

    @Test
    void numbersBelowTheRangeAreUsedUpAndNoMore() {
        WorkerIdRange range = new WorkerIdRange(150, 151);

        assertThat(acquire(node(0), range).workerId()).isEqualTo(150);
        assertThat(acquire(node(1), range).workerId()).isEqualTo(151);

        assertThat(assignments()).as("what used them up is gone").hasSize(2);
        assertThat(operator.children(namespace.forever()).nextNumber()).isEqualTo(152);
    }

    @Test
    void numbersThatWereUsedBeforeAreNotSkippedAgain() {
        acquire(node(0), FIVE);
        acquire(node(1), FIVE);

        assertThat(acquire(node(2), new WorkerIdRange(5, 9)).workerId()).isEqualTo(5);
        assertThat(operator.children(namespace.forever()).nextNumber()).isEqualTo(6);
    }

    @Test
    void noMoreIsCreatedAtATimeThanIsMissing() {
        WatchedNodes watched = new WatchedNodes(sessions.open());

        assertThat(acquire(holder(watched, node(0)), new WorkerIdRange(66, 66)).workerId())
                .isEqualTo(66);

        assertThat(watched.commits.stream()
                        .filter(changes -> changes.stream()
                                .anyMatch(change -> change.kind() == NodeWrite.Kind.CREATE_SEQUENTIAL_EPHEMERAL)))
                .extracting(List::size)
                .containsExactly(64, 2);
    }

    @Test
    void wholeBatchesLeaveNoEmptyOneBehind() {
        WatchedNodes watched = new WatchedNodes(sessions.open());

        acquire(holder(watched, node(0)), new WorkerIdRange(128, 128));

        assertThat(watched.commits).extracting(List::size).doesNotContain(0);
        assertThat(operator.children(namespace.forever()).nextNumber()).isEqualTo(129);
    }

    @Test
    void lowestOfItsNumbersIsUsedUnlessItsMarkNamesAnother() {
        assign(node(0), 3);
        assign(node(0), 1);
        assign(node(0), 2);
        HighWaterMark mark = new HighWaterMark(2, "before", 1, 2);

        ZooKeeperHolder holder = holder(node(0));
        WorkerIdLease lease = acquire(holder, FIVE);
        holder.release(lease, lease.floorMillis());
        WorkerIdLease marked =
                holder.acquire(request(node(0), FIVE).withMark(new FoundMark(mark, MarkEvidence.WRITER_ENDED, "here")));

        assertThat(lease.workerId()).isEqualTo(1);
        assertThat(marked.workerId()).isEqualTo(2);
    }

    @Test
    void numberThatAnotherOwnerMayUseIsLeftForTheNextOwnOne() {
        assign(node(0), 1);
        assign(node(0), 2);
        leaseToOther(1, Duration.ofHours(1));

        assertThat(acquire(node(0), FIVE).workerId()).isEqualTo(2);
    }

    @Test
    void numberOfAnotherOwnerThatIsGoneIsTakenOnceItsReservationIsNear() {
        assign(node(0), 1);
        leaseToOther(1, Duration.ofSeconds(5));

        WorkerIdLease lease = acquire(node(0), FIVE);

        assertThat(lease.workerId()).isEqualTo(1);
        assertThat(lease.floorMillis()).isEqualTo(time.currentTimeMillis() + 5_000);
    }

    @Test
    void numberOfAnotherOwnerThatRunsIsNotTakenThoughItsReservationIsOver() {
        assign(node(0), 1);
        assign(node(0), 2);
        leaseToOther(1, Duration.ofHours(-1));
        runOther("other");

        assertThat(acquire(node(0), FIVE).workerId()).isEqualTo(2);
    }

    private void runOther(String token) {
        operator.ensure(namespace.temporary());
        assertThat(operator.commit(List.of(NodeWrite.createEphemeral(
                        namespace.temporary() + "/" + node(7), JsonObject.EMPTY.with("token", token)))))
                .isTrue();
    }

    @Test
    void numberThatAnotherOwnerHasGivenBackOrHoldsUnderAnotherTokenIsFree() {
        assign(node(0), 1);
        write(lease(1), LeaseNode.released(node(7).toString(), "other", time.currentTimeMillis()));
        runOther("other");
        assertThat(acquire(node(0), FIVE).workerId()).isEqualTo(1);

        assign(node(1), 2);
        leaseToOther(2, Duration.ofSeconds(-1));
        delete(namespace.temporary() + "/" + node(7));
        runOther("another");
        assertThat(acquire(node(1), FIVE).workerId()).isEqualTo(2);
    }

    @Test
    void ownReservationFarAheadIsRefusedAndNotPassedOver() {
        assign(node(0), 1);
        assign(node(0), 2);
        leaseTo(node(0).toString(), 1, Duration.ofHours(1));

        assertThatExceptionOfType(WorkerIdException.ClockBehindMark.class).isThrownBy(() -> acquire(node(0), FIVE));
    }

    /** Others may take numbers between the look at the sequence and the creation. */
    @Test
    void numberBeyondTheRangeIsGivenUp() {
        WatchedNodes watched = new WatchedNodes(sessions.open());
        watched.beforeSequential = () -> {
            watched.beforeSequential = () -> {};
            operator.sync();
            operator.createSequential(namespace.forever() + "/" + node(1) + "-", JsonObject.EMPTY);
        };

        assertThatExceptionOfType(WorkerIdException.Exhausted.class)
                .isThrownBy(() -> acquire(holder(watched, node(0)), new WorkerIdRange(0, 0)));

        assertThat(assignments()).containsExactly(node(1) + "-0000000000");
    }

    @Test
    void numberThatIsLeasedToAnotherIsGivenUpForTheNext() {
        leaseToOther(0, Duration.ofHours(1));

        assertThat(acquire(node(0), FIVE).workerId()).isEqualTo(1);
        assertThat(assignments()).containsExactly(node(0) + "-0000000001");
    }

    @Test
    void lastNumberOfTheRangeComesFromTheSequenceToo() {
        WatchedNodes watched = new WatchedNodes(sessions.open());
        WorkerIdRange two = new WorkerIdRange(0, 1);
        acquire(node(0), two);

        assertThat(acquire(holder(watched, node(1)), two).workerId()).isEqualTo(1);
        assertThat(watched.sequential).containsExactly(namespace.forever() + "/" + node(1) + "-");
    }

    @Test
    void lowestNumberWithoutAnInstanceIsUsedOnceTheSequenceIsPastTheRange() {
        WorkerIdRange three = new WorkerIdRange(0, 2);
        for (int i = 0; i < 3; i++) {
            acquire(node(i), three);
        }
        delete(assigned(node(1), 1));
        delete(assigned(node(2), 2));
        leaseToOther(1, Duration.ofSeconds(4));
        leaseToOther(2, Duration.ofSeconds(-4));

        WorkerIdLease lease = acquire(node(4), three);

        assertThat(lease.workerId()).isEqualTo(1);
        assertThat(lease.floorMillis()).as("the recorded ceiling").isEqualTo(time.currentTimeMillis() + 4_000);
        assertThat(data(assigned(node(4), 1)).orElseThrow().number("timestamp")).hasValue(lease.ceilingMillis());
        assertThat(data(lease(1)).orElseThrow().text("owner")).hasValue(node(4).toString());
    }

    @Test
    void numberWithoutAnInstanceIsNotUsedWhileItsFormerOwnerMayUseIt() {
        WorkerIdRange two = new WorkerIdRange(0, 1);
        acquire(node(0), two);
        acquire(node(1), two);
        delete(assigned(node(0), 0));
        delete(assigned(node(1), 1));
        leaseToOther(0, Duration.ofHours(1));
        leaseToOther(1, Duration.ZERO);

        assertThat(acquire(node(4), two).workerId()).isEqualTo(1);
        assertThatExceptionOfType(WorkerIdException.Exhausted.class)
                .isThrownBy(() -> acquire(node(5), two))
                .withMessageContaining("delete the nodes under " + namespace.forever());
    }

    /** As many attempts as there are worker ids, and sixteen for conflicts. */
    @Test
    void nodesThatChangeFasterThanTheyCanBeTakenAreGivenUp() {
        assign(node(0), 0);
        leaseTo(node(0).toString(), 0, Duration.ofSeconds(-1));
        WatchedNodes watched = new WatchedNodes(sessions.open());
        watched.beforeCommit = () -> {
            List<NodeWrite> last = watched.commits.get(watched.commits.size() - 1);
            if (last.size() == 2) {
                touch(lease(0));
            }
        };

        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(() -> acquire(holder(watched, node(0)), new WorkerIdRange(0, 0)))
                .withMessage("the nodes of " + namespace + " change faster than a worker id can be taken");
        assertThat(watched.commits.stream().filter(changes -> changes.size() == 2))
                .hasSize(17);
    }

    @Test
    void ceilingIsWrittenWhereAnOriginalLooksForTheLastTime() {
        ZooKeeperHolder holder = holder(node(0));
        WorkerIdLease lease = acquire(holder, FIVE);
        JsonObject payload = JsonObject.EMPTY.with("ip", "10.0.0.1").with("port", "8080");
        assertThat(data(assigned(node(0), 0))).hasValue(payload.with("timestamp", lease.ceilingMillis()));

        holder.extend(lease, lease.ceilingMillis() + 3_000, lease.token());
        assertThat(data(assigned(node(0), 0))).hasValue(payload.with("timestamp", lease.ceilingMillis() + 3_000));

        holder.release(lease, lease.floorMillis() + 1);
        assertThat(data(assigned(node(0), 0))).hasValue(payload.with("timestamp", lease.floorMillis() + 1));
    }

    @Test
    void nodeThatWasDeletedIsPutBackWithTheNextReport() {
        ZooKeeperHolder holder = holder(node(0));
        WorkerIdLease lease = acquire(holder, FIVE);
        delete(assigned(node(0), 0));

        holder.extend(lease, lease.ceilingMillis() + 3_000, lease.token());

        assertThat(data(assigned(node(0), 0)).orElseThrow().number("timestamp"))
                .hasValue(lease.ceilingMillis() + 3_000);
    }

    /** Another process of Leaf uses up numbers, and has not come to delete the nodes yet. */
    @Test
    void numberThatIsSkippedIsNoOriginal() {
        ZooKeeperHolder holder = holder(node(0));
        WorkerIdLease lease = acquire(holder, FIVE);
        delete(assigned(node(0), 0));
        operator.commit(
                List.of(NodeWrite.createEphemeral(namespace.forever() + "/skipped-0000000000", JsonObject.EMPTY)));

        long ceiling = lease.ceilingMillis() + 3_000;
        assertThat(holder.extend(lease, ceiling, lease.token()).ceilingMillis()).isEqualTo(ceiling);
    }

    @Test
    void originalThatReportsToOurNodeEndsTheLease() {
        ZooKeeperHolder holder = holder(node(0));
        WorkerIdLease lease = acquire(holder, FIVE);
        write(assigned(node(0), 0), JsonObject.EMPTY.with("timestamp", lease.ceilingMillis()));

        assertThatExceptionOfType(WorkerIdException.LeaseLost.class)
                .isThrownBy(() -> holder.extend(lease, lease.ceilingMillis() + 3_000, lease.token()))
                .withMessageContaining("original Leaf reports to node " + assigned(node(0), 0));
        assertThatExceptionOfType(WorkerIdException.LeaseLost.class)
                .isThrownBy(() -> holder.release(lease, lease.floorMillis()));
    }

    /** The same token with another ceiling is an earlier attempt of the same start. */
    @Test
    void recordOfAnEarlierAttemptIsNotTakenForThisOne() {
        WatchedNodes watched = new WatchedNodes(sessions.open());
        ZooKeeperHolder holder = holder(watched, node(0));
        LeaseRequest request = request(node(0), new WorkerIdRange(0, 0));
        AtomicInteger conflicts = new AtomicInteger(1);
        watched.beforeCommit = () -> {
            boolean isLease = watched.commits.get(watched.commits.size() - 1).stream()
                    .anyMatch(change -> change.path().equals(lease(0)));
            if (isLease && conflicts.getAndDecrement() > 0) {
                WorkerIdLease earlier = new WorkerIdLease(0, request.token(), 1, time.currentTimeMillis() - 5);
                write(lease(0), LeaseNode.held(node(0).toString(), earlier, 1));
            }
        };

        WorkerIdLease lease = holder.acquire(request);

        assertThat(data(lease(0)).orElseThrow().number("ceiling")).hasValue(lease.ceilingMillis());
    }

    /** The node under {@code forever} is read before the lease; else such a report would pass for one of an original. */
    @Test
    void ownReportThatArrivesLateBetweenTheTwoReadsIsNoLoss() {
        WatchedNodes watched = new WatchedNodes(sessions.open());
        ZooKeeperHolder holder = holder(watched, node(0));
        WorkerIdLease lease = acquire(holder, FIVE);
        long ceiling = lease.ceilingMillis();
        watched.afterRead = path -> {
            if (path.equals(lease(0)) || path.equals(assigned(node(0), 0))) {
                watched.afterRead = any -> {};
                holder(node(0)).extend(lease, ceiling + 1_000, lease.token());
            }
        };

        WorkerIdLease extended = holder.extend(lease, ceiling + 2_000, lease.token());

        assertThat(extended.ceilingMillis()).isEqualTo(ceiling + 2_000);
    }

    @Test
    void modeOfANamespaceWhoseLayoutWasDeletedIsPutBackBeforeAnotherModeStarts() {
        ZooKeeperHolder running = holder(node(0));
        LeaseRequest first = request(node(0), FIVE);
        WorkerIdLease lease = running.acquire(first);
        LeaseRequest.Period patient =
                new LeaseRequest.Period(Duration.ofSeconds(10), Duration.ofSeconds(15), 0, Duration.ofSeconds(6));
        assertThatCode(() -> running.acquire(first.over(patient))) // as a keeper asks
                .satisfiesAnyOf(
                        ex -> assertThat(ex).isNull(),
                        ex -> assertThat(ex).isInstanceOf(WorkerIdException.Unsettled.class));
        delete(namespace.layout());
        RecyclingZooKeeperHolder other =
                new RecyclingZooKeeperHolder(sessions.open(), namespace, node(1), time, new Random());
        LeaseRequest careful = request(node(1), FIVE).over(patient);

        assertThatExceptionOfType(WorkerIdException.Unsettled.class)
                .isThrownBy(() -> other.acquire(careful))
                .withMessage(
                        "node %s is new: records may have been deleted under running nodes, which put them back; no worker id is taken for another 6 seconds",
                        namespace.layout());
        running.extend(lease, lease.ceilingMillis() + 3_000, lease.token());

        assertThatExceptionOfType(WorkerIdException.ModeMismatch.class)
                .isThrownBy(() -> other.acquire(careful))
                .withMessageContaining("zk_normal");
    }
}
