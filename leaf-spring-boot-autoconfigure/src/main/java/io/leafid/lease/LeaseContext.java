package io.leafid.lease;

import io.leafid.time.TimeSource;
import io.leafid.workerid.FoundMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import java.util.Optional;
import java.util.UUID;

/**
 * Context that the parts of a lease keeper share. Immutable.
 *
 * @param holder the registry
 * @param terms what is asked of it
 * @param time the clocks
 */
record LeaseContext(WorkerIdHolder holder, LeaseTerms terms, TimeSource time) {

    KeeperSettings settings() {
        return terms.settings();
    }

    /** Takes a worker id from the registry. */
    WorkerIdLease acquire(Optional<FoundMark> ownMark, long notBeforeMillis) {
        return holder.acquire(new LeaseRequest(
                terms.identity(),
                newToken(),
                terms.workerIds(),
                terms.layout(),
                settings().reservation(),
                settings().maxWait(),
                notBeforeMillis,
                ownMark,
                time));
    }

    /** Whether the local mark alone may carry on beyond the registry's ceiling. */
    boolean survivesRegistryLoss() {
        return holder.isFixed() && settings().onRegistryLoss() == KeeperSettings.OnRegistryLoss.CONTINUE;
    }

    static String newToken() {
        return UUID.randomUUID().toString();
    }
}
