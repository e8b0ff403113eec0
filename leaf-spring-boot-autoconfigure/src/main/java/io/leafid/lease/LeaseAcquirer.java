package io.leafid.lease;

import io.leafid.SnowflakeLayout;
import io.leafid.time.TimeSource;
import io.leafid.workerid.FoundMark;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.MarkEvidence;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a generator comes by its first lease: from the registry or, when that is away, from its own mark. Stateless.
 *
 * @param holder the registry
 * @param settings what can be set
 * @param identity who this instance is
 * @param workerIds the worker ids that may be taken
 * @param layout the layout of the ids
 * @param time the clocks
 */
record LeaseAcquirer(
        WorkerIdHolder holder,
        KeeperSettings settings,
        NodeIdentity identity,
        WorkerIdRange workerIds,
        SnowflakeLayout layout,
        TimeSource time) {

    private static final Logger logger = LoggerFactory.getLogger(LeaseAcquirer.class);

    private static final Duration LONGEST_PAUSE = Duration.ofMillis(50);

    /** Compares this node's clock with those of the running ones. */
    PeerClocks comparePeers() {
        if (settings.peerThreshold().isZero()) {
            return PeerClocks.NONE;
        }
        PeerClocks clocks = PeerClocks.of(holder.clockReadings());
        if (clocks.exceeds(settings.peerThreshold())) {
            throw new WorkerIdException.ClockDiffersFromPeers(
                    clocks.offset(), clocks.peers(), settings.peerThreshold());
        }
        return clocks;
    }

    /** Takes a worker id from the registry. */
    WorkerIdLease acquire(Optional<FoundMark> ownMark, long notBeforeMillis) {
        return holder.acquire(new LeaseRequest(
                identity,
                newToken(),
                workerIds,
                layout,
                settings.reservation(),
                settings.maxWait(),
                notBeforeMillis,
                ownMark,
                time));
    }

    /** What the own mark entitles to while the registry is away, or the registry's failure if that is nothing. */
    WorkerIdLease resume(
            Optional<FoundMark> ownMark, long notBeforeMillis, WorkerIdException.RegistryUnavailable failure) {
        FoundMark found = ownMark.filter(this::isUsable).orElseThrow(() -> failure);
        if (!isProven(found)) {
            throw unproven(found, failure);
        }
        HighWaterMark mark = found.mark();
        logger.warn(
                "the registry of worker ids is away; starting with worker id {} from the local mark of {}: {}",
                mark.workerId(),
                Instant.ofEpochMilli(mark.markMillis()),
                failure.getMessage());
        long floor = Math.max(found.floorAlone(), notBeforeMillis);
        return new WorkerIdLease(mark.workerId(), mark.token(), floor, mark.ceilingMillis());
    }

    private boolean isUsable(FoundMark found) {
        HighWaterMark mark = found.mark();
        return workerIds.contains(mark.workerId())
                && (continuesAlone() || mark.ceilingMillis() > time.currentTimeMillis());
    }

    /** Above its own ceiling a rebooted machine may go on alone, as it might have done without the reboot. */
    private boolean isProven(FoundMark found) {
        return found.isOfEndedRun() || (found.evidence() == MarkEvidence.SAME_PLACE && continuesAlone());
    }

    private static WorkerIdException unproven(FoundMark found, WorkerIdException.RegistryUnavailable failure) {
        String why = (found.evidence() == MarkEvidence.OTHER_REGISTRY)
                ? "the local mark is about another one, in which its worker id %d may belong to another process: it was written %s"
                : "the local mark does not prove that the run which wrote it has ended, so that worker id %d may be in use; the directory looks copied: the mark was written %s";
        return new WorkerIdException.UnprovenMark(
                "the registry of worker ids is away (%s), and %s"
                        .formatted(
                                failure.getMessage(), why.formatted(found.mark().workerId(), found.origin())),
                failure);
    }

    /** Whether the local mark alone may carry on beyond the registry's ceiling. */
    boolean continuesAlone() {
        return holder.isFixed() && settings.onRegistryLoss() == KeeperSettings.OnRegistryLoss.CONTINUE;
    }

    /**
     * How far ids reach if nothing changes.
     *
     * @param isMarking whether there is a local mark and it follows the clock
     * @param isAnswered whether there is none and the registry answers
     */
    LeaseReserve reserve(LeaseState state, boolean isMarking, boolean isAnswered) {
        LeaseStatus.State present = state.state();
        boolean isOwn = present == LeaseStatus.State.HELD || present == LeaseStatus.State.LOCAL;
        boolean goesOn = isMarking || (isAnswered && holder.isOnDisk());
        return (isOwn && goesOn && continuesAlone())
                ? LeaseReserve.endless(settings.reservation())
                : new LeaseReserve(state.reservedEnd(isMarking), settings.reservation());
    }

    /** Waits until the clock has passed the floor; fails at once if it is further away than one waits. */
    void awaitFloor(WorkerIdLease taken) {
        long deadlineNanos = time.nanoTime() + 2 * settings.maxWait().toNanos();
        for (long left = left(taken); left > 0; left = left(taken)) {
            boolean hopeless = left > settings.maxWait().toMillis() || time.nanoTime() - deadlineNanos > 0;
            if (hopeless || Thread.currentThread().isInterrupted()) {
                throw new WorkerIdException.ClockBehindMark(
                        taken.workerId(), time.now(), Instant.ofEpochMilli(taken.floorMillis()));
            }
            time.parkNanos(TimeUnit.MILLISECONDS.toNanos(Math.min(left, LONGEST_PAUSE.toMillis())));
        }
    }

    private long left(WorkerIdLease taken) {
        return taken.floorMillis() - time.currentTimeMillis();
    }

    static String newToken() {
        return UUID.randomUUID().toString();
    }
}
