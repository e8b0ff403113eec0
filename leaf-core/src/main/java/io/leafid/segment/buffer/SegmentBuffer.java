package io.leafid.segment.buffer;

import io.leafid.IdSequence;
import io.leafid.Tags;
import io.leafid.concurrent.TagGate;
import io.leafid.segment.status.SegmentRange;
import io.leafid.segment.status.SegmentTagStatus;
import io.leafid.segment.status.SegmentTotals;
import io.leafid.segment.step.Demand;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.TagRow;
import io.leafid.time.Deadline;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The ids of one tag from segments that are reserved ahead: starts the next allocation in time and waits if nothing is reserved.
 * Thread-safe.
 *
 * <pre>
 * Invariants
 *   - Every path that hands an id out checks whether the next segment is due.
 *   - Of an allocated range the ids of the group that the store was asked for come first, and what is left of it is a segment. So
 *     a tag whose ids are only granted to clients has no segment.
 * Locks: none. Callers wait only when nothing is reserved.
 * </pre>
 */
public final class SegmentBuffer extends TagBuffer implements Segment.Source {

    private final SegmentChain segments = new SegmentChain(this);
    private final SegmentTotals before;
    private volatile @Nullable TagBuffer replacement;

    /**
     * The buffer of a tag that has become known; nothing is allocated yet.
     *
     * @param restorer asks the store for the tag if it was removed
     * @param row the tag's row
     * @param notedEnd end, exclusive, of what earlier runs have handed out; 0 if that is not known
     */
    public SegmentBuffer(SegmentContext context, TagRestorer restorer, TagRow row, long notedEnd) {
        this(context, restorer, row, notedEnd, SegmentTotals.NONE);
    }

    /** The buffer of a tag of which another one has done so much. */
    SegmentBuffer(SegmentContext context, TagRestorer restorer, TagRow row, long notedEnd, SegmentTotals before) {
        super(context, restorer, row, notedEnd);
        this.before = before;
    }

    /** Without a limit the way of a caller who keeps it leads to the segments at once. */
    @Override
    public IdSequence sequence() {
        return hasGate() ? this : segments;
    }

    @Override
    public long next() {
        passGate(1);
        return segments.next();
    }

    @Override
    public long nextOnSlowPath(Segment segment, long place) {
        if (place >= segment.size()) {
            return nextWhenExhausted();
        }
        if (segment.wantsSuccessor()) {
            allocator().ensureStarted(0);
        }
        return segment.idAt(place);
    }

    private long nextWhenExhausted() {
        long[] id = new long[1];
        fill(id, null, Unknown.AS_CONFIGURED);
        return id[0];
    }

    @Override
    public long[] next(int count) {
        long[] ids = new long[Tags.requireBatch(count)];
        passGate(count);
        fill(ids, null, Unknown.AS_CONFIGURED);
        return ids;
    }

    @Override
    public long[] next(int count, Deadline deadline, Unknown unknown) {
        passGate(count);
        long[] ids = new long[count];
        fill(ids, deadline, unknown);
        return ids;
    }

