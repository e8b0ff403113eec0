package io.leafid.segment;

import io.leafid.IdSequence;
import io.leafid.Tags;
import io.leafid.segment.SegmentAwaiter.TagRestorer;
import io.leafid.segment.SegmentAwaiter.Unknown;
import org.jspecify.annotations.Nullable;

/**
 * The ids of one tag: hands them out from the reserve, starts the next allocation in time and waits if nothing is reserved.
 * Thread-safe.
 *
 * <pre>
 * Invariants
 *   - Every path that hands an id out checks whether the next segment is due.
 * Locks: none. Callers wait only when nothing is reserved.
 * </pre>
 */
final class SegmentBuffer extends SegmentReserve implements IdSequence {

    private final String tag;
    private final SegmentContext context;
    private final SegmentAllocator allocator;
    private final TagRestorer restorer;
    private final RateMeter rate;
    private volatile long knownSinceNanos;

    SegmentBuffer(
            SegmentContext context, TagRestorer restorer, RewindGuard guard, TagRow row, AllocationHistory history) {
        this.tag = row.tag();
        this.context = context;
        this.allocator = new SegmentAllocator(context, guard, row, this, history);
        this.restorer = restorer;
        this.knownSinceNanos = context.time().nanoTime();
        this.rate = new RateMeter(knownSinceNanos);
    }

    @Override
    public String tag() {
        return tag;
    }

    @Override
    public long next() {
        Segment segment = current();
        long id = segment.claim();
        if (id == Segment.EXHAUSTED) {
            return nextWhenExhausted();
        }
        if (segment.wantsSuccessorAt(id)) {
            allocator.ensureStarted(0);
        }
        return id;
    }

    private long nextWhenExhausted() {
        long[] id = new long[1];
        fill(id, null, Unknown.AS_CONFIGURED);
        return id[0];
    }

    @Override
    public long[] next(int count) {
        long[] ids = new long[Tags.requireBatch(count)];
        fill(ids, null, Unknown.AS_CONFIGURED);
        return ids;
    }

    /** As {@link #next(int)}, for a call that has a deadline already. */
    long[] next(int count, Deadline deadline, Unknown unknown) {
        long[] ids = new long[count];
        fill(ids, deadline, unknown);
        return ids;
    }

    /** Fills the array; without a deadline the call's time begins when it first has to wait. */
    private void fill(long[] ids, @Nullable Deadline given, Unknown unknown) {
        int filled = claim(ids, 0);
        if (filled == ids.length) {
            return;
        }
        Deadline deadline = (given == null) ? context.deadline() : given;
        SegmentAwaiter awaiter = new SegmentAwaiter(this, allocator, restorer, deadline, unknown, ids.length - filled);
        try {
            while (filled < ids.length) {
                awaiter.awaitSegment();
                filled += claim(ids, filled);
            }
        } finally {
            awaiter.end();
        }
    }

    /** Claims what is reserved, in order, and returns how many ids that were. */
    private int claim(long[] ids, int from) {
        int filled = from;
        Segment segment = current();
        while (true) {
            filled += segment.claim(ids, filled);
            if (segment.wantsSuccessor()) {
                allocator.ensureStarted(0);
            }
            if (filled == ids.length || !advanceFrom(segment)) {
                return filled - from;
            }
            segment = current();
        }
    }

    /** Follows the tag's row; issues again if the tag had been gone. */
    void confirm(long configuredStep) {
        allocator.configure(configuredStep);
        if (isRetired()) {
            knownSinceNanos = context.time().nanoTime();
            reinstate();
        }
    }

    /**
     * Begins anew after a stop. What was allocated before it and not handed out may have been given back, so a range that
     * begins at the end of what was handed out, by this run or by those that have noted {@code notedEnd}, is no rewind.
     */
    void resume(long notedEnd) {
        allocator.resume(Math.max(issuedEnd(), notedEnd));
    }

    /** Whether a caller has asked for an id in this run: a segment was allocated, or is being allocated. */
    boolean isUsed() {
        return allocator.history().last() != null || allocator.isRunning();
    }

    SegmentAllocator allocator() {
        return allocator;
    }

    SegmentContext context() {
        return context;
    }

    RateMeter rate() {
        return rate;
    }

    long knownSinceNanos() {
        return knownSinceNanos;
    }
}
