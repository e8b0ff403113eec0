package io.leafid.segment.status;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of one tag at one moment. Immutable; reading it consumes no id and asks no store.
 *
 * @param tag the tag
 * @param order among which calls its ids grow
 * @param state whether ids can be issued
 * @param steps how many ids an allocation takes
 * @param reserve what is reserved and not handed out
 * @param traffic what is handed out
 * @param waits the calls that had to wait
 * @param allocations what came of the allocations
 */
public record SegmentTagStatus(
        String tag,
        IdOrder order,
        State state,
        Steps steps,
        Reserve reserve,
        Traffic traffic,
        Waits waits,
        Allocations allocations) {

    /** The same after other ids of the tag, which had done so much since the start. */
    public SegmentTagStatus after(SegmentTotals before) {
        return new SegmentTagStatus(
                tag,
                order,
                state,
                steps,
                reserve,
                new Traffic(before.issued() + traffic.issued, traffic.idsPerSecond),
                new Waits(
                        waits.waiting,
                        before.waits() + waits.count,
                        before.waitedNanos() + waits.nanos,
                        waits.longestNanos),
                new Allocations(
                        before.loads().plus(allocations.totals),
                        allocations.last,
                        allocations.failuresInARow,
                        allocations.failingSince));
    }

    /**
     * The steps of a tag: how many ids an allocation takes. Immutable.
     *
     * @param current the step of the last segment; the configured one before the first
     * @param configured the step of the tag's row
     */
    public record Steps(long current, long configured) {}

    /**
     * The ids that are reserved. Immutable.
     *
     * @param current the segment that ids come from; {@code null} if none was allocated yet
     * @param next the id that the next call would get, if {@code current} is not used up
     * @param remaining ids left in {@code current}
     * @param upcoming the segments that follow it
     * @param unused ids that are reserved but not handed out
     */
    public record Reserve(
            @Nullable SegmentRange current, long next, long remaining, List<SegmentRange> upcoming, long unused) {}

    /**
     * The ids that were handed out. Immutable.
     *
     * @param issued how many since the start
     * @param idsPerSecond how many per second lately
     */
    public record Traffic(long issued, double idsPerSecond) {}

    /**
     * The calls that found nothing reserved. Immutable.
     *
     * @param waiting callers that wait now
     * @param count calls that had to wait, since the start
     * @param nanos how long those waited altogether, in nanoseconds
     * @param longestNanos the longest wait of a call, in nanoseconds
     */
    public record Waits(int waiting, long count, long nanos, long longestNanos) {}

    /**
     * The outcomes of the allocations. Immutable.
     *
     * @param totals all allocations since the start
     * @param last the last one; {@code null} before the first
     * @param failuresInARow how many have failed since the last good one
     * @param failingSince when the first of those was noticed, by this process's clock; {@code null} if there are none
     */
    public record Allocations(
            AllocationTotals totals,
            @Nullable LastAllocation last,
            int failuresInARow,
            @Nullable Instant failingSince) {}

    /** The ability of a tag to issue ids. */
    public enum State {
        /** Known, but nothing was asked of it yet. */
        IDLE,
        /** Ids are reserved. */
        READY,
        /** Ids are reserved, but the last allocation has failed. */
        DEGRADED,
        /** Nothing is reserved; an allocation is under way, and callers still wait for it. */
        LOADING,
        /**
         * Nothing is reserved, and the last allocation has failed, or the one under way takes longer than callers wait; so calls
         * fail.
         */
        UNAVAILABLE
    }
}
