package io.leafid.cluster;

import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.WorkerIdLease;
import java.util.ArrayList;
import java.util.List;

/** What happened at the points of the protocol of worker ids, in order. For one thread. */
final class Trace {

    private final List<Event> events = new ArrayList<>();

    void add(Event event) {
        events.add(event);
    }

    List<Event> events() {
        return List.copyOf(events);
    }

    /** A point of the protocol. */
    enum Kind {
        /** The registry has made a record durable. */
        RECORDED,
        /** A process asks for a worker id, with a token of its own. */
        ACQUIRES,
        HELD,
        FAILED,
        /** A process asks for a higher ceiling. */
        ASKS,
        ANSWERED,
        LOST,
        UNANSWERED,
        /** A process has read the mark of the last run. */
        FOUND,
        MARKED,
        USED,
        ENDED,
        COPIED
    }

    /**
     * What happened at one of them; what does not belong to it is empty, 0 or -1.
     *
     * @param process who did it
     * @param place the directory, or what it was copied from
     * @param time a floor, a mark or the time of an id
     */
    record Event(Kind kind, String process, String place, int workerId, String token, long time, long ceiling) {

        static Event recorded(int workerId, String token, long ceiling) {
            return new Event(Kind.RECORDED, "", "", workerId, token, 0, ceiling);
        }

        static Event acquires(String process, String place, String token) {
            return new Event(Kind.ACQUIRES, process, place, -1, token, 0, 0);
        }

        static Event held(String process, WorkerIdLease lease) {
            return of(Kind.HELD, process, "", lease);
        }

        static Event failed(String process, String token) {
            return new Event(Kind.FAILED, process, "", -1, token, 0, 0);
        }

        static Event asks(String process, int workerId, String token, long ceiling) {
            return new Event(Kind.ASKS, process, "", workerId, token, 0, ceiling);
        }

        static Event answered(String process, WorkerIdLease lease) {
            return of(Kind.ANSWERED, process, "", lease);
        }

        static Event lost(String process, int workerId) {
            return new Event(Kind.LOST, process, "", workerId, "", 0, 0);
        }

        static Event unanswered(String process, int workerId) {
            return new Event(Kind.UNANSWERED, process, "", workerId, "", 0, 0);
        }

        static Event found(String process, String place, HighWaterMark mark) {
            return of(Kind.FOUND, process, place, mark);
        }

        static Event marked(String process, String place, HighWaterMark mark) {
            return of(Kind.MARKED, process, place, mark);
        }

        static Event used(String process, int workerId, long millis) {
            return new Event(Kind.USED, process, "", workerId, "", millis, 0);
        }

        static Event ended(String process) {
            return new Event(Kind.ENDED, process, "", -1, "", 0, 0);
        }

        static Event copied(String from, String to) {
            return new Event(Kind.COPIED, to, from, -1, "", 0, 0);
        }

        private static Event of(Kind kind, String process, String place, WorkerIdLease lease) {
            return new Event(
                    kind, process, place, lease.workerId(), lease.token(), lease.floorMillis(), lease.ceilingMillis());
        }

        private static Event of(Kind kind, String process, String place, HighWaterMark mark) {
            return new Event(
                    kind, process, place, mark.workerId(), mark.token(), mark.markMillis(), mark.ceilingMillis());
        }
    }
}
