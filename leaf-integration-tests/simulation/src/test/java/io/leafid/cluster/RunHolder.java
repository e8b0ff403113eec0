package io.leafid.cluster;

import io.leafid.workerid.BrokenRule;
import io.leafid.workerid.ForwardingHolder;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** A holder that breaks some rule. */
final class RunHolder extends ForwardingHolder {

    private static final Set<BrokenRule> BEGINNINGS = EnumSet.of(
            BrokenRule.A_NEW_OWNER_BEGINS_AT_THE_CEILING, BrokenRule.A_CONFIGURED_WORKER_ID_BEGINS_AT_ITS_FILE);

    private static final Set<BrokenRule> RULES = EnumSet.of(
            BrokenRule.A_NEW_OWNER_BEGINS_AT_THE_CEILING,
            BrokenRule.A_CONFIGURED_WORKER_ID_BEGINS_AT_ITS_FILE,
            BrokenRule.A_RELEASE_NAMES_THE_END_OF_USE,
            BrokenRule.A_DELETED_RECORD_IS_PUT_BACK,
            BrokenRule.NOTHING_IS_TAKEN_WHILE_RECORDS_MAY_BE_MISSING);

    private final Set<BrokenRule> broken;

    private RunHolder(WorkerIdHolder real, Set<BrokenRule> broken) {
        super(real);
        this.broken = broken;
    }

    /** The real one, if it is to break none. */
    static WorkerIdHolder of(WorkerIdHolder real, Set<BrokenRule> broken) {
        return Collections.disjoint(broken, RULES) ? real : new RunHolder(real, broken);
    }

    @Override
    public WorkerIdLease acquire(LeaseRequest request) {
        boolean isHasty = broken.contains(BrokenRule.NOTHING_IS_TAKEN_WHILE_RECORDS_MAY_BE_MISSING)
                || broken.contains(BrokenRule.A_DELETED_RECORD_IS_PUT_BACK);
        WorkerIdLease lease = super.acquire(isHasty ? hasty(request) : request);
        if (Collections.disjoint(broken, BEGINNINGS)) {
            return lease;
        }
        long floor = Math.min(lease.floorMillis(), request.time().currentTimeMillis());
        return new WorkerIdLease(lease.workerId(), lease.token(), floor, lease.ceilingMillis());
    }

    @Override
    public WorkerIdLease extend(WorkerIdLease lease, long ceilingMillis, String token) {
        if (broken.contains(BrokenRule.A_DELETED_RECORD_IS_PUT_BACK)
                && list().stream().noneMatch(entry -> entry.workerId() == lease.workerId())) {
            throw new WorkerIdException.LeaseLost("the record is gone");
        }
        return super.extend(lease, ceilingMillis, token);
    }

    private static LeaseRequest hasty(LeaseRequest request) {
        LeaseRequest.Period period = request.period();
        return request.over(new LeaseRequest.Period(period.reservation(), period.maxWait(), period.notBeforeMillis()));
    }

    @Override
    public void release(WorkerIdLease lease, long usedUpToMillis) {
        boolean isWrong = broken.contains(BrokenRule.A_RELEASE_NAMES_THE_END_OF_USE);
        super.release(lease, isWrong ? usedUpToMillis - 30_000 : usedUpToMillis);
    }
}
