package io.leafid.workerid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.json.JsonObject;
import io.leafid.workerid.FoundMark;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.MarkEvidence;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import io.leafid.workerid.compat.OriginalReports;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** All rules of {@code zk_normal}: in memory, waiting takes no time. */
class FixedHolderInMemoryTest extends FixedHolderRules {

    private static final WorkerIdRange FIVE = new WorkerIdRange(0, 4);
    private static final long GRACE = OriginalReports.GRACE.toMillis();

    private final SimulatedSessions simulated = (SimulatedSessions) sessions;

    FixedHolderInMemoryTest() {
        super(SimulatedSessions::new);
    }

    @Test
    void originalThatHasStoppedIsReplacedTwoReportsAfterItsLast() {
        long reported = time.currentTimeMillis() + 1_000;
        write(assigned(node(0), 3), JsonObject.EMPTY.with("timestamp", reported));

        WorkerIdLease lease = acquire(node(0), FIVE);

        assertThat(lease.workerId()).isEqualTo(3);
        assertThat(lease.floorMillis()).isEqualTo(reported + GRACE);
        assertThat(simulated.waits).containsExactly(OriginalReports.GRACE);
    }

    @Test
    void originalThatReplacedOursIsReplacedAboveBoth() {
        leaseTo(node(0).toString(), 3, Duration.ofSeconds(10));
        long ceiling = time.currentTimeMillis() + 10_000;
        write(assigned(node(0), 3), JsonObject.EMPTY.with("timestamp", time.currentTimeMillis()));

        assertThat(acquire(node(0), FIVE).floorMillis()).isEqualTo(ceiling);
    }

    /** What ours has used since is known by its mark alone where the registry has not heard of it. */
    @Test
    void ownMarkCountsAlsoAfterAnOriginalHasReported() {
        leaseTo(node(0).toString(), 3, Duration.ofSeconds(2));
        long reported = time.currentTimeMillis();
        write(assigned(node(0), 3), JsonObject.EMPTY.with("timestamp", reported));
        HighWaterMark mark = new HighWaterMark(3, "mine", reported + 10_000, reported + 10_000);

        WorkerIdLease lease = holder(node(0))
                .acquire(request(node(0), FIVE).withMark(new FoundMark(mark, MarkEvidence.WRITER_ENDED, "here")));

        assertThat(simulated.waits).containsExactly(OriginalReports.GRACE);
        assertThat(lease.floorMillis()).isEqualTo(reported + 10_000);
    }

    /** Not even the mark of the last run by Leaf, which counts instead of the ceiling where no original has reported since. */
    @Test
    void ownMarkLowersNoFloorAfterAnOriginalHasReported() {
        leaseTo(node(0).toString(), 3, Duration.ofSeconds(10));
        long ceiling = time.currentTimeMillis() + 10_000;
        write(assigned(node(0), 3), JsonObject.EMPTY.with("timestamp", time.currentTimeMillis()));
        HighWaterMark mark = new HighWaterMark(3, "other", ceiling - 3_000, ceiling);

        WorkerIdLease lease = holder(node(0))
                .acquire(request(node(0), FIVE).withMark(new FoundMark(mark, MarkEvidence.WRITER_ENDED, "here")));

        assertThat(lease.floorMillis()).isEqualTo(ceiling);
    }

    @Test
    void originalThatReportsIsTheIdentityInUse() {
        String path = assigned(node(0), 3);
        write(path, JsonObject.EMPTY.with("timestamp", 1));
        simulated.meanwhile = () -> touch(path);

        assertThatExceptionOfType(WorkerIdException.IdentityInUse.class)
                .isThrownBy(() -> acquire(node(0), FIVE))
                .withMessageContaining("it has just reported to node " + path);
    }

    /** Its report could still be on the way at the very end of that time. */
    @Test
    void originalIsWaitedForUntilItsSilenceIsLongerThanTwoReports() {
        write(assigned(node(0), 3), JsonObject.EMPTY.with("timestamp", 1));
        time.advance(OriginalReports.GRACE);

        acquire(node(0), FIVE);

        assertThat(simulated.waits).containsExactly(Duration.ZERO);
    }

