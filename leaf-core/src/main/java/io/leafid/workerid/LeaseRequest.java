package io.leafid.workerid;

import io.leafid.SnowflakeLayout;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A request for the lease of a worker id. Immutable.
 *
 * @param run who asks, and what it knows of its run before
 * @param ids what the lease is for
 * @param period the time that the lease must cover
 * @param time the clocks
 */
public record LeaseRequest(Run run, Ids ids, Period period, TimeSource time) {

    /**
     * A request as a first start makes it: with a fresh random token, no mark, and the default period.
     *
     * @param identity who asks
     * @param workerIds the worker ids that may be taken
     * @param layout the layout that goes with them
     * @param time the clocks
     */
    public static LeaseRequest of(
            NodeIdentity identity, WorkerIdRange workerIds, SnowflakeLayout layout, TimeSource time) {
        return new LeaseRequest(
                new Run(identity, newToken(), Optional.empty(), () -> {}),
                new Ids(workerIds, layout),
                Period.DEFAULT,
                time);
    }

    /** A token that no lease has had before. */
    public static String newToken() {
        return UUID.randomUUID().toString();
    }

    /** The same request with another token. */
    public LeaseRequest withToken(String token) {
        return new LeaseRequest(new Run(identity(), token, ownMark(), run.onOtherOwner), ids, period, time);
    }

    /** The same request by an instance that has a mark of its last run. */
    public LeaseRequest withMark(FoundMark mark) {
        return new LeaseRequest(new Run(identity(), token(), Optional.of(mark), run.onOtherOwner), ids, period, time);
    }

    /** The same request for other worker ids. */
    public LeaseRequest within(WorkerIdRange workerIds) {
        return new LeaseRequest(run, new Ids(workerIds, layout(), ids.floorMillis), period, time);
    }

    /** The same request with another layout. */
    public LeaseRequest laidOut(SnowflakeLayout layout) {
        return new LeaseRequest(run, new Ids(workerIds(), layout, ids.floorMillis), period, time);
    }

    /** The same request for ids that are not before a millisecond. */
    public LeaseRequest notBefore(long floorMillis) {
        return new LeaseRequest(run, new Ids(workerIds(), layout(), floorMillis), period, time);
    }

    /** The same request for another period. */
    public LeaseRequest over(Period newPeriod) {
        return new LeaseRequest(run, ids, newPeriod, time);
    }

    /** The same request by other clocks. */
    public LeaseRequest by(TimeSource clocks) {
        return new LeaseRequest(run, ids, period, clocks);
    }

    /** The identity of the instance that asks. */
    public NodeIdentity identity() {
        return run.identity();
    }

    /** The token that the lease must carry. */
    public String token() {
        return run.token();
    }

    /** The word of the local file of this instance about its last run, if there is one. */
    public Optional<FoundMark> ownMark() {
        return run.ownMark();
    }

    /** The worker ids that may be taken. */
    public WorkerIdRange workerIds() {
        return ids.workerIds();
    }

    /** The layout of the ids. */
    public SnowflakeLayout layout() {
        return ids.layout();
    }

    /**
     * The first millisecond that may be used with a worker id, given what the registry has recorded for it.
     *
     * <p>The registry's ceiling counts. The own local mark counts instead if the recorded token is its own and the
     * run that wrote both is known to have ended: nothing at or above the local mark was ever issued, not even while the
     * registry was unavailable and the mark ran ahead of it. Without that proof the run may go on, wherever the mark was copied
     * from, so that both count. So they do with another token, and for a mark behind the last report: a run reports only
     * while its mark is ahead of its clock, so that such a mark comes from a restored disk. Another token is noted, as {@link #noteOwner} does.
     *
     * @param workerId the worker id
     * @param recordedToken the token of its last owner; empty if unknown
     * @param recordedCeilingMillis the ceiling of its last owner; 0 if unknown
     * @param reportedMillis when the last owner wrote that, by its own clock; 0 if unknown
     */
    public long floorFor(int workerId, String recordedToken, long recordedCeilingMillis, long reportedMillis) {
        if (isFromLastRun(workerId, recordedToken, reportedMillis)) {
            return ownMark().orElseThrow().mark().markMillis();
        }
        if (!recordedToken.isEmpty()) {
            noteOwner(workerId, recordedToken);
        }
        return ownMark()
                .filter(found -> isAbout(found, workerId, recordedToken))
                .map(found -> Math.max(found.mark().markMillis(), recordedCeilingMillis))
                .orElse(recordedCeilingMillis);
    }

