package io.leafid.lease;

import io.leafid.time.TimeSource;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdLease;
import java.time.Duration;
import java.util.function.Function;

/**
 * Watch over a namespace whose record is missing, and which running nodes put back, as far as there are any. It begins anew after a pause in
 * which the record may have been put back and deleted again. For one thread at a time.
 */
final class SettlingWatch {

    private final TimeSource time;
    private final long longestPauseNanos;
    private boolean isOpen;
    private long sinceNanos;
    private long lookedNanos;

    /** Begins no watch yet; looks are no further apart than one and a half reports, since a standby looks at each. */
    SettlingWatch(TimeSource time, Duration reportInterval) {
        this.time = time;
        this.longestPauseNanos = reportInterval.toNanos() * 3 / 2;
    }

    /**
     * Asks for a lease.
     *
     * @param asking takes the time for which the record was missing whenever it was looked for
     * @throws WorkerIdException.Unsettled if records may be missing that others put back
     */
    WorkerIdLease ask(Function<Duration, WorkerIdLease> asking) {
        long now = time.nanoTime();
        isOpen = isOpen && now - lookedNanos <= longestPauseNanos;
        lookedNanos = now;
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