    @Test
    void originalThatDoesNotSayItsTimeIsTakenAtTheTimeOfItsNode() {
        write(assigned(node(0), 3), JsonObject.EMPTY);
        long written = time.currentTimeMillis();

        assertThat(acquire(node(0), FIVE).floorMillis()).isEqualTo(written + GRACE);
    }

    @Test
    void originalThatStartsAfterAllNodesWereDeletedGetsNoNumberOfARunningOne() {
        ZooKeeperHolder second = holder(node(1));
        acquire(node(0), FIVE); // and ends
        WorkerIdLease one = acquire(second, FIVE);
        for (String path :
                List.of(assigned(node(0), 0), assigned(node(1), 1), lease(0), lease(1), namespace.forever())) {
            delete(path);
        }

        second.extend(one, one.ceilingMillis() + 1, one.token());

        assertThat(originalStarts("10.9.9.9")).isGreaterThan(1);
    }

    @Test
    void numberThatAnOriginalHasTakenBeforeItWasPutBackIsLost() {
        ZooKeeperHolder holder = holder(node(0));
        WorkerIdLease lease = acquire(holder, FIVE);
        for (String path : List.of(assigned(node(0), 0), lease(0), namespace.forever())) {
            delete(path);
        }
        assertThat(originalStarts("10.9.9.9")).isZero();

        assertThatExceptionOfType(WorkerIdException.LeaseLost.class)
                .isThrownBy(() -> holder.extend(lease, lease.ceilingMillis() + 1, lease.token()))
                .withMessage("worker id 0 is no longer ours alone: an instance of the original Leaf reports to node %s"
                        .formatted(namespace.forever() + "/10.9.9.9:8080-0000000000"));
    }

    @Test
    void originalThatHadItsNumberAndHasStoppedTakesNothing() {
        ZooKeeperHolder holder = holder(node(0));
        WorkerIdLease lease = acquire(holder, FIVE);
        for (String path : List.of(assigned(node(0), 0), lease(0), namespace.forever())) {
            delete(path);
        }
        assertThat(originalStarts("10.9.9.9")).isZero();
        time.advance(OriginalReports.GRACE.plusMillis(1));

        assertThat(holder.extend(lease, lease.ceilingMillis() + 1, lease.token())
                        .workerId())
                .isZero();
    }

    /** The number that an original gets, which looks at no lease. */
    private int originalStarts(String host) {
        operator.sync();
        operator.ensure(namespace.forever());
        String prefix = namespace.forever() + "/" + host + ":8080-";
        String path = operator.createSequential(prefix, JsonObject.EMPTY.with("timestamp", time.currentTimeMillis()));
        return Integer.parseInt(path.substring(prefix.length()));
    }

    /** A server that lags behind shows the lease as it was before this process took it. */
    @Test
    void leaseIsNotTakenForLostBecauseAServerLagsBehind() {
        SimulatedZkNodes lagging = simulated.open();
        ZooKeeperHolder after = holder(lagging, node(0));
        leaseTo(node(0).toString(), 0, Duration.ofSeconds(-1));
        assign(node(0), 0);
        WorkerIdLease lease = acquire(node(0), FIVE);
        lagging.lag(1);
        assertThat(after.leases.read(0).orElseThrow().token())
                .as("as it was before")
                .isEqualTo("other");

        WorkerIdLease extended = after.extend(lease, lease.ceilingMillis() + 1, lease.token());

        assertThat(extended.ceilingMillis()).isEqualTo(lease.ceilingMillis() + 1);
    }

