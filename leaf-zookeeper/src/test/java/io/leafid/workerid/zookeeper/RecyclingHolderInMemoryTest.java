package io.leafid.workerid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.json.JsonObject;
import io.leafid.workerid.FoundMark;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.MarkEvidence;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import io.leafid.workerid.compat.OriginalReports;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** All rules of {@code zk_recycle}: in memory, waiting takes no time. */
class RecyclingHolderInMemoryTest extends RecyclingHolderRules {

    private static final WorkerIdRange ONE = new WorkerIdRange(0, 0);
    private static final Duration SILENCE = OriginalReports.FORK_SILENCE.plus(OriginalReports.GRACE);

    private final SimulatedSessions simulated = (SimulatedSessions) sessions;

    RecyclingHolderInMemoryTest() {
        super(SimulatedSessions::new);
    }

    @Override
    WorkerIdLease enterBesideAReporting(
            ZooKeeperHolder running, WorkerIdLease lease, ZooKeeperHolder next, LeaseRequest request) {
        simulated.meanwhile = () -> running.processes.report(lease.token());
        return next.acquire(request);
    }

    @Test
    void secondProcessOnTheSameDirectoryIsRefused() {
        ZooKeeperHolder first = holder(node(0));
        WorkerIdLease lease = acquire(first, ALL);
        simulated.meanwhile = () -> first.processes.report(lease.token());
        HighWaterMark mark = new HighWaterMark(0, "before", 1, 2);

        assertThatExceptionOfType(WorkerIdException.IdentityInUse.class)
                .isThrownBy(() -> holder(node(0))
                        .acquire(request(node(0), ALL)
                                .withMark(new FoundMark(mark, MarkEvidence.SAME_DIRECTORY, "here"))));
    }

    /** Else it would take the place of the one that runs under the identity's own name when its session ends. */
    @Test
    void refusedStartBesideAnotherLeavesTheOthersNodeAndNoneOfItsOwn() {
        ZooKeeperHolder first = holder(node(0));
        WorkerIdLease lease = acquire(first, ONE);
        simulated.meanwhile = () -> first.processes.report(lease.token());

        assertThatExceptionOfType(WorkerIdException.Exhausted.class).isThrownBy(() -> acquire(node(0), ONE));

        assertThat(operator.children(namespace.temporary()).names()).containsExactly(node(0).toString());
    }

    @Test
    void processThatRunsBesideAnotherGoesOnAfterARefusal() {
        ZooKeeperHolder first = holder(node(0));
        WorkerIdLease lease = acquire(first, ONE);
        simulated.meanwhile = () -> first.processes.report(lease.token());
        ZooKeeperHolder beside = holder(node(0));
        acquire(beside, ALL);

        assertThatExceptionOfType(WorkerIdException.Exhausted.class).isThrownBy(() -> acquire(beside, ONE));

        assertThat(data(namespace.temporary() + "/" + beside.processes.name())).isPresent();
    }

    @Test
    void workerIdOfTheForkIsFreeAfterItsSilenceAndTheGuessNeedsNoReadingOfAll() {
        write(namespace.forkInUse() + "/workId:0", JsonObject.EMPTY.with("lastUsedTimestamp", 1));
        time.advance(SILENCE.minusMillis(1));
        assertThatExceptionOfType(WorkerIdException.Exhausted.class).isThrownBy(() -> acquire(node(0), ONE));

        time.advance(Duration.ofMillis(1));
        WatchedNodes watched = new WatchedNodes(sessions.open());
        WorkerIdLease lease = acquire(holder(watched, node(0)), ONE);

        assertThat(lease.workerId()).isZero();
        assertThat(watched.readInFull).isEmpty();
    }

    @Test
    void fixedWorkerIdIsFreeAfterItsSilence() {
        write(namespace.forever() + "/10.9.9.9:80-0000000000", JsonObject.EMPTY.with("timestamp", 1));
        time.advance(SILENCE.minusMillis(1));
        assertThatExceptionOfType(WorkerIdException.Exhausted.class).isThrownBy(() -> acquire(node(0), ONE));

        time.advance(Duration.ofMillis(1));
        assertThat(acquire(node(0), ONE).workerId()).isZero();
    }

    /** ZooKeeper counts what was deleted, and the layout says how much of it was waited for. */
    @Test
    void nothingIsTakenWhileASingleLeaseIsMissing() {
        ZooKeeperHolder first = holder(node(0));
        WorkerIdLease lease = acquire(first, new WorkerIdRange(0, 4));
        LeaseRequest careful = request(node(1), new WorkerIdRange(0, 4))
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
}