    /**
     * Notes the owner of a worker id as the registry shows it. Holders call this before they watch it: who has read of another owner must not
     * go on from the own mark alone, whatever becomes of the registry.
     *
     * @param workerId the worker id
     * @param token its token; empty if it has none, or has that of the mark and is seen to run
     */
    public void noteOwner(int workerId, String token) {
        ownMark()
                .filter(found -> isAbout(found, workerId, token))
                .filter(found -> !List.of(found.mark().leaseToken(), token()).contains(token))
                .ifPresent(found -> run.onOtherOwner.run());
    }

    /** The same for a worker id of which nothing is recorded: the own mark is all that is known. */
    public long floorWithoutRecord(int workerId) {
        return formerWorkerId().filter(former -> former == workerId).isPresent()
                ? ownMark().orElseThrow().floorAlone()
                : 0;
    }

    /** A mark of another registry is about this one only if that shows its very token: it is known by another address. */
    private static boolean isAbout(FoundMark found, int workerId, String recordedToken) {
        return found.mark().workerId() == workerId
                && (found.evidence() != MarkEvidence.OTHER_REGISTRY
                        || found.mark().token().equals(recordedToken));
    }

    /**
     * Returns whether the own mark is the last one of the run that the registry has recorded, and that run is known to have ended;
     * parameters as for the floor. Else a holder has to find out whether that run goes on.
     */
    public boolean isFromLastRun(int workerId, String recordedToken, long reportedMillis) {
        return ownMark()
                .filter(FoundMark::isOfEndedRun)
                .map(FoundMark::mark)
                .filter(mark -> mark.workerId() == workerId
                        && mark.token().equals(recordedToken)
                        && mark.markMillis() >= reportedMillis)
                .isPresent();
    }

    /** The token of the own last run, if that is known to have ended. */
    public Optional<String> endedToken() {
        return ownMark()
                .filter(FoundMark::isOfEndedRun)
                .map(found -> found.mark().leaseToken());
    }

    /** The worker id that the own mark names, if it is about this registry. */
    public Optional<Integer> formerWorkerId() {
        return ownMark()
                .filter(found -> found.evidence() != MarkEvidence.OTHER_REGISTRY)
                .map(found -> found.mark().workerId());
    }

    /**
     * The worker ids that may be taken and that the layout has room for.
     *
     * @throws WorkerIdException.BadAssignment if there are none
     */
    public WorkerIdRange usableWorkerIds() {
        int last = Math.min(workerIds().last(), layout().maxWorkerId());
        if (last < workerIds().first()) {
            throw new WorkerIdException.BadAssignment("none of the worker ids %s fits the layout, whose largest is %s"
                    .formatted(workerIds(), layout().maxWorkerId()));
        }
        return new WorkerIdRange(workerIds().first(), last);
    }

    /** Returns whether the caller is willing to wait for a floor, by the clock now. */
    public boolean acceptsFloor(long floorMillis) {
        return floorMillis - time.currentTimeMillis() <= period.maxWait().toMillis();
    }

    /** Returns whether it is known that nodes that run have put back all that was deleted. */
    boolean isSettled() {
        return period.settling().isZero();
    }

