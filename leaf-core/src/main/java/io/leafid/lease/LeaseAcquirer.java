package io.leafid.lease;

import io.leafid.LeafEvent;
import io.leafid.lease.LeaseStatus.State;
import io.leafid.time.TimeSource;
import io.leafid.workerid.FoundMark;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.MarkEvidence;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdLease;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Acquirer of the first lease of a run: from the registry or, while that is unavailable, from the own mark. Called by the thread that starts the
 * keeper and, in a standby, by the registry thread afterwards; whichever it is alone writes the fields.
 */
final class LeaseAcquirer {

    private static final Logger logger = LoggerFactory.getLogger(LeaseAcquirer.class);

    private static final int LOOKS_PER_REPORT = 4;

    private static final Duration LONGEST_PAUSE = Duration.ofMillis(50);

    private final LeaseContext context;
    private final LeaseState state;
    private final RegistryHealth health;
    private final MarkWriter marks;
    private volatile PeerClocks peerClocks = PeerClocks.NONE;
    private volatile boolean isStandbyAllowed;
    private volatile Optional<FoundMark> lastMark = Optional.empty();

    LeaseAcquirer(LeaseContext context, LeaseState state, RegistryHealth health, MarkWriter marks) {
        this.context = context;
        this.state = state;
        this.health = health;
        this.marks = marks;
    }

    /** The comparison of the clock with those of the running nodes at start. */
    PeerClocks peerClocks() {
        return peerClocks;
    }

    /**
     * Takes a lease.
     *
     * @param mayStandBy whether to go on without a lease where no worker id is free
     */
    void acquire(long notBeforeMillis, boolean mayStandBy) {
        isStandbyAllowed = mayStandBy;
        Optional<FoundMark> ownMark = marks.read();
        lastMark = ownMark;
        long began = context.time().nanoTime();
        WorkerIdLease taken;
        State as = State.HELD;
        try {
            peerClocks = comparePeers(context.settings().maxWait());
            taken = acquireSettled(ownMark, notBeforeMillis);
            health.confirmed();
            health.succeeded(began);
        } catch (WorkerIdException.Exhausted ex) {
            if (!mayStandBy) {
                throw ex;
            }
            standBy(began, ex);
            return;
        } catch (WorkerIdException.RegistryUnavailable ex) {
            health.failed(began, ex);
            taken = resume(lastMark, notBeforeMillis, ex);
            as = State.LOCAL;
        }
        begin(taken, as);
    }

    /** Waits for running nodes to put back what may have been deleted, which may be deleted again meanwhile. */
    private WorkerIdLease acquireSettled(Optional<FoundMark> ownMark, long notBeforeMillis) {
        for (boolean isFirst = true; ; isFirst = false) {
            try {
                return context.acquire(
                        ownMark, this::markLoss, context.settings().farthestFloor(), notBeforeMillis);
            } catch (WorkerIdException.Unsettled ex) {
                if (Thread.currentThread().isInterrupted()) {
                    throw ex;
                }
                if (isFirst) {
                    logger.info("{}", ex.getMessage());
                }
                long lookNanos = context.settings().reportInterval().toNanos() / LOOKS_PER_REPORT;
                pause(Math.min(lookNanos, ex.left().plusMillis(1).toNanos()));
            }
        }
    }

    /**
     * Marks that another process has the worker id of the own mark: neither this start nor a later one goes on from that alone. Where ids end at
     * the ceiling they may, since no other owner begins below it.
     */
    private void markLoss() {
        lastMark.filter(found -> context.survivesRegistryLoss() && isProven(found))
                .map(FoundMark::ofLostLease)
                .ifPresent(lost -> {
                    marks.write(lost.mark());
                    lastMark = Optional.of(lost);
                });
    }

    /** Takes another worker id, if one can be had without a wait for what may have been deleted. */
    WorkerIdLease acquire(Optional<FoundMark> ownMark, Duration maxWait, long notBeforeMillis) {
        return context.acquire(ownMark, () -> {}, maxWait, notBeforeMillis);
    }

    private void pause(long nanos) {
        TimeSource time = context.time();
        long until = time.nanoTime() + nanos;
        for (long left = until - time.nanoTime();
                left > 0 && !Thread.currentThread().isInterrupted();
                left = until - time.nanoTime()) {
            time.parkNanos(Math.min(left, LONGEST_PAUSE.toNanos()));
        }
    }

    private void standBy(long began, WorkerIdException.Exhausted failure) {
        health.refused(began, failure);
        if (!state.standBy()) {
            throw stopped();
        }
        announceStandby(failure);
    }

    /** Waits for a worker id in place of one that another has taken; returns whether that is allowed, and still matters. */
    boolean standByAgain(WorkerIdException.Exhausted failure) {
        if (!isStandbyAllowed || !state.standBy()) {
            return false;
        }
        announceStandby(failure);
        return true;
    }

    private void announceStandby(WorkerIdException.Exhausted failure) {
        String reason = String.valueOf(failure.getMessage());
        logger.warn("standby: no ids are issued until a worker id becomes free: {}", reason);
        health.announce(new LeafEvent.StandbyBegan(context.time().now(), reason));
    }