    /** Fills the array; without a deadline the call's time begins when it first has to wait. */
    private void fill(long[] ids, @Nullable Deadline given, Unknown unknown) {
        int filled = (replacement == null) ? claim(ids, 0) : 0;
        if (filled == ids.length) {
            return;
        }
        Deadline deadline = (given == null) ? context().deadline() : given;
        SegmentAwaiter awaiter = new SegmentAwaiter(this, segments, deadline, unknown, ids.length - filled);
        try {
            while (filled < ids.length) {
                TagBuffer other = replacement;
                if (other != null) {
                    long[] rest = other.next(ids.length - filled, deadline, unknown);
                    System.arraycopy(rest, 0, ids, filled, rest.length);
                    return;
                }
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
        Segment segment = segments.current();
        while (true) {
            filled += segment.claim(ids, filled);
            if (segment.wantsSuccessor()) {
                segments.wantFirst(segment);
                allocator().ensureStarted(0);
            }
            if (filled == ids.length || !segments.advanceFrom(segment)) {
                return filled - from;
            }
            segment = segments.current();
        }
    }

    /**
     * Discards what is reserved, so that callers that hold the segments come to the slow path and from there to the gate. A check on
     * the fast path would cost every tag.
     */
    @Override
    public TagBuffer limitedBy(TagGate limit) {
        if (hasGate()) {
            return this;
        }
        boolean wasRetired = isRetired();
        stopIssuing();
        segments.close(); // first, so that all ids of this buffer are smaller than those that follow
        groups().close(); // again, since a range may have been granted just before that
        long end = Math.max(allocator().history().highestEnd(), issuedEnd());
        TagRow row = new TagRow(tag(), end, allocator().configuredStep());
        SegmentBuffer next = new SegmentBuffer(context(), restorer(), row, end, totals());
        next.segments.goOnAt(issuedEnd());
        if (wasRetired) {
            next.stopIssuing();
        }
        replacement = next.behind(limit);
        return next;
    }

    @Override
    boolean isReplaced() {
        return replacement != null;
    }

    @Override
    public AllocatedSegment grant(long amount, long seen, Deadline deadline) {
        passGate(amount);
        AllocatedSegment range = new GroupAwaiter(this, deadline, Unknown.REFUSED).take(amount, seen, this::mostAtOnce);
        TagBuffer other = replacement;
        return (range == null && other != null) ? other.grant(amount, seen, deadline) : Objects.requireNonNull(range);
    }

    @Override
    public boolean takeBack(long first, long end) {
        return allocator().takeBack(first, end, groups());
    }

    @Override
    public void enterIndex() {
        if (!hasGate()) {
            segments.enter(context().index());
        }
    }

    @Override
    public @Nullable StoreCall<?> prepare() {
        segments.wantFirst(segments.current());
        return allocator().ensureStarted(0);
    }

    @Override
    public Demand demand() {
        boolean isAwaited = groups().areWaiting();
        boolean isDue = !isRetired() && (isAwaited || segments.wantsSegment());
        return new Demand(isDue, segments.left(), issued(), isAwaited);
    }

    @Override
    public long begin(StoreCall<?> call, long drawn, long ceiling) {
        long own = segments.wantsSegment() ? Math.max(drawn, Math.min(waits().wantedIds(), ceiling)) : 0;
        return own + groups().begin(call, own, mostAtOnce());
    }

    @Override
    public AllocationOutcome.Effect accept(AllocationOutcome outcome) {
        AllocationOutcome.Allocated segment = outcome.segment();
        if (segment != null) {
            return serve(segment.range(), groups().asked(), segment.prefetchAt());
        }
        groups().fail(outcome);
        if (outcome.isOfUnknownTag()) {
            retire();
        }
        return AllocationOutcome.Effect.NO_SEGMENT;
    }

    private AllocationOutcome.Effect serve(AllocatedSegment range, long ofGroup, double prefetchAt) {
        if (ofGroup > 0) {
            AllocatedSegment part = range.part(0, ofGroup);
            groups().remember(part); // first, since another buffer that stands for this one goes on where it ends
            groups().settle(segments.isClosed() ? null : part);
        }
        if (ofGroup == range.size()) {
            return AllocationOutcome.Effect.NO_SEGMENT;
        }
        AllocatedSegment rest = (ofGroup == 0) ? range : range.part(ofGroup, range.size() - ofGroup);
        return segments.append(rest, prefetchAt)
                ? AllocationOutcome.Effect.LATE_SEGMENT
                : AllocationOutcome.Effect.SEGMENT;
    }

    @Override
    public Optional<SegmentRange> retire() {
        stopIssuing();
        return segments.retire().filter(this::isAboveWhatWasGranted);
    }

    /** Below, no counter can be moved back to it, but for one of several, of which the notes say that all was handed out. */
    private boolean isAboveWhatWasGranted(SegmentRange rest) {
        return rest.first() >= groups().grantedEnd();
    }

    @Override
    void awaitOtherRetirement() {
        segments.awaitOtherRetirement(context().time());
    }

    SegmentChain segments() {
        return segments;
    }

    @Override
    long issued() {
        return segments.issued();
    }

    @Override
    public long issuedEnd() {
        return Math.max(segments.issuedEnd(), groups().keptEnd());
    }

    @Override
    public SegmentTagStatus status(long nowNanos) {
        return new StatusReader(this, segments).read(nowNanos).after(before);
    }

    @Override
    public SegmentTotals totals() {
        return before.plus(super.totals());
    }
}
