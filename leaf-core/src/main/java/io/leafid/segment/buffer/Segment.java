package io.leafid.segment.buffer;

import io.leafid.IdSequence;
import io.leafid.concurrent.PaddedLong;
import io.leafid.segment.status.SegmentRange;
import io.leafid.segment.store.AllocatedSegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A half-open range of ids, {@code [first, end)}, each a stride above the one before, that this process alone may hand out.
 * Thread-safe.
 *
 * <pre>
 * Invariants
 *   - first, end and stride never change; what moves is the count of claimed ids, and only up.
 *   - A place is claimed by one atomic addition, so by at most one caller; places below the size are ids.
 *   - The quiet end moves once, from where the next range is due to the size when that range is there. It never passes the
 *     size, so that one comparison with it tells both that a place is an id and that nothing else is to be done. A caller that
 *     sees it too low looks once more.
 *   - The count runs past the size when callers find the range used up. It is counted from 0, not from first, so that
 *     it cannot overflow within the life of a process, even when the range ends at 2^63 - 1.
 *   - The successor is set once, and only to a range that starts at or above end.
 * </pre>
 */
public final class Segment extends PaddedLong {

    /** The empty range: what a buffer holds before its first allocation. Shared, so it never gets a successor. */
    static final Segment EMPTY = new Segment(null, 0, 0, 1, -1, 0);

    /** The empty range of a chain that has ended for good, so that nothing can follow it. Shared. */
    static final Segment CLOSED = new Segment(null, 0, 0, 1, -1, 0);

    /** The tag of a range that is no tag's: no tag is empty. */
    private static final String NO_TAG = "";

    private static final VarHandle SUCCESSOR;
    private static final VarHandle QUIET_END;

    static {
        try {
            SUCCESSOR = MethodHandles.lookup().findVarHandle(Segment.class, "successor", Segment.class);
            QUIET_END = MethodHandles.lookup().findVarHandle(Segment.class, "quietEnd", long.class);
        } catch (ReflectiveOperationException ex) {
            throw new ExceptionInInitializerError(ex);
        }
    }

    // What an id is made of comes first, and the tag behind the numbers, so that they share a cache line mostly.

    @SuppressWarnings("unused") // read and moved through the handle, since of a plain long one half may be seen
    private long quietEnd;

    private final long first;
    private final long stride;
    private final long size;
    private final long issuedBefore;
    private final String tag;
    private final @Nullable Source source; // null for one that a single group of callers takes
    private volatile @Nullable Segment successor;

    private Segment(
            @Nullable Source source, long first, long size, long stride, long prefetchAfter, long issuedBefore) {
        this.quietEnd = prefetchAfter;
        this.first = first;
        this.stride = stride;
        this.size = size;
        this.issuedBefore = issuedBefore;
        this.tag = (source == null) ? NO_TAG : source.tag();
        this.source = source;
    }

    private Segment(@Nullable Source source, AllocatedSegment range, double prefetchAt, long issuedBefore) {
        this(
                source,
                range.first(),
                range.size(),
                range.stride(),
                Math.min(range.size() - 1, (long) (range.size() * prefetchAt)),
                issuedBefore);
    }

    /** Makes a segment of an allocated range; the next one is wanted once more than {@code prefetchAt} of it (0 to 1) is used. */
    static Segment of(@Nullable Source source, AllocatedSegment range, double prefetchAt) {
        return new Segment(source, range, prefetchAt, 0);
    }

    /** Makes the segment that will be claimed from after all of {@code previous}. */
    static Segment after(Segment previous, AllocatedSegment range, double prefetchAt) {
        return new Segment(previous.source, range, prefetchAt, previous.issuedBefore + previous.size);
    }

    /**
     * The next id of the source that this is a segment of, from a later one if it is used up. One comparison on the way that
     * nearly all ids take, since all that comes after the claim is seen in what an id costs.
     */
    public long next() {
        long place = claim();
        return isQuietAt(place) ? idAt(place) : nextOfSource(place);
    }

    /** Claims the next place of the range, counted from 0; one at or above {@link #size()} is no id. Never blocks. */
    long claim() {
        return getAndAdd(1);
    }

    /** Returns whether a place that was claimed is an id after which nothing is due: the next range is there, or not wanted yet. */
    boolean isQuietAt(long place) {
        return place < (long) QUIET_END.getOpaque(this);
    }

    /** The id at a place, which is also the first that is left when so many are claimed; {@link #end()} at the size. */
    long idAt(long place) {
        return first + place * stride;
    }

    private long nextOfSource(long place) {
        if (source == null) {
            throw new IllegalArgumentException("tag must not be empty"); // found by the text that stands for no tag
        }
        return source.nextOnSlowPath(this, place);
    }

    /**
     * Claims up to {@code ids.length - from} ids at once, one after another, and writes them to the array.
     *
     * @return how many were claimed, 0 if the range is used up
     */
    int claim(long[] ids, int from) {
        if (get() >= size) {
            return 0; // not counted, since callers who find nothing come back with their whole batch again and again
        }
        int wanted = ids.length - from;
        long offset = getAndAdd(wanted);
        int claimed = (int) Math.max(0, Math.min(wanted, size - offset));
        for (int i = 0; i < claimed; i++) {
            ids[from + i] = idAt(offset + i);
        }
        return claimed;
    }

    /** Claims all that is left, so that no other caller can, and returns the first id of it; {@link #end()} if none. */
    long claimRest() {
        return idAt(Math.min(size, getAndAdd(size)));
    }

    /** Returns whether so much of the range is used that the next one should be there or on its way. */
    boolean wantsSuccessor() {
        return successor == null && get() > (long) QUIET_END.getOpaque(this);
    }

    @Nullable Segment successor() {
        return successor;
    }

    void setSuccessor(Segment next) {
        if (next.first < end() || !SUCCESSOR.compareAndSet(this, null, next)) {
            throw new IllegalStateException(
                    "segment [%s, %s) cannot be followed by [%s, %s)".formatted(first, end(), next.first, next.end()));
        }
        QUIET_END.setOpaque(this, size);
    }

    String tag() {
        return tag;
    }

    /** Returns whether it is one of the two empty ranges; an allocated one holds an id at least. */
    boolean isEmpty() {
        return size == 0;
    }

    long first() {
        return first;
    }

    /** End of the range, exclusive. */
    long end() {
        return idAt(size);
    }

    long size() {
        return size;
    }

    /** The number of ids of the range below one of them, or below its end. */
    long below(long id) {
        return (id - first) / stride;
    }

    /** The part of the range from one of its ids to the end of it, or of another one that goes on there. */
    SegmentRange range(long from, long to) {
        return new SegmentRange(from, to, stride);
    }

    /** The range itself. */
    SegmentRange range() {
        return range(first, end());
    }

    /** Ids of the segments before this one, since the buffer was last empty. */
    long issuedBefore() {
        return issuedBefore;
    }

    /** The number of ids that are claimed at this moment. */
    long claimed() {
        return Math.min(size, get());
    }

    /** The number of ids that are left at this moment. */
    long remaining() {
        return size - claimed();
    }

    /** The ids of a tag, segment after segment. Thread-safe. */
    interface Source extends IdSequence {

        /** Returns whether it issues nothing because the tag was removed or the generator has stopped. */
        boolean isRetired();

        /** The id at a place of a segment where something may be due; from another segment if it has no such place. */
        long nextOnSlowPath(Segment segment, long place);
    }
}
