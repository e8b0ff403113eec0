package io.leafid.segment;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one tag's buffer held at one moment. Immutable; reading it consumes no id and asks no store.
 *
 * @param tag the tag
 * @param state whether ids can be issued
 * @param steps how many ids an allocation takes
 * @param reserve what is reserved and not handed out
 * @param traffic what is handed out
 * @param waits the calls that had to wait
 * @param allocations what came of the allocations
 */
public record SegmentTagStatus(
        String tag, State state, Steps steps, Reserve reserve, Traffic traffic, Waits waits, Allocations allocations) {

    // Read beside the callers who claim. All numbers about ids follow from one reading of the current segment's
    // counter; what was
    // not claimed from that segment cannot have been claimed from those behind it. The reading is repeated if the
    // buffer has
    // moved on meanwhile.

    /** An allocation that callers hardly notice is no outage, even where callers must not wait at all. */
    private static final Duration SHORT = Duration.ofMillis(100);

    private static final int TRIES = 8; // a buffer that moves on faster than it can be read shows its last reading

    static SegmentTagStatus read(SegmentBuffer buffer, long nowNanos) {
        SegmentTagStatus status = readOnce(buffer, nowNanos);
        for (int i = 1; i < TRIES && !isConsistent(status, buffer); i++) {
            status = readOnce(buffer, nowNanos);
        }
        return status;
    }

    private static boolean isConsistent(SegmentTagStatus status, SegmentBuffer buffer) {
        SegmentRange range = status.reserve().current();
        long first = (range == null) ? Segment.NONE.first() : range.first();
        return buffer.current().first() == first
                && status.allocations().totals().successes()
                        == buffer.allocator().history().allocations();
    }

    private static SegmentTagStatus readOnce(SegmentBuffer buffer, long nowNanos) {
        AllocationHistory history = buffer.allocator().history();
        boolean allocating = buffer.allocator().isRunning();
        boolean hanging = buffer.allocator().runningNanos(nowNanos) >= patienceNanos(buffer);
        Segment current = buffer.current();
        Reserve reserve = reserve(current);
        long issued = buffer.issuedBefore(current) + (reserve.next() - current.first());
        return new SegmentTagStatus(
                buffer.tag(),
                state(history, reserve.unused(), allocating, hanging),
                steps(history, buffer.allocator().configuredStep()),
                reserve,
                new Traffic(issued, buffer.rate().read(issued, nowNanos)),
                waits(buffer.waits()),
                allocations(history));
    }

    private static Allocations allocations(AllocationHistory history) {
        AllocationHistory.Failures failures = history.failures();
        return new Allocations(history.totals(), history.last(), failures.inARow(), failures.since());
    }

    private static Steps steps(AllocationHistory history, long configured) {
        return new Steps((history.allocations() == 0) ? configured : history.step(), configured);
    }

    private static Reserve reserve(Segment current) {
        List<SegmentRange> upcoming = upcoming(current); // before the counter: what is behind it is untouched by then
        long claimed = current.claimed();
        long remaining = current.end() - current.first() - claimed;
        long ahead = upcoming.stream().mapToLong(SegmentRange::size).sum();
        @Nullable SegmentRange range = (current == Segment.NONE) ? null : new SegmentRange(current.first(), current.end());
        return new Reserve(range, current.first() + claimed, remaining, upcoming, remaining + ahead);
    }

    private static Waits waits(WaitStatistics waits) {
        return new Waits(waits.waiting(), waits.count(), waits.totalNanos(), waits.longestNanos());
    }

    private static List<SegmentRange> upcoming(Segment current) {
        List<SegmentRange> ranges = new ArrayList<>(1);
        for (Segment next = current.successor(); next != null; next = next.successor()) {
            ranges.add(new SegmentRange(next.first(), next.end()));
        }
        return List.copyOf(ranges);
    }

    /** How long a caller waits for an allocation before the call fails. */
    private static long patienceNanos(SegmentBuffer buffer) {
        return Math.max(
                SHORT.toNanos(), buffer.context().settings().waitTimeout().toNanos());
    }

    private static State state(AllocationHistory history, long unused, boolean allocating, boolean hanging) {
        boolean failing = history.failures().inARow() > 0;
        if (unused > 0) {
            return failing ? State.DEGRADED : State.READY;
        }
        if (failing || hanging) {
            return State.UNAVAILABLE;
        }
        return allocating ? State.LOADING : State.IDLE;
    }

    /**
     * How many ids an allocation takes. Immutable.
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
     * What came of the allocations. Immutable.
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

    /** Whether a tag can issue ids. */
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
