package io.leafid.cluster;

import io.leafid.specification.LeaseEvent;

import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;

/** A holder whose calls and answers are written down. */
final class TracedHolder extends ForwardingHolder {

    private final Run run;

    TracedHolder(WorkerIdHolder real, Run run) {
        super(real);
        this.run = run;
    }

    @Override
    public WorkerIdLease acquire(LeaseRequest request) {
        String place = run.machine().name() + " " + run.identity().port();
        run.cluster().note(() -> LeaseEvent.acquires(run.name(), place, request.token()));
        try {
            WorkerIdLease lease = super.acquire(request);
            run.cluster().note(() -> LeaseEvent.held(run.name(), lease));
            return lease;
        } catch (WorkerIdException ex) {
            run.cluster().note(() -> LeaseEvent.failed(run.name(), request.token()));
            throw ex;
        }
    }

    @Override
    public WorkerIdLease extend(WorkerIdLease lease, long ceilingMillis, String token) {
        run.cluster().note(() -> LeaseEvent.asks(run.name(), lease.workerId(), token, ceilingMillis));
        try {
            WorkerIdLease extended = super.extend(lease, ceilingMillis, token);
            run.cluster().note(() -> LeaseEvent.answered(run.name(), extended));
            return extended;
        } catch (WorkerIdException.LeaseLost ex) {
            run.cluster().note(() -> LeaseEvent.lost(run.name(), lease.workerId()));
            throw ex;
        } catch (WorkerIdException ex) {
            run.cluster().note(() -> LeaseEvent.unanswered(run.name(), lease.workerId()));
            throw ex;
        }
    }
}
