package io.leafid.specification;

import io.leafid.workerid.ForwardingHolder;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import java.util.function.Consumer;

/** A holder whose calls and answers are written down. */
public final class TracedHolder extends ForwardingHolder {

    private final String process;
    private final String place;
    private final Consumer<LeaseEvent> trace;

    /**
     * Puts itself before the holder of a process.
     *
     * @param place the directory of the process
     * @param trace takes what happens
     */
    public TracedHolder(WorkerIdHolder real, String process, String place, Consumer<LeaseEvent> trace) {
        super(real);
        this.process = process;
        this.place = place;
        this.trace = trace;
    }

    @Override
    public WorkerIdLease acquire(LeaseRequest request) {
        request.ownMark().ifPresent(found -> trace.accept(LeaseEvent.brings(process, place, found)));
        trace.accept(LeaseEvent.acquires(process, place, request.token()));
        try {
            WorkerIdLease lease = super.acquire(request);
            trace.accept(LeaseEvent.held(process, lease));
            return lease;
        } catch (WorkerIdException ex) {
            trace.accept(LeaseEvent.failed(process, request.token()));
            throw ex;
        }
    }

    @Override
    public WorkerIdLease extend(WorkerIdLease lease, long ceilingMillis, String token) {
        trace.accept(LeaseEvent.asks(process, lease.workerId(), token, ceilingMillis));
        try {
            WorkerIdLease extended = super.extend(lease, ceilingMillis, token);
            trace.accept(LeaseEvent.answered(process, extended));
            return extended;
        } catch (WorkerIdException.LeaseLost ex) {
            trace.accept(LeaseEvent.lost(process, lease.workerId()));
            throw ex;
        } catch (WorkerIdException ex) {
            trace.accept(LeaseEvent.unanswered(process, lease.workerId()));
            throw ex;
        }
    }

    @Override
    public void release(WorkerIdLease lease, long usedUpToMillis) {
        trace.accept(LeaseEvent.released(process, lease, usedUpToMillis));
        super.release(lease, usedUpToMillis);
    }
}
