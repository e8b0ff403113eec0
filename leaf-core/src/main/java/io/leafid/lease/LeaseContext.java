package io.leafid.lease;

import io.leafid.time.TimeSource;
import io.leafid.workerid.FoundMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Context that the parts of a lease keeper share. Immutable.
 *
 * @param holder the registry
 * @param terms what is asked of it
 * @param time the clocks
 * @param tokens makes the names of leases, each of which is new
 */
record LeaseContext(WorkerIdHolder holder, LeaseTerms terms, TimeSource time, Supplier<String> tokens) {

    KeeperSettings settings() {
        return terms.settings();
    }

    /**
     * Takes a worker id from the registry.
     *
     * @param ownMark the mark of the last run, if it counts
     * @param onOtherOwner runs when the registry shows another owner of its worker id
     * @param maxWait how far ahead the floor may lie
     * @param notBeforeMillis the least floor
     */
    WorkerIdLease acquire(Optional<FoundMark> ownMark, Runnable onOtherOwner, Duration maxWait, long notBeforeMillis) {
        LeaseRequest.Run run = new LeaseRequest.Run(terms.identity(), tokens.get(), ownMark, onOtherOwner);
        return holder.acquire(terms.request(run, maxWait, notBeforeMillis, time));
    }

    /** Returns whether the local mark alone may carry on beyond the registry's ceiling. */
    boolean survivesRegistryLoss() {
        return holder.isFixed() && settings().onRegistryLoss() == KeeperSettings.OnRegistryLoss.CONTINUE;
    }
}
