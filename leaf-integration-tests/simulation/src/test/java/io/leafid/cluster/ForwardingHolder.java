package io.leafid.cluster;

import io.leafid.workerid.ClockReading;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import java.time.Duration;
import java.util.List;

/** Base of a holder that changes some calls to another one and passes on the rest. */
abstract class ForwardingHolder implements WorkerIdHolder {

    private final WorkerIdHolder real;

    ForwardingHolder(WorkerIdHolder real) {
        this.real = real;
    }

    @Override
    public boolean isFixed() {
        return real.isFixed();
    }

    @Override
    public boolean isOnDisk() {
        return real.isOnDisk();
    }

    @Override
    public String name() {
        return real.name();
    }

    @Override
    public String registry() {
        return real.registry();
    }

    @Override
    public WorkerIdLease acquire(LeaseRequest request) {
        return real.acquire(request);
    }

    @Override
    public void look(LeaseRequest request) {
        real.look(request);
    }

    @Override
    public WorkerIdLease extend(WorkerIdLease lease, long ceilingMillis, String token) {
        return real.extend(lease, ceilingMillis, token);
    }

    @Override
    public void release(WorkerIdLease lease, long usedUpToMillis) {
        real.release(lease, usedUpToMillis);
    }

    @Override
    public List<WorkerIdEntry> list() {
        return real.list();
    }

    @Override
    public List<ClockReading> clockReadings(Duration longestSilence) {
        return real.clockReadings(longestSilence);
    }

    @Override
    public void close() {
        real.close();
    }
}
