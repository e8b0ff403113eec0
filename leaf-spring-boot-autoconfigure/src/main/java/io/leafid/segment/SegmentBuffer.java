package io.leafid.segment;

import io.leafid.IdSequence;
import io.leafid.Tags;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The reserve of one tag: the segment that ids come from and the one that follows it. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - `current` moves only from a used-up segment to its successor, by compare-and-set; or from NONE to the first
 *     segment; or, when the tag is retired, to NONE.
 *   - Only `current` is ever claimed from, so all that follows it is untouched.
 *   - Every path that hands an id out checks whether the next segment is due.
 *   - A retired buffer holds nothing: whatever it still held has been claimed by the retirement itself.
 * Locks: none. Callers wait only when nothing is reserved.
 * </pre>
 */
final class SegmentBuffer implements IdSequence {

    private static final VarHandle CURRENT;

    static {
        try {
            CURRENT = MethodHandles.lookup().findVarHandle(SegmentBuffer.class, "current", Segment.class);
        } catch (ReflectiveOperationException ex) {
            throw new ExceptionInInitializerError(ex);
        }
    }

    private final String tag;
    private final TagRegistry directory;
    private final SegmentAllocator allocator;
    private final WaitStatistics waits = new WaitStatistics();
    private final RateMeter rate;
    private final AtomicLong issuedBeforeRetirement = new AtomicLong();
    private volatile long knownSinceNanos;
    private volatile Segment current = Segment.NONE;
    private volatile boolean retired;
    private volatile long issuedEndBeforeRetirement;

    SegmentBuffer(TagRegistry directory, TagRow row, AllocationHistory history) {
        this.tag = row.tag();
        this.directory = directory;
        this.allocator = new SegmentAllocator(directory.engine(), this, row.step(), history);
        this.knownSinceNanos = directory.engine().time().nanoTime();
        this.rate = new RateMeter(knownSinceNanos);
    }

    @Override
    public String tag() {
        return tag;
    }

    @Override
    public long next() {
        Segment segment = current;
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
        @Nullable SegmentAwaiter waiting = null;
        try {
            int filled = claim(ids, 0);
            while (filled < ids.length) {
                if (waiting == null) {
                    Deadline deadline = (given == null) ? directory.engine().deadline() : given;
                    waiting = new SegmentAwaiter(this, directory, deadline, unknown, ids.length - filled);
                }
                waiting.awaitSegment();
                filled += claim(ids, filled);
            }
        } finally {
            if (waiting != null) {
                waiting.end();
            }
        }
    }

    /** Claims what is reserved, in order, and returns how many ids that were. */
    private int claim(long[] ids, int from) {
        int filled = from;
        Segment segment = current;
        while (true) {
            filled += segment.claim(ids, filled);
            if (segment.wantsSuccessor()) {
                allocator.ensureStarted(0);
            }
            if (filled == ids.length || !advanceFrom(segment)) {
                return filled - from;
            }
            segment = current;
        }
    }

    /** Moves on from a used-up segment; returns whether there is another one to claim from. */
    private boolean advanceFrom(Segment usedUp) {
        Segment next = usedUp.successor();
        if (next != null) {
            CURRENT.compareAndSet(this, usedUp, next); // if it fails, somebody else has moved on already
            return true;
        }
        return current != usedUp;
    }

    /** Whether the next segment should be there or on its way. */
    boolean wantsSegment() {
        return !retired && current.wantsSuccessor();
    }

    /** Whether ids are left, so that nobody has to wait. */
    boolean hasReserve() {
        Segment segment = current;
        return segment.remaining() > 0 || segment.successor() != null;
    }

    /** How many ids are left at this moment. */
    long reserve() {
        long sum = 0;
        for (Segment segment = current; segment != null; segment = segment.successor()) {
            sum += segment.remaining();
        }
        return sum;
    }

    /**
     * Adds a granted range behind all others. Called by the one allocation in flight.
     *
     * @return whether callers had used up everything before it came
     */
    boolean append(AllocatedSegment grant, double prefetchAt) {
        Segment last = current;
        for (Segment next = last.successor(); next != null; next = next.successor()) {
            last = next;
        }
        if (last != Segment.NONE) {
            boolean ranDry = last.remaining() == 0;
            last.setSuccessor(Segment.after(last, grant, prefetchAt));
            return ranDry;
        }
        CURRENT.compareAndSet(this, Segment.NONE, Segment.of(grant, prefetchAt));
        if (retired) {
            claimEverything(); // retired while the allocation was under way
        }
        return true;
    }

    /**
     * Stops issuing, because the tag was removed or the generator closes.
     *
     * @return what was never handed out and is now out of everybody's reach, up to the end of the last segment
     */
    Optional<SegmentRange> retire() {
        retired = true;
        return claimEverything();
    }

    /** Follows the tag's row; issues again if the tag had been gone. */
    void confirm(long configuredStep) {
        allocator.configure(configuredStep);
        if (retired) {
            knownSinceNanos = directory.engine().time().nanoTime();
            retired = false;
        }
    }

    boolean isRetired() {
        return retired;
    }

    /** Whether a caller has asked for an id in this run: a segment was allocated, or is being allocated. */
    boolean isUsed() {
        return allocator.history().lastLoad() != null || allocator.isRunning();
    }

    private Optional<SegmentRange> claimEverything() {
        Segment segment = (Segment) CURRENT.getAndSet(this, Segment.NONE);
        if (segment == Segment.NONE) {
            return Optional.empty();
        }
        long firstUnused = segment.claimRest();
        issuedBeforeRetirement.addAndGet(segment.issuedBefore() + (firstUnused - segment.first()));
        if (firstUnused > segment.first()) {
            issuedEndBeforeRetirement = firstUnused;
        }
        long from = firstUnused;
        long end = segment.end();
        for (Segment next = segment.successor(); next != null; next = next.successor()) {
            if (next.first() != end) {
                from = next.first(); // another node allocated in between: only what is contiguous to the end counts
            }
            end = next.end();
        }
        return (from < end) ? Optional.of(new SegmentRange(from, end)) : Optional.empty();
    }

    SegmentAllocator allocator() {
        return allocator;
    }

    SegmentSettings settings() {
        return directory.engine().settings();
    }

    WaitStatistics waits() {
        return waits;
    }

    RateMeter rate() {
        return rate;
    }

    Segment current() {
        return current;
    }

    long knownSinceNanos() {
        return knownSinceNanos;
    }

    /** Ids handed out before the segment that is current now. */
    long issuedBefore(Segment segment) {
        return issuedBeforeRetirement.get() + segment.issuedBefore();
    }

    /** End, exclusive, of what was handed out; 0 if that is nothing. May be behind by what is handed out at this moment. */
    long issuedEnd() {
        Segment segment = current;
        long claimed = segment.claimed();
        // Looked at again, because a retirement takes the segment away before it claims what nothing was handed out of.
        boolean isCurrent = current == segment;
        return (claimed > 0 && isCurrent) ? segment.first() + claimed : issuedEndBeforeRetirement;
    }

    /**
     * Begins anew after a stop. What was granted before it and not handed out may have been given back, so a range that begins
     * there is no rewind.
     */
    void resume() {
        allocator.resume(Math.max(issuedEnd(), directory.notes().endOf(tag)));
    }

    @Nullable Path notedIn() {
        return directory.notes().path();
    }

    /** Ids handed out so far. */
    long issued() {
        Segment segment = current;
        return issuedBefore(segment) + segment.claimed();
    }
}
