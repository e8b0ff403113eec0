package io.leafid.segment.buffer;

import io.leafid.IdSequence;
import io.leafid.segment.status.SegmentRange;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.time.TimeSource;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * The segment of one tag that ids come from, and those that follow it. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - `current` moves only from a used-up segment to its successor, by compare-and-set; or from EMPTY to the first
 *     segment; or, when the tag is retired, to EMPTY; or, when another buffer stands for this one, to CLOSED, for ever.
 *   - Only `current` is ever claimed from, so all that follows it is untouched.
 *   - The chain of a retired tag holds nothing: what it still held has been claimed by the retirement itself. `claiming` counts those that
 *     may not have noted yet how much was handed out; the end of a run waits for them.
 *   - The index is told of each segment after it has become current, so it may hold a former one. All of that one is claimed
 *     before a retirement returns, and before a segment becomes current that is not among those that followed it.
 *   - All that was handed out of segments before `current` lies below `issuedEndBefore`, before `current` moves on; what a
 *     retirement has claimed and gives back does not count.
 * Locks: none but the index's, for a moment, after `current` has changed.
 * </pre>
 */
final class SegmentChain implements IdSequence {

    private static final VarHandle CURRENT;
    private static final VarHandle CLAIMING;
    private static final AtomicLongFieldUpdater<SegmentChain> ISSUED_BEFORE_RETIREMENT =
            AtomicLongFieldUpdater.newUpdater(SegmentChain.class, "issuedBeforeRetirement");
    private static final AtomicLongFieldUpdater<SegmentChain> ISSUED_END_BEFORE =
            AtomicLongFieldUpdater.newUpdater(SegmentChain.class, "issuedEndBefore");

    /** Pause of the end of a run between two looks whether another retirement has ended. */
    private static final long POLL_NANOS = 100_000;

    static {
        try {
            CURRENT = MethodHandles.lookup().findVarHandle(SegmentChain.class, "current", Segment.class);
            CLAIMING = MethodHandles.lookup().findVarHandle(SegmentChain.class, "claiming", int.class);
        } catch (ReflectiveOperationException ex) {
            throw new ExceptionInInitializerError(ex);
        }
    }

    private final Segment.Source source;
    private volatile Segment current = Segment.EMPTY;
    private volatile @Nullable TagIndex index;

    @SuppressWarnings("unused") // counted through the handle
    private volatile int claiming;

    private volatile boolean
            isFirstWanted; // from the first time that ids are wanted which are not a group's, to the first segment
    private volatile long issuedBeforeRetirement;
    private volatile long issuedEndBefore;

    /** An empty chain; its segments lead to the source where something may be due. */
    SegmentChain(Segment.Source source) {
        this.source = source;
    }

    @Override
    public String tag() {
        return source.tag();
    }

    @Override
    public long next() {
        Segment segment = current;
        long place = segment.claim();
        return segment.isQuietAt(place) ? segment.idAt(place) : source.nextOnSlowPath(segment, place);
    }

    @Override
    public long[] next(int count) {
        return source.next(count);
    }

    Segment current() {
        return current;
    }

    /** Lets calls find the segments in an index from now on. */
    void enter(TagIndex entered) {
        this.index = entered;
        enterCurrent();
    }

    /** Tells the index of the current segment, if this is in it. */
    private void enterCurrent() {
        TagIndex found = index;
        if (found != null) {
            found.put(this::current);
        }
    }

    private void burnIndexed() {
        TagIndex found = index;
        if (found != null) {
            found.burn(tag());
        }
    }

    /** Moves on from a used-up segment; returns whether there is another one to claim from. */
    boolean advanceFrom(Segment usedUp) {
        Segment next = usedUp.successor();
        if (next != null) {
            // First, since a retirement may take away the next one before anything is claimed of it.
            if (current == usedUp) {
                goOnAt(usedUp.end());
            }
            if (CURRENT.compareAndSet(this, usedUp, next)) { // else another caller has moved on already
                enterCurrent();
            }
            return true;
        }
        return current != usedUp;
    }

    /** Ids are wanted that are not a group's. Where there is a segment, that tells when another one is due. */
    void wantFirst(Segment segment) {
        if (segment.isEmpty()) {
            isFirstWanted = true;
        }
    }

    /** Returns whether a segment should be there or on its way that is not. */
    boolean wantsSegment() {
        Segment segment = current;
        return segment.wantsSuccessor() && (segment != Segment.EMPTY || isFirstWanted);
    }