    /**
     * Takes the first worker id that can be used at once, in place of a standby's none. What has to be waited for is left alone until
     * the next report.
     *
     * @throws WorkerIdException if there is none yet
     */
    void takeOver() {
        peerClocks = comparePeers(Duration.ZERO); // the next report looks again
        WorkerIdLease taken = acquire(lastMark, Duration.ZERO, state.usableEnd());
        if (!state.begin(taken, State.HELD, context.tokens().get())) {
            giveBackUnused(taken);
            return;
        }
        health.confirmed();
        logger.info("worker id {} is free; ids are issued from now on", taken.workerId());
        health.announce(new LeafEvent.StandbyEnded(context.time().now(), taken.workerId()));
    }

    private static IllegalStateException stopped() {
        return new IllegalStateException("the lease keeper was stopped while it started");
    }

    private void begin(WorkerIdLease taken, State as) {
        if (state.begin(taken, as, context.tokens().get())) {
            return;
        }
        if (as == State.HELD) {
            giveBackUnused(taken);
        }
        throw stopped();
    }

    /** Gives back what a stop has made useless, unless a mark on the disk may reserve more of it than a release would leave. */
    private void giveBackUnused(WorkerIdLease taken) {
        if (lastMark.isEmpty()) {
            context.holder().release(taken, taken.floorMillis());
        }
    }

    private PeerClocks comparePeers(Duration patience) {
        Duration threshold = context.settings().peerThreshold();
        if (threshold.isZero()) {
            return PeerClocks.NONE;
        }
        PeerClocks clocks = PeerClocks.of(
                context.terms().awaitAgreement(context.holder()::clockReadings, patience, context.time()));
        if (clocks.exceeds(threshold)) {
            throw new WorkerIdException.ClockDiffersFromPeers(clocks.offset(), clocks.peers(), threshold);
        }
        return clocks;
    }

    /** The lease that the own mark entitles to while the registry is unavailable, or the registry's failure if there is none. */
    private WorkerIdLease resume(
            Optional<FoundMark> ownMark, long notBeforeMillis, WorkerIdException.RegistryUnavailable failure) {
        FoundMark found = ownMark.filter(this::isUsable).orElseThrow(() -> failure);
        if (!isProven(found)) {
            throw unproven(found, failure);
        }
        HighWaterMark mark = found.mark();
        logger.warn(
                "the registry of worker ids is unavailable; starting with worker id {} from the local mark of {}: {}",
                mark.workerId(),
                Instant.ofEpochMilli(mark.markMillis()),
                failure.getMessage());
        long floor = Math.max(
                found.floorAlone(), Math.max(notBeforeMillis, context.terms().floorMillis()));
        return new WorkerIdLease(mark.workerId(), mark.token(), floor, mark.ceilingMillis());
    }

    private boolean isUsable(FoundMark found) {
        HighWaterMark mark = found.mark();
        return context.terms().workerIds().contains(mark.workerId())
                && (context.survivesRegistryLoss()
                        || mark.ceilingMillis()
                                > Math.max(mark.markMillis(), context.time().currentTimeMillis()));
    }

    /** Above its own ceiling a rebooted machine may go on alone, as it might have done without the reboot. */
    private boolean isProven(FoundMark found) {
        boolean isEnough = found.evidence() == MarkEvidence.SAME_PLACE && context.survivesRegistryLoss();
        return !found.mark().isOfLostLease() && (found.isOfEndedRun() || isEnough);
    }

    private static WorkerIdException unproven(FoundMark found, WorkerIdException.RegistryUnavailable failure) {
        return new WorkerIdException.UnprovenMark(
                "the registry of worker ids is unavailable (%s), and %s"
                        .formatted(
                                failure.getMessage(),
                                doubtOf(found).formatted(found.mark().workerId(), found.origin())),
                failure);
    }

    private static String doubtOf(FoundMark found) {
        if (found.mark().isOfLostLease()) {
            return "another process has taken worker id %s since the run of the local mark, which was written %s";
        }
        return (found.evidence() == MarkEvidence.OTHER_REGISTRY)
                ? "the local mark is about another one, in which its worker id %s may belong to another process: it was written %s"
                : "the local mark does not prove that the run which wrote it has ended, so that worker id %s may be in use; the directory looks copied: the mark was written %s";
    }

    /** Waits until the floor is no further ahead of the clock than timestamps may be; fails at once if that takes too long. */
    void awaitFloor() {
        TimeSource time = context.time();
        Duration maxWait = context.settings().maxWait();
        long deadlineNanos = time.nanoTime() + 2 * maxWait.toNanos();
        for (long left = millisToFloor(); left > 0; left = millisToFloor()) {
            boolean isTooLong = left > maxWait.toMillis() || time.nanoTime() - deadlineNanos > 0;
            if (isTooLong || Thread.currentThread().isInterrupted()) {
                LeaseWindow window = state.window();
                throw new WorkerIdException.ClockBehindMark(
                        window.workerId(), time.now(), Instant.ofEpochMilli(window.floorMillis()));
            }
            time.parkNanos(TimeUnit.MILLISECONDS.toNanos(Math.min(left, LONGEST_PAUSE.toMillis())));
        }
    }

    private long millisToFloor() {
        long first = state.window().floorMillis() - context.settings().lead().toMillis();
        return first - context.time().currentTimeMillis();
    }
}
