package io.leafid.benchmarks.snowflake;

import io.leafid.concurrent.Availability;
import io.leafid.lease.LeaseProvider;
import io.leafid.lease.LeaseReserve;
import io.leafid.lease.LeaseStatus;
import io.leafid.lease.LeaseWindow;
import io.leafid.lease.PeerClocks;
import java.time.Duration;

/** A lease of worker id 1 that needs no renewal. Thread-safe. */
public final class EndlessLease implements LeaseProvider {

    private volatile LeaseWindow lease = new LeaseWindow(1, 0, Long.MAX_VALUE);

    @Override
    public LeaseWindow window() {
        return lease;
    }

    @Override
    public LeaseWindow windowFor(long millis) {
        return lease;
    }

    @Override
    public LeaseStatus status() {
        return new LeaseStatus(
                LeaseStatus.State.HELD,
                "benchmark:1",
                lease,
                new LeaseReserve(lease.ceilingMillis(), Duration.ZERO),
                new Availability.Status(Availability.State.UP, null, null),
                null,
                null,
                PeerClocks.NONE);
    }

    @Override
    public void stop(long usedUpToMillis, Duration timeout) {
        close(usedUpToMillis, timeout);
    }

    @Override
    public void restart() {
        lease = new LeaseWindow(1, 0, Long.MAX_VALUE);
    }

    @Override
    public void close(long usedUpToMillis, Duration timeout) {
        lease = new LeaseWindow(1, 0, 0);
    }
}
