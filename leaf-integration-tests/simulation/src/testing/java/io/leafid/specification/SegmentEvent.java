package io.leafid.specification;

/**
 * What happened at a point of the protocol of segments; what does not belong to it is empty or -1. Immutable.
 *
 * @param process who did it; empty for what happens to a row
 * @param tag the tag, or empty for all tags
 * @param database where it happened, counted from 0; -1 where {@code first} and {@code end} are ids
 * @param first the first number or id
 * @param end the end, exclusive
 * @param more the number of a call, the version of a row, or the place among all events at which a call began
 */
public record SegmentEvent(Kind kind, String process, String tag, int database, long first, long end, long more) {

    /** A point of the protocol. */
    public enum Kind {
        /** A process has read in its notes what was handed out. */
        FOUND,
        STARTS,
        STOPS,
        STOPPED,
        ENDED,
        /** The disk has what was handed out. */
        NOTED,
        /** A store is asked for ids above {@code first}. */
        ASKS,
        REPLIED,
        /** Another tag of a process was granted a range, so that the process knows the server. */
        MET,
        FAILED,
        /** A database has granted a range. */
        GRANTED,
        /** A database has refused to grant from a row that was set back. */
        REFUSED,
        /** A hand has set a row to {@code first}. */
        SET,
        /** Another server answers, on which the row stands at {@code first}. */
        CHANGED,
        /** A tag was not found. */
        MISSED,
        LIMITS,
        LIMITED,
        /** A caller has got ids. */
        USED,
        /** A client was granted ids. */
        SOLD,
        /** A store is asked to take a range back. */
        RETURNS,
        /** A database has read a row that is to be moved back. */
        LOOKED,
        RETURNED
    }

    /** Of a process and all its tags. */
    public static SegmentEvent of(Kind kind, String process) {
        return of(kind, process, "");
    }

    /** Of a process and a tag. */
    public static SegmentEvent of(Kind kind, String process, String tag) {
        return new SegmentEvent(kind, process, tag, -1, -1, -1, -1);
    }

    /** Of a process and ids. */
    public static SegmentEvent of(Kind kind, String process, String tag, long first, long end, long more) {
        return new SegmentEvent(kind, process, tag, -1, first, end, more);
    }
}