    /** Returns whether ids are left, so that no caller has to wait. */
    boolean hasIds() {
        Segment segment = current;
        return segment.remaining() > 0 || segment.successor() != null;
    }

    /** Ids reserved and not handed out. */
    long left() {
        long sum = 0;
        for (Segment segment = current; segment != null; segment = segment.successor()) {
            sum += segment.remaining();
        }
        return sum;
    }

    /**
     * Adds a range behind all others. Called by the one allocation under way.
     *
     * @return whether callers had used up everything before it came
     */
    boolean append(AllocatedSegment range, double prefetchAt) {
        Segment last = current;
        for (Segment next = last.successor(); next != null; next = next.successor()) {
            last = next;
        }
        if (last == Segment.CLOSED) {
            return true; // discarded unseen: what the other buffer has handed out may be larger or smaller
        }
        if (last != Segment.EMPTY) {
            boolean ranDry = last.remaining() == 0;
            last.setSuccessor(Segment.after(last, range, prefetchAt));
            return ranDry;
        }
        begin(Segment.of(source, range, prefetchAt));
        return true;
    }

    private void begin(Segment first) {
        burnIndexed(); // a retirement takes its segment away before it has claimed all of it
        CURRENT.compareAndSet(this, Segment.EMPTY, first);
        isFirstWanted = false;
        if (source.isRetired()) {
            claimEverything(Segment.EMPTY); // retired while the allocation was under way
        }
        enterCurrent();
    }

    /** Claims what is left, so that no caller gets it, and returns the end of it in one piece. */
    Optional<SegmentRange> retire() {
        return claimEverything(Segment.EMPTY);
    }

    /** Ends for good, because another buffer stands for this one. */
    void close() {
        claimEverything(Segment.CLOSED);
        TagIndex found = index;
        if (found != null) {
            found.forget(tag());
        }
    }

    boolean isClosed() {
        return current == Segment.CLOSED;
    }

    /** Waits until a retirement by another thread, which asks no store, has noted the end of what was issued. */
    void awaitOtherRetirement(TimeSource clock) {
        while (claiming > 0) {
            clock.parkNanos(POLL_NANOS);
        }
    }

    private Optional<SegmentRange> claimEverything(Segment empty) {
        CLAIMING.getAndAdd(this, 1);
        try {
            return claimAll(empty);
        } finally {
            CLAIMING.getAndAdd(this, -1);
        }
    }

    /** Puts an empty range in the place of what is left, but for one that stays for ever. */
    private Optional<SegmentRange> claimAll(Segment empty) {
        Segment segment;
        do {
            segment = current;
        } while (segment != Segment.CLOSED && !CURRENT.compareAndSet(this, segment, empty));
        if (segment.isEmpty()) {
            burnIndexed(); // another retirement may not have claimed it yet
            return Optional.empty();
        }
        long firstUnused = segment.claimRest();
        ISSUED_BEFORE_RETIREMENT.addAndGet(this, segment.issuedBefore() + segment.below(firstUnused));
        if (firstUnused > segment.first()) {
            goOnAt(firstUnused);
        }
        return lastContiguous(segment, firstUnused);
    }

    private static Optional<SegmentRange> lastContiguous(Segment segment, long firstUnused) {
        long from = firstUnused;
        long end = segment.end();
        for (Segment next = segment.successor(); next != null; next = next.successor()) {
            if (next.first() != end) {
                from = next.first(); // another node allocated in between: only what is contiguous to the end counts
            }
            end = next.end();
        }
        return (from < end) ? Optional.of(segment.range(from, end)) : Optional.empty();
    }

    /**
     * All below {@code end} was handed out, by the buffer that this one stands for or from a segment that is not current any more, which a
     * stop and the notes must not forget. It never falls.
     */
    void goOnAt(long end) {
        ISSUED_END_BEFORE.accumulateAndGet(this, end, Math::max);
    }

    /** Ids handed out before the segment that is current now. */
    long issuedBefore(Segment segment) {
        return issuedBeforeRetirement + segment.issuedBefore();
    }

    /** Ids handed out so far. */
    long issued() {
        Segment segment = current;
        return issuedBefore(segment) + segment.claimed();
    }

    /** End, exclusive, of what was handed out; 0 if that is nothing. */
    long issuedEnd() {
        Segment segment = current;
        long claimed = segment.claimed();
        // Looked at again, because a retirement takes the segment away before it claims what nothing was handed out of.
        boolean isCurrent = current == segment;
        return (claimed > 0 && isCurrent) ? segment.idAt(claimed) : issuedEndBefore;
    }
}
