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
}
