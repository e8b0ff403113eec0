package io.leafid.test.workerid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.SnowflakeLayout;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import java.time.Instant;
import java.util.TimeZone;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** Contract of a holder about one lease: it is durable, belongs to its token, and ends with a release and not before. */
abstract class SingleLeaseContract extends HolderFixture {

    @Test
    void leaseReservesTimeFromTheFloorToTheCeiling() {
        LeaseRequest request = request(node(0));
        long before = time.currentTimeMillis();

        WorkerIdLease lease = open(node(0)).acquire(request);

        assertThat(lease.token()).isEqualTo(request.token());
        assertThat(RANGE.contains(lease.workerId())).isTrue();
        assertThat(lease.floorMillis()).isLessThanOrEqualTo(time.currentTimeMillis());
        assertThat(lease.ceilingMillis())
                .isBetween(before + RESERVATION.toMillis(), time.currentTimeMillis() + RESERVATION.toMillis());
    }

    @Test
    void firstLeaseIsDurableBeforeItIsReturned() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)));
        crash(first, node(0));

        WorkerIdEntry recorded = entry(open(node(0)), lease.workerId());

        assertThat(recorded.owner()).isEqualTo(node(0).toString());
        assertThat(recorded.ceiling()).isEqualTo(Instant.ofEpochMilli(lease.ceilingMillis()));
    }

    /** Nodes of one registry may be set to different zones. */
    @Test
    @ResourceLock(Resources.TIME_ZONE)
    void ceilingIsTheSameMomentInEveryTimeZone() {
        TimeZone zone = TimeZone.getDefault();
        try {
            WorkerIdHolder first = open(node(0));
            TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Kiritimati"));
            WorkerIdLease lease = first.acquire(request(node(0)));
            TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Pago_Pago"));

            assertThat(entry(open(node(0)), lease.workerId()).ceiling())
                    .isEqualTo(Instant.ofEpochMilli(lease.ceilingMillis()));
        } finally {
            TimeZone.setDefault(zone);
        }
    }

    @Test
    void extensionIsDurableBeforeItIsReturned() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)));
        WorkerIdLease extended = first.extend(lease, lease.ceilingMillis() + 3_000, lease.token());
        crash(first, node(0));

        assertThat(extended).isEqualTo(lease.upTo(lease.ceilingMillis() + 3_000, lease.token()));
        assertThat(entry(open(node(0)), lease.workerId()).ceiling())
                .isEqualTo(Instant.ofEpochMilli(extended.ceilingMillis()));
    }

    @Test
    void ownEntryIsListedAsLiveAndSelf() {
        WorkerIdHolder holder = open(node(0));
        WorkerIdLease lease = holder.acquire(request(node(0)));

        WorkerIdEntry own = entry(holder, lease.workerId());

        assertThat(own.live()).isTrue();
        assertThat(own.self()).isTrue();
        assertThat(own.owner()).isEqualTo(node(0).toString());
    }

    @Test
    void anExtensionThatWasAlreadyWrittenIsRepeatedSafely() {
        WorkerIdHolder holder = open(node(0));
        WorkerIdLease lease = holder.acquire(request(node(0)));
        WorkerIdLease unheard = holder.extend(lease, lease.ceilingMillis() + 9_000, lease.token());

        WorkerIdLease again = holder.extend(lease, lease.ceilingMillis() + 3_000, lease.token());

        assertThat(again.ceilingMillis()).isGreaterThanOrEqualTo(lease.ceilingMillis() + 3_000);
        assertThat(entry(holder, lease.workerId()).ceiling())
                .as("a ceiling never goes down while its owner may still issue ids")
                .isEqualTo(Instant.ofEpochMilli(unheard.ceilingMillis()));
    }

    @Test
    void nothingIsExtendedForATokenThatIsNotRecorded() {
        WorkerIdHolder holder = open(node(0));
        WorkerIdLease lease = holder.acquire(request(node(0)));
        WorkerIdLease forged =
                lease.upTo(lease.ceilingMillis(), UUID.randomUUID().toString());

        assertThatExceptionOfType(WorkerIdException.LeaseLost.class)
                .isThrownBy(() -> holder.extend(forged, lease.ceilingMillis() + 3_000, forged.token()))
                .withMessageContaining("worker id " + lease.workerId());
        assertThatExceptionOfType(WorkerIdException.LeaseLost.class)
                .isThrownBy(() -> holder.release(forged, lease.floorMillis()));
        assertThat(entry(holder, lease.workerId()).ceiling()).isEqualTo(Instant.ofEpochMilli(lease.ceilingMillis()));
    }

    @Test
    void leaseDoesNotBeginBeforeTheTimeAskedFor() {
        long notBefore = time.currentTimeMillis() + 5_000;

        WorkerIdLease lease =
                open(node(0)).acquire(request(node(0)).over(new LeaseRequest.Period(RESERVATION, MAX_WAIT, notBefore)));

        assertThat(lease.floorMillis()).isGreaterThanOrEqualTo(notBefore);
        assertThat(lease.ceilingMillis()).isGreaterThan(notBefore);
    }

    @Test
    void anotherLayoutIsRefusedInTheSameNamespace() {
        WorkerIdHolder first = open(node(0));
        first.release(first.acquire(request(node(0))), time.currentTimeMillis());
        first.close();
        SnowflakeLayout other = new SnowflakeLayout(SnowflakeLayout.DEFAULT.epochMillis() + 1, 41, 10, 12);

        assertThatExceptionOfType(WorkerIdException.LayoutMismatch.class)
                .isThrownBy(() -> open(node(0)).acquire(request(node(0)).laidOut(other)))
                .withMessageContaining(SnowflakeLayout.DEFAULT.toString())
                .withMessageContaining(other.toString());
    }

    /** As for JavaScript: the largest worker id follows from it, and so does the refusal of the usual layout. */
    @Test
    void layoutOfFewerBitsIsRecordedToo() {
        SnowflakeLayout small = new SnowflakeLayout(SnowflakeLayout.DEFAULT.epochMillis(), 41, 5, 7);
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)).laidOut(small));
        first.release(lease, time.currentTimeMillis());
        first.close();

        assertThat(lease.workerId()).isBetween(0, small.maxWorkerId());
        assertThatExceptionOfType(WorkerIdException.LayoutMismatch.class)
                .isThrownBy(() -> open(node(0)).acquire(request(node(0))))
                .withMessageContaining(small.toString());
    }

    @Test
    void closingReleasesNothing() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)));
        first.close();
        crash(first, node(0));

        assertThat(entry(open(node(0)), lease.workerId()).ceiling())
                .isEqualTo(Instant.ofEpochMilli(lease.ceilingMillis()));
    }
}