    /**
     * For how long no worker id may be taken that has no record, since nodes that run may have to put theirs back; zero if one may.
     *
     * @param ageMillis how old the record of the namespace is, by the registry's clock; negative if that stepped back since
     */
    Duration unsettledFor(long ageMillis) {
        Duration left = period.settling().minusMillis(ageMillis);
        return (ageMillis < 0 || left.isNegative()) ? Duration.ZERO : left;
    }

    /**
     * The lease on a worker id with a floor found for it, to be made durable before it is returned.
     *
     * @throws WorkerIdException.BadAssignment if the layout has no room for the worker id: its ids would be those of another one
     * @throws WorkerIdException.ClockBehindFloor if no id may be issued for longer than the caller is willing to wait
     */
    public WorkerIdLease lease(int workerId, long floorMillis) {
        requireRoom(workerId);
        if (!acceptsFloor(ids.floorMillis)) {
            throw new WorkerIdException.ClockBehindFloor(time.now(), Instant.ofEpochMilli(ids.floorMillis));
        }
        long floor = Math.max(Math.max(floorMillis, ids.floorMillis), period.notBeforeMillis());
        long ceiling =
                Math.max(time.currentTimeMillis(), floor) + period.reservation().toMillis();
        return new WorkerIdLease(workerId, token(), floor, Math.max(ceiling, markedCeiling(workerId)));
    }

    private void requireRoom(int workerId) {
        if (workerId > layout().maxWorkerId()) {
            throw new WorkerIdException.BadAssignment(
                    "worker id %s of %s does not fit the layout, whose largest is %s"
                            .formatted(workerId, identity(), layout().maxWorkerId()),
                    WorkerIdComponent.LAYOUT,
                    WorkerIdComponent.WORKER_IDS);
        }
    }

    /** The end of the time that a start goes on with if it does not hear that the lease is recorded: the record must cover it. */
    private long markedCeiling(int workerId) {
        return formerWorkerId().filter(former -> former == workerId).isPresent()
                ? ownMark().orElseThrow().mark().ceilingMillis()
                : 0;
    }

    /**
     * The run of an instance that asks.
     *
     * @param identity who it is
     * @param token the token that the lease must carry, fresh and random
     * @param ownMark what the local file of this instance says about its last run, and what that proves, if there is one
     * @param onOtherOwner runs when the registry shows another owner of the worker id that the mark names
     */
    public record Run(NodeIdentity identity, String token, Optional<FoundMark> ownMark, Runnable onOtherOwner) {}

    /**
     * The ids that a lease is for.
     *
     * @param workerIds the worker ids that may be taken
     * @param layout the layout that goes with the namespace; the registry refuses another one than the first it was told
     * @param floorMillis no id of an earlier millisecond may be issued, by this node or by another that starts later; 0 if any may
     */
    public record Ids(WorkerIdRange workerIds, SnowflakeLayout layout, long floorMillis) {

        /** Ids of any time. */
        public Ids(WorkerIdRange workerIds, SnowflakeLayout layout) {
            this(workerIds, layout, 0);
        }
    }

    /**
     * The time that a lease must cover.
     *
     * @param reservation how far beyond the present or, if that is later, the floor the ceiling must be
     * @param maxWait how far in the future a floor may lie: the caller waits for it; a fixed worker id with a later one is
     *     refused with {@link WorkerIdException.ClockBehindMark}, a free one is passed over
     * @param notBeforeMillis the lease's floor must not be below this; 0 if it does not matter
     * @param settling how old the record of a namespace has to be before a worker id is taken that has no record: nodes that
     *     run put theirs back meanwhile if all was deleted; zero if nothing was
     */
    public record Period(Duration reservation, Duration maxWait, long notBeforeMillis, Duration settling) {

        /** That of a registry of which nothing was deleted. */
        public Period(Duration reservation, Duration maxWait, long notBeforeMillis) {
            this(reservation, maxWait, notBeforeMillis, Duration.ZERO);
        }

        /** That of a first start with a fixed worker id. */
        public static final Period DEFAULT = new Period(Duration.ofSeconds(10), Duration.ofSeconds(15), 0);
    }
}
