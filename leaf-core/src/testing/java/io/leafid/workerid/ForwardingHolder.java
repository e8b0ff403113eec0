package io.leafid.workerid;

import java.time.Duration;
import java.util.List;

/** Base of a holder that changes some calls to another one and passes on the rest. */
public abstract class ForwardingHolder implements WorkerIdHolder {

    private final WorkerIdHolder real;

    /** Puts itself before a holder. */
    protected ForwardingHolder(WorkerIdHolder real) {
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
    public List<Integer> look(LeaseRequest request) {
        return real.look(request);
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
