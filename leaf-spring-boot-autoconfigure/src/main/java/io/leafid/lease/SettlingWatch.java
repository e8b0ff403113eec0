package io.leafid.lease;

import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdLease;
import java.time.Duration;
import java.util.function.Function;

/**
 * Watch over a namespace whose records are missing, which running nodes put back: by the own clock, since the registry's may be set. For
 * one thread at a time.
 */
final class SettlingWatch {

    private final LeaseContext context;
    private boolean isOpen;
    private long sinceNanos;

    SettlingWatch(LeaseContext context) {
        this.context = context;
    }

    /**
     * Asks for a lease; what is missing for longer than two reports belongs to nobody.
     *
     * @param asking takes the time for which records that are missing are still left to other nodes
     * @throws WorkerIdException.Unsettled if that time is not over
     */
    WorkerIdLease ask(Function<Duration, WorkerIdLease> asking) {
        long now = context.time().nanoTime();
        Duration whole = context.settings().settling();
        Duration left = isOpen ? whole.minusNanos(now - sinceNanos) : whole;
        try {
            WorkerIdLease lease = asking.apply(left.isNegative() ? Duration.ZERO : left);
            isOpen = false;
            return lease;
        } catch (WorkerIdException.Unsettled ex) {
            sinceNanos = isOpen ? sinceNanos : now;
            isOpen = true;
            throw ex;
        }
    }
}
