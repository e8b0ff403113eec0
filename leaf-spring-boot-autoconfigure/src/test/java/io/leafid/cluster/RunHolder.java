package io.leafid.cluster;

import io.leafid.workerid.BrokenRule;
import io.leafid.workerid.ClockReading;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import java.util.List;
import java.util.Set;

/** A holder that breaks some rule. */
record RunHolder(WorkerIdHolder real, Set<BrokenRule> broken) implements WorkerIdHolder {

    /** The real one, if it is to break none. */
    static WorkerIdHolder of(WorkerIdHolder real, Set<BrokenRule> broken) {
        boolean isBroken = broken.contains(BrokenRule.A_NEW_OWNER_BEGINS_AT_THE_CEILING)
                || broken.contains(BrokenRule.A_RELEASE_NAMES_THE_END_OF_USE);
        return isBroken ? new RunHolder(real, broken) : real;
    }

    @Override
    public boolean isFixed() {
        return real.isFixed();
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
        WorkerIdLease lease = real.acquire(request);
        if (!broken.contains(BrokenRule.A_NEW_OWNER_BEGINS_AT_THE_CEILING)) {
            return lease;
        }
        long floor = Math.min(lease.floorMillis(), request.time().currentTimeMillis());
        return new WorkerIdLease(lease.workerId(), lease.token(), floor, lease.ceilingMillis());
    }

    @Override
    public WorkerIdLease extend(WorkerIdLease lease, long ceilingMillis, String token) {
        return real.extend(lease, ceilingMillis, token);
    }

    @Override
    public void release(WorkerIdLease lease, long usedUpToMillis) {
        boolean isWrong = broken.contains(BrokenRule.A_RELEASE_NAMES_THE_END_OF_USE);
        real.release(lease, isWrong ? usedUpToMillis - 30_000 : usedUpToMillis);
    }

    @Override
    public List<WorkerIdEntry> list() {
        return real.list();
    }

    @Override
    public List<ClockReading> clockReadings() {
        return real.clockReadings();
    }

    @Override
    public void close() {
        real.close();
    }
}
