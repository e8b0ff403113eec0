package io.leafid.lease;

import io.leafid.time.TimeSource;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdLease;
import java.time.Duration;
import java.util.function.Function;

/**
 * Watch over a namespace whose record is missing, and which running nodes put back, as far as there are any. For one thread at a time.
 */
final class SettlingWatch {

    private final TimeSource time;
    private boolean isOpen;
    private long sinceNanos;

    SettlingWatch(TimeSource time) {
        this.time = time;
    }

    /**
     * Asks for a lease.
     *
     * @param asking takes the time for which the record was missing whenever it was looked for
     * @throws WorkerIdException.Unsettled if records may be missing that others put back
     */
    WorkerIdLease ask(Function<Duration, WorkerIdLease> asking) {
        long now = time.nanoTime();
        try {
            WorkerIdLease lease = asking.apply(isOpen ? Duration.ofNanos(now - sinceNanos) : Duration.ZERO);
            isOpen = false;
            return lease;
        } catch (WorkerIdException.Unsettled ex) {
            sinceNanos = isOpen ? sinceNanos : now;
            isOpen = ex.isMissing();
            throw ex;
        }
    }
}