    /** ZooKeeper counts what was deleted, and the layout says how much of it was waited for. */
    @Test
    void nothingIsTakenWhileASingleLeaseIsMissing() {
        ZooKeeperHolder first = holder(node(0));
        WorkerIdLease lease = acquire(first, FIVE);
        LeaseRequest careful = request(node(1), FIVE)
                .over(new LeaseRequest.Period(
                        Duration.ofSeconds(10), Duration.ofSeconds(15), 0, Duration.ofSeconds(6)));
        ZooKeeperHolder second = holder(node(1));
        assertThatExceptionOfType(WorkerIdException.Unsettled.class).isThrownBy(() -> second.acquire(careful));
        time.advance(Duration.ofSeconds(6));
        WorkerIdLease taken = second.acquire(careful);
        second.release(taken, taken.floorMillis());
        delete(lease(lease.workerId()));
        LeaseRequest third = request(node(2), new WorkerIdRange(2, 4)).over(careful.period());

        assertThatExceptionOfType(WorkerIdException.Unsettled.class)
                .isThrownBy(() -> holder(node(2)).acquire(third))
                .satisfies(ex -> assertThat(ex.left()).isEqualTo(Duration.ofSeconds(6)));
        first.extend(lease, lease.ceilingMillis() + 3_000, lease.token());
        time.advance(Duration.ofSeconds(5));
        assertThatExceptionOfType(WorkerIdException.Unsettled.class)
                .isThrownBy(() -> holder(node(2)).acquire(third));
        time.advance(Duration.ofSeconds(1));

        assertThat(holder(node(2)).acquire(third).workerId()).isNotEqualTo(lease.workerId());
    }

    /** The waits that had passed when a start heard of another owner of the worker id of its mark, which is 3. */
    private List<Integer> lossesOf(String token) {
        List<Integer> losses = new ArrayList<>();
        assertThatCode(() -> holder(node(0)).acquire(noting(losses, token))).doesNotThrowAnyException();
        return losses;
    }

    private LeaseRequest noting(List<Integer> losses, String token) {
        HighWaterMark mark = new HighWaterMark(3, token, 1, 2);
        LeaseRequest plain = request(node(0), FIVE);
        LeaseRequest.Run run = new LeaseRequest.Run(
                node(0),
                plain.token(),
                Optional.of(new FoundMark(mark, MarkEvidence.WRITER_ENDED, "here")),
                () -> losses.add(simulated.waits.size()));
        return new LeaseRequest(run, plain.ids(), plain.period(), time);
    }

    @Test
    void originalThatIsWatchedIsAnotherOwner() {
        write(assigned(node(0), 3), JsonObject.EMPTY.with("timestamp", time.currentTimeMillis()));

        assertThat(lossesOf("mine")).containsExactly(0);
        assertThat(simulated.waits).isNotEmpty();
    }

    /** This start is refused; the next one may find no ZooKeeper, and a clock that the original's is ahead of. */
    @Test
    void originalWhoseTimeIsTooFarAheadIsAnotherOwner() {
        leaseTo(node(0).toString(), 3, Duration.ofSeconds(1));
        write(assigned(node(0), 3), JsonObject.EMPTY.with("timestamp", time.currentTimeMillis() + 60_000));
        List<Integer> losses = new ArrayList<>();

        assertThatExceptionOfType(WorkerIdException.ClockBehindMark.class)
                .isThrownBy(() -> holder(node(0)).acquire(noting(losses, "other")));
        assertThat(losses).containsExactly(0);
    }

    /** As an operator writes it to keep a worker id from being used. */
    @Test
    void originalsTimeThatNoClockPassesRefusesTheStart() {
        write(assigned(node(0), 3), JsonObject.EMPTY.with("timestamp", Long.MAX_VALUE));

        assertThatExceptionOfType(WorkerIdException.ClockBehindMark.class).isThrownBy(() -> acquire(node(0), FIVE));
    }

    /** A start that does not hear of its lease may go on up to its old ceiling; what it took stands above the original's time alone. */
    @Test
    void reportOfAResumedRunDoesNotReplaceATakeFromAnOriginal() {
        leaseTo(node(0).toString(), 3, Duration.ofSeconds(2));
        WorkerIdLease resumed =
                new WorkerIdLease(3, "other", time.currentTimeMillis(), time.currentTimeMillis() + 2_000);
        write(assigned(node(0), 3), JsonObject.EMPTY.with("timestamp", time.currentTimeMillis()));
        WatchedNodes watched = new WatchedNodes(sessions.open());
        ZooKeeperHolder holder = holder(watched, node(0));
        watched.unheard =
                changes -> changes.stream().anyMatch(change -> change.path().equals(lease(3)));
        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class).isThrownBy(() -> acquire(holder, FIVE));
        watched.unheard = changes -> false;

