package io.leafid.lease;

import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.WorkerIdLease;

/** Leases for stress tests: times are small numbers of milliseconds. Stateless. */
final class StressLeases {

    /** Worker id 7 for [0, 10). */
    static final WorkerIdLease SEVEN = new WorkerIdLease(7, "seven", 0, 10);

    /** Worker id 2 for [10, 20). */
    static final WorkerIdLease TWO = new WorkerIdLease(2, "two", 10, 20);

    private StressLeases() {}

    /** The state of a process that has worker id 7, and on its disk a mark at 5 if it has a disk. */
    static LeaseState held(boolean isMarked) {
        LeaseState state = new LeaseState(isMarked);
        state.begin(SEVEN, LeaseStatus.State.HELD, "run");
        if (isMarked) {
            state.marked(mark(5));
        }
        return state;
    }

    /** A mark of the process that has worker id 7. */
    static HighWaterMark mark(long millis) {
        return new HighWaterMark(SEVEN.workerId(), SEVEN.token(), millis, SEVEN.ceilingMillis());
    }

    /** A window as three digits: the worker id, then the ceiling. */
    static int digits(LeaseWindow window) {
        return (int) (window.workerId() * 100L + window.ceilingMillis());
    }
}
