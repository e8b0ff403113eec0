package io.leafid.segment.buffer;

import io.leafid.IdGenerationException;
import io.leafid.segment.status.SegmentRange;
import io.leafid.segment.status.SegmentTotals;
import io.leafid.time.TimeSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The ids of one tag that are allocated in the store, whatever is reserved ahead of them: how the tag goes and comes back, and what was
 * done for it. Thread-safe.
 */
abstract class AllocatingBuffer extends TagBuffer implements Reserve {

    private final TimeSource time;
    private final WaitStatistics waits = new WaitStatistics();
    private volatile long knownSinceNanos;
    private volatile boolean retired;
    private volatile CallerGroups groups = CallerGroups.NONE; // a table may have a million tags, and groups of few

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

    /** Waits until a retirement by another thread, which asks no store, has noted the end of what was issued. */
    void awaitOtherRetirement(TimeSource clock) {
        // nothing is reserved, so none takes anything away
    }

    /** Whether another buffer stands for this one, for ever. */
    boolean isReplaced() {
        return false;
    }

    final WaitStatistics waits() {
        return waits;
    }

    /** The callers that wait for an allocation which has not begun yet. */
    final CallerGroups groups() {
        return groups;
    }

    /** The same for a caller that is going to be one of them. */
    final synchronized CallerGroups groupsToJoin() {
        if (groups == CallerGroups.NONE) {
            groups = new CallerGroups();
        }
        return groups;
    }

    /** Begins the allocation for the group that has formed meanwhile, and wakes those whose group has ended. */
    @Override
    public final void ended() {
        CallerGroups callers = groups;
        if (!callers.areWaiting() || (!retired && allocator().ensureStarted(patienceNanos()) != null)) {
            callers.wake();
        } else {
            callers.refuseWaiting();
        }
    }

    /** How long callers wait at most. */
    abstract long patienceNanos();

    /** Stops issuing until the tag is confirmed; what is reserved stays as it is. */
    final void stopIssuing() {
        retired = true;
        groups.close();
        groups.refuseWaiting();
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
        awaitOtherRetirement(time);
        // After the retirement, so that a caller that is woken by it finds nothing to allocate or to wait for.
        allocator().cancel(reason);
        groups.close(); // again, since the one under way may have ended just before it was cancelled
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
    public final boolean hasIssued() {
        return issued() > 0;
    }

    @Override
    public final boolean isSetBack() {
        return allocator().history().failures().rewound();
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

        /** What the last ones have told. */
        AllocationHistory history();

        /** Whether one is under way or waits for its time. */
        boolean isRunning();

        /**
         * Starts one unless one is running or none is due. Never blocks.
         *
         * @param patienceNanos how long the back-off may still last
         * @return the one under way, or {@code null} if none is due or the back-off lasts longer
         */
        @Nullable StoreCall<AllocationOutcome> ensureStarted(long patienceNanos);

        /** Takes over a step that was changed by hand; the next one honours it. */
        void configure(long newStep);

        /** Ends the one under way because the buffer is closed; what it may still bring is discarded. */
        void cancel(IdGenerationException reason);

        /** Begins anew after a stop, when none is under way: a range may begin at {@code highestEnd}. */
        void resume(long highestEnd);
    }
}
