package io.leafid.segment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a buffer holds at one moment, beside the callers who claim from it. Stateless.
 *
 * <p>All numbers about ids follow from one reading of the current segment's counter; what was not claimed from that
 * segment cannot have been claimed from those behind it. The reading is repeated if the buffer has moved on meanwhile.
 */
final class StatusReader {

    /** An allocation that callers hardly notice is no outage, even where callers must not wait at all. */
    private static final Duration SHORT = Duration.ofMillis(100);

    private static final int TRIES = 8; // a buffer that moves on faster than it can be read shows its last reading

    private StatusReader() {}

    static SegmentTagStatus read(SegmentBuffer buffer, long nowNanos) {
        SegmentTagStatus status = readOnce(buffer, nowNanos);
        for (int i = 1; i < TRIES && !isConsistent(status, buffer); i++) {
            status = readOnce(buffer, nowNanos);
        }
        return status;
    }

    private static boolean isConsistent(SegmentTagStatus status, SegmentBuffer buffer) {
        Segment current = buffer.current();
        long first = (status.current() == null)
                ? Segment.NONE.first()
                : status.current().first();
        return current.first() == first
                && status.allocations() == buffer.allocator().history().allocations();
    }

    private static SegmentTagStatus readOnce(SegmentBuffer buffer, long nowNanos) {
        AllocationHistory history = buffer.allocator().history();
        boolean allocating = buffer.allocator().isRunning();
        boolean hanging = buffer.allocator().runningNanos(nowNanos) >= patienceNanos(buffer);
        Segment current = buffer.current();
        List<SegmentRange> upcoming = upcoming(current);
        long claimed = current.claimed();
        long remaining = current.end() - current.first() - claimed;
        long unused =
                remaining + upcoming.stream().mapToLong(SegmentRange::size).sum();
        long issued = buffer.issuedBefore(current) + claimed;
        long configuredStep = buffer.allocator().configuredStep();
        @Nullable SegmentRange range = (current == Segment.NONE) ? null : new SegmentRange(current.first(), current.end());
        return new SegmentTagStatus(
                buffer.tag(),
                state(history, unused, allocating, hanging),
                (history.allocations() == 0) ? configuredStep : history.step(),
                configuredStep,
                range,
                current.first() + claimed,
                remaining,
                upcoming,
                unused,
                issued,
                buffer.rate().read(issued, nowNanos),
                buffer.waits().waiting(),
                history.last(),
                history.failures().inARow(),
                history.failures().since(),
                history.totals(),
                (int) history.allocations(),
                buffer.waits().count(),
                buffer.waits().totalNanos(),
                buffer.waits().longestNanos());
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

    private static SegmentTagStatus.State state(
            AllocationHistory history, long unused, boolean allocating, boolean hanging) {
        boolean failing = history.failures().inARow() > 0;
        if (unused > 0) {
            return failing ? SegmentTagStatus.State.DEGRADED : SegmentTagStatus.State.READY;
        }
        if (failing || hanging) {
            return SegmentTagStatus.State.UNAVAILABLE;
        }
        return allocating ? SegmentTagStatus.State.LOADING : SegmentTagStatus.State.IDLE;
    }
}
