package io.leafid.test.workerid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.SnowflakeLayout;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Contract of a shared registry whose records are deleted under nodes that run: they put them back, and no other node takes their worker ids. */
abstract class DeletedRecordsContract extends CopiedMarkContract {

    @Test
    void nodesWhoseRecordsWereDeletedKeepTheirWorkerIds() {
        List<WorkerIdHolder> holders =
                IntStream.range(0, 3).mapToObj(i -> open(node(i))).toList();
        List<WorkerIdLease> leases = IntStream.range(0, 3)
                .mapToObj(i -> holders.get(i).acquire(request(node(i))))
                .toList();
        deleteRecords();

        for (int i : List.of(2, 0, 1)) {
            WorkerIdLease lease = leases.get(i);
            holders.get(i).extend(lease, lease.ceilingMillis() + 3_000, lease.token());
        }

        assertThat(holders.get(0).list())
                .extracting(entry -> entry.workerId() + " " + entry.owner())
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 3)
                        .mapToObj(i -> leases.get(i).workerId() + " " + node(i))
                        .toList());
    }

    @Test
    void placeThatAnotherTookWhileTheRecordWasMissingIsLost() {
        WorkerIdRange one = new WorkerIdRange(0, 0);
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)).within(one));
        deleteRecords();
        WorkerIdHolder second = open(node(1));
        WorkerIdLease taken = second.acquire(request(node(1)).within(one));

        assertThatExceptionOfType(WorkerIdException.LeaseLost.class)
                .isThrownBy(() -> first.extend(lease, lease.ceilingMillis() + 3_000, lease.token()));
        assertThatExceptionOfType(WorkerIdException.LeaseLost.class)
                .isThrownBy(() -> first.release(lease, lease.floorMillis()));

        assertThat(entry(second, 0).ceiling()).isEqualTo(Instant.ofEpochMilli(taken.ceilingMillis()));
    }

    /** Nodes that run put theirs back; until they had the time for it, what is missing is not free. */
    @Test
    void nothingIsTakenWhileNodesThatRunMayHaveToPutTheirRecordsBack() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)));
        deleteRecords();
        LeaseRequest careful =
                request(node(1)).over(new LeaseRequest.Period(RESERVATION, MAX_WAIT, 0, Duration.ofMinutes(5)));
        WorkerIdHolder second = open(node(1));
        if (isRegistryOfThisProcess()) {
            assertThat(second.acquire(careful).token()).isEqualTo(careful.token());
            return;
        }

        assertThatExceptionOfType(WorkerIdException.Unsettled.class)
                .isThrownBy(() -> second.acquire(careful))
                .satisfies(ex -> assertThat(ex.left()).isLessThanOrEqualTo(Duration.ofMinutes(5)));
        first.extend(lease, lease.ceilingMillis() + 3_000, lease.token());
        assertThatExceptionOfType(WorkerIdException.Unsettled.class).isThrownBy(() -> second.acquire(careful));

        WorkerIdLease other = second.acquire(request(node(1)));
        assertThat(other.workerId()).isNotEqualTo(lease.workerId());
        assertThat(first.extend(lease, lease.ceilingMillis() + 6_000, lease.token())
                        .ceilingMillis())
                .isEqualTo(lease.ceilingMillis() + 6_000);
    }

    /** The disk of an instance still knows what its last run has used. */
    @Test
    void ownMarkCountsThoughNothingIsRecordedAnyMore() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)));
        crash(first, node(0));
        deleteRecords();
        HighWaterMark mark = new HighWaterMark(
                lease.workerId(), lease.token(), lease.ceilingMillis() - 2_000, lease.ceilingMillis());

        WorkerIdLease next = open(node(0)).acquire(request(node(0)).withMark(ofEndedRun(mark)));

        assertThat(next.workerId() != lease.workerId() || next.floorMillis() == mark.markMillis())
                .as("%s after %s", next, mark)
                .isTrue();
    }

    /** The record that a start begins goes with all others, so that it cannot take two looks at nothing for nothing all the time. */
    @Test
    void nothingIsTakenWhereALeaseWasTakenAndAllWasDeletedBetweenTwoLooks() {
        open(node(2)).acquire(request(node(2)));
        deleteRecords();
        LeaseRequest careful =
                request(node(1)).over(new LeaseRequest.Period(RESERVATION, MAX_WAIT, 0, Duration.ofMinutes(5)));
        WorkerIdHolder waiting = open(node(1));
        if (isRegistryOfThisProcess()) {
            return;
        }
        assertThatExceptionOfType(WorkerIdException.Unsettled.class).isThrownBy(() -> waiting.acquire(careful));
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)));
        deleteRecords();

        assertThatExceptionOfType(WorkerIdException.Unsettled.class).isThrownBy(() -> waiting.acquire(careful));
        first.extend(lease, lease.ceilingMillis() + 3_000, lease.token());
        assertThat(waiting.acquire(request(node(1))).workerId()).isNotEqualTo(lease.workerId());
    }

    @Test
    void whatTheNamespaceWasBegunWithIsPutBackToo() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)));
        deleteRecords();
        first.extend(lease, lease.ceilingMillis() + 3_000, lease.token());
        SnowflakeLayout other = new SnowflakeLayout(SnowflakeLayout.DEFAULT.epochMillis() + 1, 41, 10, 12);

        assertThatExceptionOfType(WorkerIdException.LayoutMismatch.class)
                .isThrownBy(() -> open(node(1)).acquire(request(node(1)).laidOut(other)));
    }

    /** Returns whether the registry lives in this process and ends with it, so that no other node can have records in it. */
    protected boolean isRegistryOfThisProcess() {
        return false;
    }
}
