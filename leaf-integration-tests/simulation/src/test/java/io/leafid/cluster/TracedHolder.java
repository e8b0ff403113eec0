package io.leafid.cluster;

import io.leafid.workerid.ClockReading;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import java.util.List;

/** A holder whose calls and answers are written down. */
record TracedHolder(WorkerIdHolder real, Run run) implements WorkerIdHolder {

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
        String place = run.machine().name() + " " + run.identity().port();
        run.cluster().note(() -> Trace.Event.acquires(run.name(), place, request.token()));
        try {
            WorkerIdLease lease = real.acquire(request);
            run.cluster().note(() -> Trace.Event.held(run.name(), lease));
            return lease;
        } catch (WorkerIdException ex) {
            run.cluster().note(() -> Trace.Event.failed(run.name(), request.token()));
            throw ex;
        }
    }

    @Override
    public WorkerIdLease extend(WorkerIdLease lease, long ceilingMillis, String token) {
        run.cluster().note(() -> Trace.Event.asks(run.name(), lease.workerId(), token, ceilingMillis));
        try {
            WorkerIdLease extended = real.extend(lease, ceilingMillis, token);
            run.cluster().note(() -> Trace.Event.answered(run.name(), extended));
            return extended;
        } catch (WorkerIdException.LeaseLost ex) {
            run.cluster().note(() -> Trace.Event.lost(run.name(), lease.workerId()));
            throw ex;
        } catch (WorkerIdException ex) {
            run.cluster().note(() -> Trace.Event.unanswered(run.name(), lease.workerId()));
            throw ex;
        }
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
    public List<ClockReading> clockReadings() {
        return real.clockReadings();
    }

    @Override
    public void close() {
        real.close();
    }
}
