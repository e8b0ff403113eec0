package io.leafid.segment.buffer;

import io.leafid.IdGenerationException;
import io.leafid.segment.status.SegmentRange;
import io.leafid.segment.status.SegmentTotals;
import io.leafid.time.TimeSource;
import java.util.Optional;

/**
 * The ids of one tag that are allocated in the store, whatever is reserved ahead of them: how the tag goes and comes back, and what was
 * done for it. Thread-safe.
 */
abstract class AllocatingBuffer extends TagBuffer implements Reserve {

    private final TimeSource time;
    private final WaitStatistics waits = new WaitStatistics();
    private volatile long knownSinceNanos;
    private volatile boolean retired;

    /** The buffer of a tag that has become known now. */
    AllocatingBuffer(String tag, TimeSource time) {
        super(tag);
        this.time = time;
        this.knownSinceNanos = time.nanoTime();
    }

    /** What is allocated for this buffer. */
    abstract Allocations allocator();

    /** Ids handed out so far. */
    abstract long issued();

    final WaitStatistics waits() {
        return waits;
    }

    /** Stops issuing until the tag is confirmed; what is reserved stays as it is. */
    final void stopIssuing() {
        retired = true;
    }

    @Override
    public final void confirm(long configuredStep) {
        allocator().configure(configuredStep);
        if (retired) {
            knownSinceNanos = time.nanoTime();
            retired = false;
        }
    }

    @Override
    public final Optional<SegmentRange> retire(IdGenerationException reason) {
        Optional<SegmentRange> rest = retire();
        // After the retirement, so that a caller that is woken by it finds nothing to allocate or to wait for.
        allocator().cancel(reason);
        return rest;
    }

    @Override
    public final void resume(long notedEnd) {
        allocator().resume(Math.max(issuedEnd(), notedEnd));
    }

    @Override
    public final boolean isRetired() {
        return retired;
    }

    @Override
    public final boolean isUsed() {
        return allocator().history().last() != null || allocator().isRunning();
    }

    @Override
    public final long knownSinceNanos() {
        return knownSinceNanos;
    }

    @Override
    public final SegmentTotals totals() {
        return new SegmentTotals(issued(), allocator().history().totals(), waits.count(), waits.totalNanos());
    }

    /** The allocations of one tag, as its buffer sees them. Thread-safe. */
    interface Allocations {

        String tag();

        /** What the last ones have told. */
        AllocationHistory history();

        /** Whether one is under way or waits for its time. */
        boolean isRunning();

        /** Takes over a step that was changed by hand; the next one honours it. */
        void configure(long newStep);

        /** Ends the one under way because the buffer is closed; what it may still bring is burnt. */
        void cancel(IdGenerationException reason);

        /** Begins anew after a stop, when none is under way: a range may begin at {@code highestEnd}. */
        void resume(long highestEnd);
    }
}
