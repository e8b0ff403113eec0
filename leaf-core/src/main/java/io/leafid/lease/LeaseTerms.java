package io.leafid.lease;

import io.leafid.SnowflakeLayout;
import io.leafid.time.TimeSource;
import io.leafid.workerid.ClockReading;
import io.leafid.workerid.FoundMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Terms of a lease: who asks for it, of which worker ids, and how it is kept. Immutable.
 *
 * @param identity who this instance is
 * @param workerIds the worker ids that may be taken
 * @param layout the layout of the ids
 * @param settings what can be set about keeping the lease
 * @param floorMillis no id of an earlier millisecond may be issued; 0 if any may
 */
public record LeaseTerms(
        NodeIdentity identity,
        WorkerIdRange workerIds,
        SnowflakeLayout layout,
        KeeperSettings settings,
        long floorMillis) {

    private static final Logger logger = LoggerFactory.getLogger(LeaseTerms.class);

    /** Terms of ids of any time. */
    public LeaseTerms(NodeIdentity identity, WorkerIdRange workerIds, SnowflakeLayout layout, KeeperSettings settings) {
        this(identity, workerIds, layout, settings, 0);
    }

    /** The request of a start, with the mark of the last run if that counts. */
    public LeaseRequest request(Optional<FoundMark> ownMark, TimeSource time) {
        return request(
                new LeaseRequest.Run(identity, LeaseRequest.newToken(), ownMark, () -> {}),
                settings.farthestFloor(),
                0,
                time);
    }

    /** The request for a floor that is not before a millisecond, and no further ahead than a wait. */
    LeaseRequest request(LeaseRequest.Run run, Duration maxWait, long notBeforeMillis, TimeSource time) {
        return new LeaseRequest(
                run,
                new LeaseRequest.Ids(workerIds, layout, floorMillis),
                new LeaseRequest.Period(settings.reservation(), maxWait, notBeforeMillis, settings.settling()),
                time);
    }

    /**
     * The clocks of this node and the running ones, once they differ no more than is allowed or no longer should be waited for. A node that
     * was killed counts until the registry has noticed, so that a difference is looked at again for a while.
     *
     * @param registry reads the clocks of nodes that were not silent for longer than is given
     * @param patience for how long
     */
    public List<ClockReading> awaitAgreement(
            Function<Duration, List<ClockReading>> registry, Duration patience, TimeSource time) {
        long deadlineNanos = time.nanoTime() + patience.toNanos();
        while (true) {
            List<ClockReading> readings = registry.apply(settings.longestSilence());
            PeerClocks clocks = PeerClocks.of(readings);
            boolean isOver = time.nanoTime() - deadlineNanos >= 0
                    || Thread.currentThread().isInterrupted();
            if (isOver || !clocks.exceeds(settings.peerThreshold())) {
                return readings;
            }
            logger.info(
                    "the clock seems to differ from the peers'; one that was killed counts for a while: {}", clocks);
            time.parkNanos(settings.reportInterval().toNanos());
        }
    }
}
