package io.leafid.segment.buffer;

import io.leafid.segment.status.IdOrder;
import io.leafid.segment.status.SegmentRange;
import io.leafid.segment.status.SegmentTagStatus;
import io.leafid.segment.status.SegmentTagStatus.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads what one buffer holds, beside the callers who claim. Immutable.
 *
 * <p>All numbers about ids follow from one reading of the current segment's counter; what was not claimed from that segment
 * cannot have been claimed from those behind it. The reading is repeated if the buffer has moved on meanwhile.
 *
 * @param buffer the ids of the tag
 * @param segments what they come from
 */
record StatusReader(TagBuffer buffer, SegmentChain segments) {

    /** An allocation that callers hardly notice is no outage, even where callers must not wait at all. */
    private static final Duration SHORT = Duration.ofMillis(100);

    private static final int TRIES = 8; // a buffer that moves on faster than it can be read shows its last reading

    /** The status at a moment of the nano clock. */
    SegmentTagStatus read(long nowNanos) {
        long patienceNanos = patienceNanos(buffer.context().settings().waitTimeout());
        SegmentTagStatus status = readOnce(nowNanos, patienceNanos);
        for (int i = 1; i < TRIES && !isConsistent(status); i++) {
            status = readOnce(nowNanos, patienceNanos);
        }
        return status;
    }

    private boolean isConsistent(SegmentTagStatus status) {
        SegmentRange range = status.reserve().current();
        long first = (range == null) ? Segment.EMPTY.first() : range.first();
        return segments.current().first() == first
                && status.allocations().totals().successes()
                        == buffer.allocator().history().allocations();
    }

    private SegmentTagStatus readOnce(long nowNanos, long patienceNanos) {
        SegmentAllocator allocator = buffer.allocator();
        AllocationHistory history = allocator.history();
        boolean allocating = allocator.isRunning();
        boolean hanging = allocator.runningNanos(nowNanos) >= patienceNanos;
        Segment current = segments.current();
        SegmentTagStatus.Reserve reserved = reserved(current);
        long issued = segments.issuedBefore(current) + current.below(reserved.next());
        return new SegmentTagStatus(
                buffer.tag(),
                IdOrder.NODE,
                state(history, reserved.unused(), allocating, hanging),
                steps(history, allocator.configuredStep()),
                reserved,
                new SegmentTagStatus.Traffic(issued, buffer.rate().read(issued, nowNanos)),
                buffer.waits().status(),
                history.status());
    }

    private static SegmentTagStatus.Steps steps(AllocationHistory history, long configured) {
        return new SegmentTagStatus.Steps((history.step() == 0) ? configured : history.step(), configured);
    }

    private static SegmentTagStatus.Reserve reserved(Segment current) {
        List<SegmentRange> upcoming = upcoming(current); // before the counter: what is behind it is untouched by then
        long claimed = current.claimed();
        long remaining = current.size() - claimed;
        long ahead = upcoming.stream().mapToLong(SegmentRange::size).sum();
        @Nullable SegmentRange range = current.isEmpty() ? null : current.range();
        return new SegmentTagStatus.Reserve(range, current.idAt(claimed), remaining, upcoming, remaining + ahead);
    }

    /** The time that an allocation may last before a tag without ids counts as unable, where callers wait at most so long. */
    static long patienceNanos(Duration waitTimeout) {
        return Math.max(SHORT.toNanos(), waitTimeout.toNanos());
    }

    private static List<SegmentRange> upcoming(Segment current) {
        List<SegmentRange> ranges = new ArrayList<>(1);
        for (Segment next = current.successor(); next != null; next = next.successor()) {
            ranges.add(next.range());
        }
        return List.copyOf(ranges);
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
}
