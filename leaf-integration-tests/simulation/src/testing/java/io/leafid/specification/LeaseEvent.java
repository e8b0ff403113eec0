package io.leafid.specification;

import io.leafid.workerid.FoundMark;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.SimulatedRegistry;
import io.leafid.workerid.WorkerIdLease;

/**
 * What happened at a point of the protocol of worker ids; what does not belong to it is empty, 0 or -1. Immutable.
 *
 * @param process who did it
 * @param place the directory, or what it was copied from
 * @param time a floor, a mark or the time of an id
 */
public record LeaseEvent(Kind kind, String process, String place, int workerId, String token, long time, long ceiling) {

    /** A point of the protocol. */
    public enum Kind {
        /** The registry has made a record durable. */
        RECORDED,
        /** A hand or a fail-over has set a record. */
        SET,
        /** A hand begins to delete a record, or has done so. */
        DELETES,
        DELETED,
        /** A process asks for a worker id, with a token of its own. */
        ACQUIRES,
        /** The same with the mark of its last run, at a place if that is known to have ended. */
        BRINGS,
        HELD,
        FAILED,
        /** A process asks for a higher ceiling. */
        ASKS,
        ANSWERED,
        LOST,
        UNANSWERED,
        /** A registry is asked to release a worker id, which was used up to a time. */
        RELEASED,
        /** A process has read the mark of the last run. */
        FOUND,
        MARKED,
        USED,
        ENDED,
        COPIED
    }

    /** The same at another time. */
    LeaseEvent at(long other) {
        return new LeaseEvent(kind, process, place, workerId, token, other, ceiling);
    }

    /** The same up to another ceiling. */
    LeaseEvent upTo(long other) {
        return new LeaseEvent(kind, process, place, workerId, token, time, other);
    }

    public static LeaseEvent recorded(int workerId, String token, long ceiling) {
        return new LeaseEvent(Kind.RECORDED, "", "", workerId, token, 0, ceiling);
    }

    public static LeaseEvent set(int workerId, SimulatedRegistry.Recorded record) {
        return new LeaseEvent(Kind.SET, "", "", workerId, record.token(), 0, record.ceilingMillis());
    }

    /** Of one worker id, or of all if that is negative. */
    public static LeaseEvent deletes(int workerId) {
        return new LeaseEvent(Kind.DELETES, "", "", workerId, "", 0, 0);
    }

    public static LeaseEvent deleted(int workerId) {
        return new LeaseEvent(Kind.DELETED, "", "", workerId, "", 0, 0);
    }

    public static LeaseEvent acquires(String process, String place, String token) {
        return new LeaseEvent(Kind.ACQUIRES, process, place, -1, token, 0, 0);
    }

    public static LeaseEvent brings(String process, String place, FoundMark found) {
        return of(Kind.BRINGS, process, found.isOfEndedRun() ? place : "", found.mark());
    }

    public static LeaseEvent released(String process, WorkerIdLease lease, long usedUpToMillis) {
        return new LeaseEvent(Kind.RELEASED, process, "", lease.workerId(), lease.token(), usedUpToMillis, 0);
    }

    public static LeaseEvent held(String process, WorkerIdLease lease) {
        return of(Kind.HELD, process, "", lease);
    }

    public static LeaseEvent failed(String process, String token) {
        return new LeaseEvent(Kind.FAILED, process, "", -1, token, 0, 0);
    }

    public static LeaseEvent asks(String process, int workerId, String token, long ceiling) {
        return new LeaseEvent(Kind.ASKS, process, "", workerId, token, 0, ceiling);
    }

    public static LeaseEvent answered(String process, WorkerIdLease lease) {
        return of(Kind.ANSWERED, process, "", lease);
    }

    public static LeaseEvent lost(String process, int workerId) {
        return new LeaseEvent(Kind.LOST, process, "", workerId, "", 0, 0);
    }

    public static LeaseEvent unanswered(String process, int workerId) {
        return new LeaseEvent(Kind.UNANSWERED, process, "", workerId, "", 0, 0);
    }

    public static LeaseEvent found(String process, String place, HighWaterMark mark) {
        return of(Kind.FOUND, process, place, mark);
    }

    public static LeaseEvent marked(String process, String place, HighWaterMark mark) {
        return of(Kind.MARKED, process, place, mark);
    }

    public static LeaseEvent used(String process, int workerId, long millis) {
        return new LeaseEvent(Kind.USED, process, "", workerId, "", millis, 0);
    }

    public static LeaseEvent ended(String process) {
        return new LeaseEvent(Kind.ENDED, process, "", -1, "", 0, 0);
    }

    public static LeaseEvent copied(String from, String to) {
        return new LeaseEvent(Kind.COPIED, to, from, -1, "", 0, 0);
    }

    private static LeaseEvent of(Kind kind, String process, String place, WorkerIdLease lease) {
        return new LeaseEvent(
                kind, process, place, lease.workerId(), lease.token(), lease.floorMillis(), lease.ceilingMillis());
    }

    private static LeaseEvent of(Kind kind, String process, String place, HighWaterMark mark) {
        return new LeaseEvent(
                kind, process, place, mark.workerId(), mark.leaseToken(), mark.markMillis(), mark.ceilingMillis());
    }
}
