package io.leafid.segment.buffer;

import io.leafid.segment.status.SegmentRange;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.time.TimeSource;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The segment of one tag that ids come from, and those that follow it. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - `current` moves only from a used-up segment to its successor, by compare-and-set; or from NONE to the first
 *     segment; or, when the tag is retired, to NONE; or, when another buffer stands for this one, to REPLACED, for ever.
 *   - Only `current` is ever claimed from, so all that follows it is untouched.
 *   - A retired reserve holds nothing: what it still held has been claimed by the retirement itself. `claiming` counts those that may not
 *     have noted yet how much was handed out; the end of a run waits for them.
 *   - The index is told of each segment after it has become current, so it may hold a former one. All of that one is claimed
 *     before a retirement returns, and before a segment becomes current that is not among those that followed it.
 *   - All that was handed out of segments before `current` lies below `issuedEndBefore`, before `current` moves on; what a
 *     retirement has claimed and gives back does not count.
 *   - Of an allocated range the ids of the group that the store was asked for come first, and what is left of it is a segment. So
 *     a tag whose ids are only granted to clients has no segment.
 * Locks: none but the index's, for a moment, after `current` has changed.
 * </pre>
 */
abstract class SegmentReserve extends AllocatingBuffer implements Segment.Source {

    private static final VarHandle CURRENT;
    private static final VarHandle CLAIMING;

    /** How long the end of a run pauses between two looks whether another retirement has ended. */
    private static final long POLL_NANOS = 100_000;

    static {
        try {
            CURRENT = MethodHandles.lookup().findVarHandle(SegmentReserve.class, "current", Segment.class);
            CLAIMING = MethodHandles.lookup().findVarHandle(SegmentReserve.class, "claiming", int.class);
        } catch (ReflectiveOperationException ex) {
            throw new ExceptionInInitializerError(ex);
        }
    }

    private volatile Segment current = Segment.NONE;
    private volatile @Nullable TagIndex index;

    @SuppressWarnings("unused") // counted through the handle
    private volatile int claiming;

    private volatile boolean
            wantsFirst; // from the first time that ids are wanted which are not a group's, to the first segment
    private final AtomicLong issuedBeforeRetirement = new AtomicLong();
    private final AtomicLong issuedEndBefore = new AtomicLong();

    SegmentReserve(String tag, TimeSource time) {
        super(tag, time);
    }

    @Override
    public final Segment current() {
        return current;
    }

    /** Lets calls find the segments in an index from now on. */
    final void enter(TagIndex index) {
        this.index = index;
        index.put(this);
    }

    /** Does something in the index, if this is in it. */
    private void inIndex(Consumer<TagIndex> action) {
        TagIndex found = index;
        if (found != null) {
            action.accept(found);
        }
    }

    /** Moves on from a used-up segment; returns whether there is another one to claim from. */
    final boolean advanceFrom(Segment usedUp) {
        Segment next = usedUp.successor();
        if (next != null) {
            // First, since a retirement may take the next one away before anything is claimed of it.
            if (current == usedUp) {
                goOnAt(usedUp.end());
            }
            if (CURRENT.compareAndSet(this, usedUp, next)) { // else another caller has moved on already
                inIndex(found -> found.put(this));
            }
            return true;
        }
        return current != usedUp;
    }

    /** Ids are wanted that are not a group's. Where there is a segment, that tells when another one is due. */
    final void wantFirst(Segment segment) {
        if (segment.isNone()) {
            wantsFirst = true;
        }
    }

    @Override
    public final Demand demand() {
        boolean isAwaited = groups().areWaiting();
        return new Demand(!isRetired() && (isAwaited || wantsSegment()), left(), issued(), isAwaited);
    }

    private boolean wantsSegment() {
        Segment segment = current;
        return segment.wantsSuccessor() && (segment != Segment.NONE || wantsFirst);
    }

    @Override
    public final long begin(StoreCall<?> call, long drawn, long ceiling) {
        long own = wantsSegment() ? Math.max(drawn, Math.min(waits().wantedIds(), ceiling)) : 0;
        return own + groups().begin(call, own, mostAtOnce());
    }

    /** The most ids that are asked of the store at once, for the reserve and for those who wait. */
    abstract long mostAtOnce();

