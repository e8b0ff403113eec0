package io.leafid.test.workerid;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.MarkEvidence;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Contract of a holder whose registry outlives this machine: a mark that may be a copy gives no time away. */
abstract class CopiedMarkContract extends WorkerIdHolderContract {

    @Test
    void copyOfTheFileMadeBeforeTheLastReportIsNotTrusted() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)));
        HighWaterMark copied =
                new HighWaterMark(lease.workerId(), lease.token(), time.currentTimeMillis(), lease.ceilingMillis());
        time.shift(Duration.ofSeconds(3));
        WorkerIdLease extended = first.extend(lease, lease.ceilingMillis() + 3_000, lease.token());
        crash(first, node(0));

        WorkerIdLease next = open(node(0)).acquire(request(node(0)).withMark(ofEndedRun(copied)));

        if (next.workerId() == lease.workerId()) {
            assertThat(next.floorMillis()).isEqualTo(extended.ceilingMillis());
        }
    }

    @Test
    void copyOfTheFileIsNotTrustedAfterACleanStopEither() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)));
        HighWaterMark copied =
                new HighWaterMark(lease.workerId(), lease.token(), time.currentTimeMillis(), lease.ceilingMillis());
        long usedUpTo = time.currentTimeMillis() + 700;
        first.release(lease, usedUpTo);
        first.close();

        WorkerIdLease next = open(node(0)).acquire(request(node(0)).withMark(ofEndedRun(copied)));

        assertThat(next.floorMillis()).isGreaterThanOrEqualTo(usedUpTo);
    }

    /** The registry may be lost while the start watches that owner: the mark alone is not to be gone on from then. */
    @Test
    void startOfAFixedWorkerIdHearsThatAnotherOwnerHasHadItSinceItsMark() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)));
        HighWaterMark stale =
                new HighWaterMark(lease.workerId(), UUID.randomUUID().toString(), 1, lease.ceilingMillis());
        LeaseRequest plain = request(node(0)).withMark(ofEndedRun(stale));
        AtomicBoolean isTold = new AtomicBoolean();
        LeaseRequest.Run run = new LeaseRequest.Run(node(0), plain.token(), plain.ownMark(), () -> isTold.set(true));

        livingOwnerKeepsItsWorkerIdFrom(new LeaseRequest(run, plain.ids(), plain.period(), plain.time()), first, lease);

        assertThat(isTold.get() || !first.isFixed()).isTrue();
    }

    /** A directory that was copied a moment ago carries the token of the run that goes on, and a mark that is not behind. */
    @ParameterizedTest
    @EnumSource(names = "WRITER_ENDED", mode = EnumSource.Mode.EXCLUDE)
    void freshMarkThatProvesNothingDoesNotDriveTheLivingOwnerOut(MarkEvidence evidence) {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)));
        HighWaterMark copied = new HighWaterMark(
                lease.workerId(), lease.token(), time.currentTimeMillis() + 6_000, lease.ceilingMillis());

        livingOwnerKeepsItsWorkerIdFrom(request(node(0)).withMark(found(copied, evidence)), first, lease);
    }

    @ParameterizedTest
    @EnumSource(names = "WRITER_ENDED", mode = EnumSource.Mode.EXCLUDE)
    void freshMarkThatProvesNothingLeavesTheFarCeilingInForce(MarkEvidence evidence) {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)));
        HighWaterMark copied = new HighWaterMark(
                lease.workerId(), lease.token(), time.currentTimeMillis() + 6_000, lease.ceilingMillis());
        crash(first, node(0));

        WorkerIdLease next = open(node(0)).acquire(request(node(0)).withMark(found(copied, evidence)));

        if (next.workerId() == lease.workerId()) {
            assertThat(next.floorMillis()).isEqualTo(lease.ceilingMillis());
        }
    }

    /** Ids that had been issued before the registry was unavailable can lie above all that it knows. */
    @Test
    void copiedMarkBeyondTheRecordedCeilingCountsAsWell() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)).within(new WorkerIdRange(0, 0)));
        long alone = lease.ceilingMillis() + 2_000;
        crash(first, node(0));

        WorkerIdLease next = open(node(0))
                .acquire(request(node(0))
                        .within(new WorkerIdRange(0, 0))
                        .withMark(found(
                                new HighWaterMark(lease.workerId(), lease.token(), alone, lease.ceilingMillis()),
                                MarkEvidence.COPY)));

        assertThat(next.floorMillis()).isEqualTo(alone);
    }

    @Test
    void markOfAnotherRegistryWithItsOwnTokenCountsForNothing() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)));
        long usedUpTo = time.currentTimeMillis();
        first.release(lease, usedUpTo);
        first.close();
        HighWaterMark foreign =
                new HighWaterMark(lease.workerId(), UUID.randomUUID().toString(), usedUpTo + 9_000, usedUpTo + 9_000);

        WorkerIdLease next =
                open(node(0)).acquire(request(node(0)).withMark(found(foreign, MarkEvidence.OTHER_REGISTRY)));

        assertThat(next.workerId()).isEqualTo(lease.workerId());
        assertThat(next.floorMillis()).isEqualTo(usedUpTo);
    }
}
