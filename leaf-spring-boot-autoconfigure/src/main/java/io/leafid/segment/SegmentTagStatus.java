package io.leafid.segment;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one tag's buffer held at one moment. Immutable; reading it consumes no id and asks no store.
 *
 * @param tag the tag
 * @param state whether ids can be issued
 * @param step the step of the last allocation; the configured one before the first
 * @param configuredStep the step of the tag's row
 * @param current the segment that ids come from; {@code null} if none was allocated yet
 * @param next the id that the next call would get, if {@code current} is not used up
 * @param remaining ids left in {@code current}
 * @param upcoming the segments that follow it
 * @param reservedUnused ids that are reserved but not handed out
 * @param issued ids handed out since the start
 * @param idsPerSecond how many ids were handed out per second lately
 * @param waiting callers that wait for a segment
 * @param lastLoad the last attempt to allocate a segment; {@code null} before the first
 * @param failuresInARow failed attempts since the last good one
 * @param failingSince when the first of those was noticed, by this process's clock; {@code null} if there are none
 * @param loads all attempts to allocate segments since the start
 * @param allocations segments allocated since the start
 * @param waits calls that had to wait, since the start
 * @param waitedNanos how long those waited altogether, in nanoseconds
 * @param longestWaitNanos the longest wait of a call, in nanoseconds
 */
public record SegmentTagStatus(
        String tag,
        State state,
        long step,
        long configuredStep,
        @Nullable SegmentRange current,
        long next,
        long remaining,
        List<SegmentRange> upcoming,
        long reservedUnused,
        long issued,
        double idsPerSecond,
        int waiting,
        @Nullable LastAllocation lastLoad,
        int failuresInARow,
        @Nullable Instant failingSince,
        AllocationTotals loads,
        int allocations,
        long waits,
        long waitedNanos,
        long longestWaitNanos) {

    /** Whether a tag can issue ids. */
    public enum State {
        /** Known, but nothing was asked of it yet. */
        IDLE,
        /** Ids are reserved. */
        READY,
        /** Ids are reserved, but the last attempt to allocate more has failed. */
        DEGRADED,
        /** Nothing is reserved; an allocation is under way, and callers still wait for it. */
        LOADING,
        /**
         * Nothing is reserved, and the last attempt to allocate has failed, or the one under way takes longer than callers wait; so
         * calls fail.
         */
        UNAVAILABLE
    }
}