        assertThatExceptionOfType(WorkerIdException.LeaseLost.class)
                .isThrownBy(() -> holder.extend(resumed, resumed.ceilingMillis() + 10_000, "own"));
    }

    @Test
    void leaseUnderAnotherTokenIsThatOfAnotherOwner() {
        assign(node(0), 3);
        leaseTo(node(0).toString(), 3, Duration.ofSeconds(1));

        assertThat(lossesOf("mine")).isNotEmpty();
    }

    @Test
    void leaseUnderTheTokenOfTheMarkIsThatOfTheOwnFormerRun() {
        assign(node(0), 3);
        leaseTo(node(0).toString(), 3, Duration.ofSeconds(1));

        assertThat(lossesOf("other")).isEmpty();
    }

    /** It gets another one; until it has that, its mark is about a worker id that belongs to another instance. */
    @Test
    void leaseOfAnotherInstanceIsThatOfAnotherOwner() {
        assign(node(0), 3);
        leaseToOther(3, Duration.ofMinutes(1));

        assertThat(lossesOf("mine")).isNotEmpty();
    }

    /** A request that takes no worker id without a record before that of the namespace is six seconds old. */
    private LeaseRequest careful(NodeIdentity identity) {
        return request(identity, FIVE)
                .over(new LeaseRequest.Period(
                        Duration.ofSeconds(10), Duration.ofSeconds(15), 0, Duration.ofSeconds(6)));
    }

    /** A start with worker id 3 whose lease is taken back: another lease is deleted when the change that takes it is made. */
    private void startIsTakenBack(WatchedNodes watched, Runnable beforeTheTakingBack) {
        assertThatExceptionOfType(WorkerIdException.Unsettled.class)
                .isThrownBy(() -> holder(node(1)).acquire(careful(node(1))));
        time.advance(Duration.ofSeconds(6));
        WorkerIdLease lease = holder(node(1)).acquire(careful(node(1)));
        assign(node(0), 3);
        AtomicBoolean isTaken = new AtomicBoolean();
        watched.beforeCommit = () -> {
            List<NodeWrite> changes = watched.commits.get(watched.commits.size() - 1);
            if (changes.stream().noneMatch(change -> change.path().equals(lease(3)))) {
                return;
            }
            if (isTaken.compareAndSet(false, true)) {
                delete(lease(lease.workerId()));
            } else {
                watched.beforeCommit = () -> {};
                beforeTheTakingBack.run();
            }
        };
    }

    /** What it would have reserved would pass for a report of an original. */
    @Test
    void takeThatIsTakenBackLeavesNothingBehind() {
        WatchedNodes watched = new WatchedNodes(sessions.open());
        ZooKeeperHolder start = holder(watched, node(0));
        startIsTakenBack(watched, () -> {});

        assertThatExceptionOfType(WorkerIdException.Unsettled.class).isThrownBy(() -> start.acquire(careful(node(0))));

        assertThat(data(lease(3))).isEmpty();
        assertThat(data(assigned(node(0), 3)).orElseThrow().number("timestamp")).hasValue(0);
        time.advance(Duration.ofSeconds(6));
        WorkerIdLease lease = start.acquire(careful(node(0)));
        assertThat(lease.workerId()).isEqualTo(3);
        assertThat(lease.floorMillis()).isLessThanOrEqualTo(time.currentTimeMillis());
        assertThat(simulated.waits).as("for an original").isEmpty();
    }

    /** The lease is taken back all the same: it may be that of another start, which puts it back. */
    @Test
    void reportOfAnOriginalIsNotTakenBack() {
        WatchedNodes watched = new WatchedNodes(sessions.open());
        long reported = time.currentTimeMillis() + 7_000;
        startIsTakenBack(watched, () -> write(assigned(node(0), 3), JsonObject.EMPTY.with("timestamp", reported)));

        assertThatExceptionOfType(WorkerIdException.Unsettled.class)
                .isThrownBy(() -> holder(watched, node(0)).acquire(careful(node(0))));

        assertThat(data(lease(3))).isEmpty();
        assertThat(data(assigned(node(0), 3)).orElseThrow().number("timestamp")).hasValue(reported);
    }
}
