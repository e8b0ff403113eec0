package io.leafid.test.workerid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.workerid.FoundMark;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.MarkEvidence;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Contract of every holder of worker ids about its leases, restarts, and two processes with one identity, whether its
 * registry is shared or this machine's own disk. A subclass says how a holder is made and how it dies. One registry of its
 * own per test; {@link #node} names the instances.
 */
public abstract class WorkerIdHolderContract extends SingleLeaseContract {

    @Test
    void restartAfterAReleaseKeepsTheWorkerIdAndGoesOnAtOnce() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)));
        long usedUpTo = time.currentTimeMillis();
        first.release(lease, usedUpTo);
        first.close();

        WorkerIdLease next = open(node(0)).acquire(request(node(0)));

        assertThat(next.workerId()).isEqualTo(lease.workerId());
        assertThat(next.floorMillis()).isEqualTo(usedUpTo);
    }

    @Test
    void restartAfterACrashBeginsAtTheRecordedCeilingOrElsewhere() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)));
        crash(first, node(0));

        WorkerIdHolder second = open(node(0));
        WorkerIdLease next = second.acquire(request(node(0)));

        if (second.isFixed()) {
            assertThat(next.workerId()).isEqualTo(lease.workerId());
        }
        if (next.workerId() == lease.workerId()) {
            assertThat(next.floorMillis()).isEqualTo(lease.ceilingMillis());
        }
        assertThat(next.ceilingMillis()).isGreaterThan(next.floorMillis());
    }

    @Test
    void ownMarkWithTheRecordedTokenLowersTheFloor() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)));
        crash(first, node(0));
        long near = lease.ceilingMillis() - 8_000;
        HighWaterMark mark = new HighWaterMark(lease.workerId(), lease.token(), near, lease.ceilingMillis());

        WorkerIdLease next = open(node(0)).acquire(request(node(0)).withMark(ofEndedRun(mark)));

        assertThat(next.workerId()).isEqualTo(lease.workerId());
        assertThat(next.floorMillis()).isEqualTo(near);
    }

    /** A start that does not hear of its lease goes on with that. It is later than the lease would be where the clock has stepped back. */
    @Test
    void leaseCoversWhatTheOwnMarkReserves() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)));
        crash(first, node(0));
        long reserved = lease.ceilingMillis() + 300_000;
        HighWaterMark mark =
                new HighWaterMark(lease.workerId(), lease.token(), lease.ceilingMillis() - 8_000, reserved);

        WorkerIdLease next = open(node(0)).acquire(request(node(0)).withMark(ofEndedRun(mark)));

        assertThat(next.workerId()).isEqualTo(lease.workerId());
        assertThat(next.ceilingMillis()).isGreaterThanOrEqualTo(reserved);
    }

    @Test
    void ownMarkWithAnotherTokenCountsForNothing() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)));
        crash(first, node(0));
        HighWaterMark stale =
                new HighWaterMark(lease.workerId(), UUID.randomUUID().toString(), 1, lease.ceilingMillis());

        WorkerIdLease next = open(node(0)).acquire(request(node(0)).withMark(ofEndedRun(stale)));

        if (next.workerId() == lease.workerId()) {
            assertThat(next.floorMillis()).isGreaterThanOrEqualTo(lease.ceilingMillis());
        }
    }

    @Test
    void anExtensionWithAFreshTokenDisownsTheMarkOfTheOldOne() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)));
        WorkerIdLease renamed = first.extend(
                lease, lease.ceilingMillis() + 1_000, UUID.randomUUID().toString());
        crash(first, node(0));
        HighWaterMark old = new HighWaterMark(lease.workerId(), lease.token(), 1, lease.ceilingMillis());

        WorkerIdLease next = open(node(0)).acquire(request(node(0)).withMark(ofEndedRun(old)));

        assertThat(renamed.token()).isNotEqualTo(lease.token());
        if (next.workerId() == lease.workerId()) {
            assertThat(next.floorMillis()).isGreaterThanOrEqualTo(renamed.ceilingMillis());
        }
    }

    @Test
    void leaseRestoredFromTheOwnMarkIsExtendedWithoutAcquiring() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)));
        crash(first, node(0));
        long near = lease.ceilingMillis() - 8_000;
        WorkerIdLease restored = new WorkerIdLease(lease.workerId(), lease.token(), near, lease.ceilingMillis());
        WorkerIdHolder second = open(node(0));

        WorkerIdLease extended = second.extend(restored, lease.ceilingMillis() + 5_000, lease.token());

        assertThat(extended.ceilingMillis()).isEqualTo(lease.ceilingMillis() + 5_000);
        assertThat(entry(second, lease.workerId()).live()).isTrue();
    }

    @Test
    void clockFarBehindTheMarkIsRefusedForAFixedWorkerIdAndAvoidedForAFreeOne() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)));
        crash(first, node(0));
        time.shift(Duration.ofHours(-1));

        WorkerIdHolder second = open(node(0));

        if (second.isFixed()) {
            assertThatExceptionOfType(WorkerIdException.ClockBehindMark.class)
                    .isThrownBy(() -> second.acquire(request(node(0))))
                    .satisfies(refused ->
                            assertThat(refused.mark()).isEqualTo(Instant.ofEpochMilli(lease.ceilingMillis())));
        } else {
            assertThat(second.acquire(request(node(0))).workerId()).isNotEqualTo(lease.workerId());
        }
    }

    @Test
    void secondLiveProcessWithTheSameIdentityIsRefusedOrGetsAnotherWorkerId() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)));

        livingOwnerKeepsItsWorkerIdFrom(request(node(0)), first, lease);
    }

    /** A record that is missing is no loss. */
    @Test
    void deletedRecordIsPutBackByTheNextReport() {
        WorkerIdHolder holder = open(node(0));
        WorkerIdLease lease = holder.acquire(request(node(0)));
        deleteRecords();

        WorkerIdLease extended = holder.extend(lease, lease.ceilingMillis() + 3_000, lease.token());

        assertThat(extended).isEqualTo(lease.upTo(lease.ceilingMillis() + 3_000, lease.token()));
        assertThat(entry(holder, lease.workerId()))
                .satisfies(entry -> assertThat(entry.self()).isTrue())
                .satisfies(
                        entry -> assertThat(entry.ceiling()).isEqualTo(Instant.ofEpochMilli(extended.ceilingMillis())));
    }

    @Test
    void endOfUseIsRecordedThoughTheRecordWasDeleted() {
        WorkerIdHolder holder = open(node(0));
        WorkerIdLease lease = holder.acquire(request(node(0)));
        deleteRecords();
        time.shift(Duration.ofSeconds(1));
        long usedUpTo = time.currentTimeMillis();

        holder.release(lease, usedUpTo);
        holder.close();

        WorkerIdLease next = open(node(0)).acquire(request(node(0)));
        assertThat(next.workerId()).isEqualTo(lease.workerId());
        assertThat(next.floorMillis()).isEqualTo(usedUpTo);
    }

    /** Checks that a second process of node 0 does not get its worker id while the first lives, whatever its mark says. */
    protected final void livingOwnerKeepsItsWorkerIdFrom(
            LeaseRequest second, WorkerIdHolder owner, WorkerIdLease lease) {
        boolean needsTheDirectory = second.ownMark()
                .map(FoundMark::evidence)
                .filter(MarkEvidence.SAME_DIRECTORY::equals)
                .isPresent();
        if (owner.isFixed() || needsTheDirectory) {
            assertThatExceptionOfType(WorkerIdException.IdentityInUse.class)
                    .isThrownBy(() -> open(node(0)).acquire(second))
                    .withMessageContaining(node(0).toString())
                    .satisfies(refused -> assertThat(refused.identity()).isEqualTo(node(0)));
        } else {
            assertThat(open(node(0)).acquire(second).workerId()).isNotEqualTo(lease.workerId());
        }
        assertThat(owner.extend(lease, lease.ceilingMillis() + 3_000, lease.token())
                        .ceilingMillis())
                .isEqualTo(lease.ceilingMillis() + 3_000);
        assertThat(entry(owner, lease.workerId()).self()).isTrue();
    }
}
