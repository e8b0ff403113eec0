package io.leafid.workerid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.SnowflakeLayout;
import io.leafid.test.time.ManualTime;
import io.leafid.workerid.ClockReading;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.Wire;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A start after a kill, where the last report of the killed process lies in the future by the clock of the database. */
class DatabaseClockSetBackTest {

    private static final NodeIdentity IDENTITY = new NodeIdentity("10.0.0.1", 8080);
    private static final Duration LIVENESS = Duration.ofSeconds(9);
    private static final long HOUR = Duration.ofHours(1).toMillis();

    private final ManualTime time = new ManualTime();
    private final AtomicLong ahead = new AtomicLong(HOUR);
    private final SimulatedTable table =
            new SimulatedTable(() -> time.currentTimeMillis() + ahead.get(), LIVENESS, Set.of());

    private WorkerIdHolder holder() {
        return table.connect(IDENTITY, time, Wire.PERFECT, true).holder();
    }

    private LeaseRequest request() {
        LeaseRequest.Period period = new LeaseRequest.Period(Duration.ofSeconds(10), Duration.ofSeconds(15), 0);
        return LeaseRequest.of(IDENTITY, new WorkerIdRange(0, 63), SnowflakeLayout.DEFAULT, time)
                .over(period);
    }

    @Test
    void startWaitsForNoMoreThanTheSilenceOfADeadOwnerThoughTheClockWasSetBackSinceItsReport() {
        WorkerIdLease killed = holder().acquire(request());
        ahead.set(0);
        long began = time.nanoTime();

        WorkerIdLease lease = holder().acquire(request());

        assertThat(lease.workerId()).isEqualTo(killed.workerId());
        assertThat(lease.floorMillis()).isEqualTo(killed.ceilingMillis());
        assertThat(Duration.ofNanos(time.nanoTime() - began)).isBetween(LIVENESS, LIVENESS.plusSeconds(1));
    }

    @Test
    void clockOfAPeerThatReportedBeforeTheClockWasSetBackIsNotCompared() {
        WorkerIdHolder peer = table.connect(new NodeIdentity("10.0.0.2", 8080), time, Wire.PERFECT, true)
                .holder();
        WorkerIdLease lease = peer.acquire(request());
        ahead.set(0);
        time.advance(Duration.ofSeconds(3));

        assertThat(holder().clockReadings(Duration.ofMinutes(1)))
                .as("what it reported is of another time of the database")
                .extracting(ClockReading::self)
                .containsExactly(true);

        assertThat(peer.extend(lease, lease.ceilingMillis() + 3_000, lease.token()))
                .isNotNull();
        assertThat(holder().clockReadings(Duration.ofMinutes(1)))
                .extracting(ClockReading::offset)
                .containsExactly(Duration.ZERO, Duration.ZERO);
    }

    @Test
    void ownerThatReportsByTheClockThatWasSetBackIsSeenToRun() {
        WorkerIdHolder running = holder();
        WorkerIdLease lease = running.acquire(request());
        ahead.set(0);
        time.every(Duration.ofSeconds(3), () -> {
            WorkerIdLease reported = running.extend(lease, lease.ceilingMillis() + 3_000, lease.token());
            assertThat(reported.workerId()).isEqualTo(lease.workerId());
        });

        assertThatExceptionOfType(WorkerIdException.IdentityInUse.class)
                .isThrownBy(() -> holder().acquire(request()))
                .withMessageContaining("another process runs as 10.0.0.1:8080");
    }
}