    /** Whether ids are left, so that no caller has to wait. */
    final boolean hasIds() {
        Segment segment = current;
        return segment.remaining() > 0 || segment.successor() != null;
    }

    private long left() {
        long sum = 0;
        for (Segment segment = current; segment != null; segment = segment.successor()) {
            sum += segment.remaining();
        }
        return sum;
    }

    @Override
    public final Effect accept(AllocationOutcome outcome) {
        AllocationOutcome.Allocated segment = outcome.segment();
        if (segment != null) {
            return serve(segment.range(), groups().asked(), segment.prefetchAt());
        }
        groups().fail();
        if (outcome.isOfUnknownTag()) {
            retire();
        }
        return Effect.NO_SEGMENT;
    }

    private Effect serve(AllocatedSegment range, long ofGroup, double prefetchAt) {
        if (ofGroup > 0) {
            AllocatedSegment part = range.part(0, ofGroup);
            groups().remember(part); // first, since another buffer that stands for this one goes on where it ends
            groups().settle(current == Segment.REPLACED ? null : part);
        }
        if (ofGroup == range.size()) {
            return Effect.NO_SEGMENT;
        }
        AllocatedSegment rest = (ofGroup == 0) ? range : range.part(ofGroup, range.size() - ofGroup);
        return append(rest, prefetchAt) ? Effect.LATE_SEGMENT : Effect.SEGMENT;
    }

    /**
     * Adds a range behind all others. Called by the one allocation under way.
     *
     * @return whether callers had used up everything before it came
     */
    final boolean append(AllocatedSegment range, double prefetchAt) {
        Segment last = current;
        for (Segment next = last.successor(); next != null; next = next.successor()) {
            last = next;
        }
        if (last == Segment.REPLACED) {
            return true; // discarded unseen: what the other buffer has handed out may be larger or smaller
        }
        if (last != Segment.NONE) {
            boolean ranDry = last.remaining() == 0;
            last.setSuccessor(Segment.after(last, range, prefetchAt));
            return ranDry;
        }
        begin(Segment.of(this, range, prefetchAt));
        return true;
    }

    private void begin(Segment first) {
        inIndex(found -> found.burn(tag())); // a retirement takes its segment away before it has claimed all of it
        CURRENT.compareAndSet(this, Segment.NONE, first);
        wantsFirst = false;
        if (isRetired()) {
            claimEverything(Segment.NONE); // retired while the allocation was under way
        }
        inIndex(found -> found.put(this));
    }

    @Override
    public final Optional<SegmentRange> retire() {
        stopIssuing();
        return claimEverything(Segment.NONE).filter(this::isAboveWhatWasGranted);
    }

    /** Below, no counter can be moved back to it, but for one of several, of which the notes say that all was handed out. */
    private boolean isAboveWhatWasGranted(SegmentRange rest) {
        return rest.first() >= groups().grantedEnd();
    }

    /** Stops issuing for good, because another buffer stands for this one. */
    final void replaced() {
        stopIssuing();
        claimEverything(Segment.REPLACED);
        inIndex(found -> found.forget(tag()));
    }

    @Override
    final void awaitOtherRetirement(TimeSource clock) {
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
        } while (segment != Segment.REPLACED && !CURRENT.compareAndSet(this, segment, empty));
        if (segment.isNone()) {
            inIndex(found -> found.burn(tag())); // another retirement may not have claimed it yet
            return Optional.empty();
        }
        long firstUnused = segment.claimRest();
        issuedBeforeRetirement.addAndGet(segment.issuedBefore() + segment.below(firstUnused));
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
    final void goOnAt(long end) {
        issuedEndBefore.accumulateAndGet(end, Math::max);
    }

    /** Ids handed out before the segment that is current now. */
    final long issuedBefore(Segment segment) {
        return issuedBeforeRetirement.get() + segment.issuedBefore();
    }

    @Override
    final long issued() {
        Segment segment = current;
        return issuedBefore(segment) + segment.claimed();
    }

    @Override
    public final long issuedEnd() {
        Segment segment = current;
        long claimed = segment.claimed();
        // Looked at again, because a retirement takes the segment away before it claims what nothing was handed out of.
        boolean isCurrent = current == segment;
        long end = (claimed > 0 && isCurrent) ? segment.idAt(claimed) : issuedEndBefore.get();
        return Math.max(end, groups().keptEnd());
    }
}
