package io.leafid.workerid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.SnowflakeLayout;
import io.leafid.test.time.ManualTime;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.Wire;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import io.leafid.workerid.compat.OriginalReports;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A start beside a node of the original, whose last report is in the future by the clock of ZooKeeper. */
class RegistryClockSetBackTest {

    private static final NodeIdentity IDENTITY = new NodeIdentity("10.0.0.1", 8080);

    private final ManualTime time = new ManualTime();
    private final AtomicLong registryClock = new AtomicLong(time.currentTimeMillis());
    private final SimulatedZooKeeper registry = new SimulatedZooKeeper(registryClock::get, Duration.ofSeconds(15));
    private final List<Duration> waits = new ArrayList<>();

    @Test
    void startWaitsForNoMoreThanTheSilenceOfAnOriginalThoughTheClockWasSetBackSinceItsReport() {
        int workerId = registry.startOriginal(IDENTITY, time.currentTimeMillis());
        registryClock.addAndGet(-Duration.ofHours(1).toMillis());

        WorkerIdLease lease = holder().acquire(request());

        assertThat(lease.workerId()).isEqualTo(workerId);
        assertThat(waits).containsExactly(OriginalReports.GRACE);
    }

    @Test
    void startWaitsForNothingOnceTheOriginalHasBeenSilentForSoLong() {
        int workerId = registry.startOriginal(IDENTITY, time.currentTimeMillis());
        registryClock.addAndGet(OriginalReports.GRACE.toMillis() + 1);

        WorkerIdLease lease = holder().acquire(request());

        assertThat(lease.workerId()).isEqualTo(workerId);
        assertThat(waits).isEmpty();
    }

    private WorkerIdHolder holder() {
        return registry.connect(IDENTITY, time, new NotedWaits(), true).holder();
    }

    private LeaseRequest request() {
        LeaseRequest.Period period = new LeaseRequest.Period(Duration.ofSeconds(10), Duration.ofSeconds(15), 0);
        return LeaseRequest.of(IDENTITY, new WorkerIdRange(0, 63), SnowflakeLayout.DEFAULT, time)
                .over(period);
    }

    /** A perfect line on which waiting takes no time and is noted. */
    private final class NotedWaits implements Wire {

        @Override
        public <T> T call(Supplier<T> onServer) {
            return onServer.get();
        }

        @Override
        public boolean await(BooleanSupplier condition, Duration atMost) {
            waits.add(atMost);
            return condition.getAsBoolean();
        }

        @Override
        public boolean isConnected() {
            return true;
        }
    }
}
