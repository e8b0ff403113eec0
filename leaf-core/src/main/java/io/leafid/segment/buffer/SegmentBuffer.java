package io.leafid.segment.buffer;

import io.leafid.Tags;
import io.leafid.concurrent.RateMeter;
import io.leafid.concurrent.TagGate;
import io.leafid.segment.buffer.TagBuffer.TagRestorer;
import io.leafid.segment.buffer.TagBuffer.Unknown;
import io.leafid.segment.status.SegmentTagStatus;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.TagRow;
import io.leafid.time.Deadline;
import java.util.Objects;
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
public final class SegmentBuffer extends SegmentReserve {

    private final SegmentContext context;
    private final SegmentAllocator allocator;
    private final TagRestorer restorer;
    private final RateMeter rate;
    private volatile @Nullable TagBuffer replacement;

    /**
     * The buffer of a tag that has become known; nothing is allocated yet.
     *
     * @param restorer asks the store for the tag if it was removed
     * @param row the tag's row
     * @param notedEnd end, exclusive, of what earlier runs have handed out; 0 if that is not known
     */
    public SegmentBuffer(SegmentContext context, TagRestorer restorer, TagRow row, long notedEnd) {
        super(row.tag(), context.time());
        AllocationHistory history = AllocationHistory.noted(notedEnd, row.maxId() < notedEnd);
        this.context = context;
        this.allocator = new SegmentAllocator(context, row, this, history);
        this.restorer = restorer;
        this.rate = new RateMeter(knownSinceNanos());
    }

    @Override
    public long next() {
        Segment segment = current();
        long place = segment.claim();
        return segment.isQuietAt(place) ? segment.idAt(place) : nextWithALook(segment, place);
    }

    @Override
    public long nextWithALook(Segment segment, long place) {
        if (place >= segment.size()) {
            return nextWhenExhausted();
        }
        if (segment.wantsSuccessor()) {
            allocator.ensureStarted(0);
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
        fill(ids, null, Unknown.AS_CONFIGURED);
        return ids;
    }

    @Override
    public long[] next(int count, Deadline deadline, Unknown unknown) {
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
        Deadline deadline = (given == null) ? context.deadline() : given;
        SegmentAwaiter awaiter = new SegmentAwaiter(this, allocator, restorer, deadline, unknown, ids.length - filled);
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
        Segment segment = current();
        while (true) {
            filled += segment.claim(ids, filled);
            if (segment.wantsSuccessor()) {
                wantFirst(segment);
                allocator.ensureStarted(0);
            }
            if (filled == ids.length || !advanceFrom(segment)) {
                return filled - from;
            }
            segment = current();
        }
    }

    /**
     * Discards what is reserved, so that callers that hold this buffer come to the slow way and from there to the gate. A check on
     * the fast way would cost every tag.
     */
    @Override
    public TagBuffer limitedBy(TagGate gate) {
        boolean wasRetired = isRetired();
        replaced(); // first, so that all ids of this buffer are smaller than those that follow
        long end = Math.max(allocator.history().highestEnd(), issuedEnd());
        TagRow row = new TagRow(tag(), end, allocator.configuredStep());
        SegmentBuffer next = new SegmentBuffer(context, restorer, row, end);
        next.goOnAt(issuedEnd());
        if (wasRetired) {
            next.stopIssuing();
        }
        LimitedBuffer limited = new LimitedBuffer(gate, next, totals());
        replacement = limited;
        return limited;
    }

    @Override
    boolean isReplaced() {
        return replacement != null;
    }

    @Override
    public AllocatedSegment grant(long amount, Deadline deadline) {
        AllocatedSegment range =
                new GroupAwaiter(this, allocator, restorer, deadline, Unknown.REFUSED).take(amount, this::mostAtOnce);
        TagBuffer other = replacement;
        return (range == null && other != null) ? other.grant(amount, deadline) : Objects.requireNonNull(range);
    }

    @Override
    public boolean takeBack(long first, long end) {
        return allocator.takeBack(first, end, groups());
    }

    @Override
    long mostAtOnce() {
        return context.settings().mostAtOnce(context.store());
    }

    @Override
    long patienceNanos() {
        return context.settings().waitTimeout().toNanos();
    }

    @Override
    public void enterIndex() {
        enter(context.index());
    }

    @Override
    public @Nullable StoreCall<?> prepare() {
        wantFirst(current());
        return allocator.ensureStarted(0);
    }

    @Override
    public void reportSetBack(TagRow row) {
        new RewindGuard(context).report(row, allocator.history());
    }

    @Override
    SegmentAllocator allocator() {
        return allocator;
    }

    @Override
    public SegmentTagStatus status(long nowNanos) {
        return new StatusReader(this, allocator, rate)
                .read(nowNanos, context.settings().waitTimeout());
    }
}
