package io.leafid.segment.buffer;

import io.leafid.Tags;
import io.leafid.concurrent.RateMeter;
import io.leafid.concurrent.TagGate;
import io.leafid.segment.status.IdOrder;
import io.leafid.segment.status.SegmentTagStatus;
import io.leafid.segment.status.SegmentTagStatus.State;
import io.leafid.segment.store.TagRow;
import io.leafid.time.Deadline;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ids of one tag in an order that holds across nodes: each is allocated in the store after its call began, so a call that
 * begins after another one returned, on any node, gets a larger id. Thread-safe.
 *
 * <p>Callers that wait at the same moment share one allocation; the next group forms while one is under way. Nothing is
 * reserved ahead, so without the store there are no ids.
 */
public final class OrderedBuffer extends OrderedReserve {

    private final SegmentContext context;
    private final SegmentAllocator allocator;
    private final TagRestorer restorer;
    private final RateMeter rate;
    private volatile @Nullable TagGate gate;

    /**
     * The buffer of a tag that has become known; nothing is allocated yet.
     *
     * @param restorer asks the store for the tag if it was removed
     * @param row the tag's row
     * @param notedEnd end, exclusive, of what earlier runs have handed out; 0 if that is not known
     */
    public OrderedBuffer(SegmentContext context, TagRestorer restorer, TagRow row, long notedEnd) {
        super(row.tag(), context.time());
        AllocationHistory history = AllocationHistory.noted(notedEnd, row.maxId() < notedEnd);
        this.context = context;
        this.allocator = new SegmentAllocator(context, row, this, history);
        this.restorer = restorer;
        this.rate = new RateMeter(knownSinceNanos());
    }

    @Override
    public long next() {
        return next(1, context.deadline(), Unknown.AS_CONFIGURED)[0];
    }

    @Override
    public long[] next(int count) {
        return next(Tags.requireBatch(count), context.deadline(), Unknown.AS_CONFIGURED);
    }

    @Override
    public long[] next(int count, Deadline deadline, Unknown unknown) {
        TagGate limit = gate;
        if (limit != null) {
            limit.pass(count);
        }
        long[] ids = new long[count];
        long begun = deadline.now();
        waits().began(count);
        try {
            new GroupAwaiter(this, allocator, restorer, deadline, unknown)
                    .fill(ids, () -> context.settings().maxStepOf(tag(), context.store()));
            issued(count);
            return ids;
        } finally {
            waits().ended(count, deadline.now() - begun);
        }
    }

    @Override
    public TagBuffer limitedBy(TagGate other) {
        gate = other;
        return this;
    }

    /** Begins the allocation for the group that has formed meanwhile, and wakes those whose group has ended. */
    @Override
    public void ended() {
        if (demand().isDue()
                && allocator.ensureStarted(context.settings().waitTimeout().toNanos()) == null) {
            refuseWaiting();
        } else {
            wake();
        }
    }

    @Override
    public @Nullable StoreCall<?> prepare() {
        return null; // nothing is reserved ahead
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
        AllocationHistory history = allocator.history();
        AllocationHistory.Failures failures = history.failures();
        long configured = allocator.configuredStep();
        long ids = issued();
        return new SegmentTagStatus(
                tag(),
                IdOrder.GLOBAL,
                state(history, nowNanos),
                new SegmentTagStatus.Steps(configured, configured),
                new SegmentTagStatus.Reserve(null, issuedEnd(), 0, List.of(), 0),
                new SegmentTagStatus.Traffic(ids, rate.read(ids, nowNanos)),
                waits().status(),
                new SegmentTagStatus.Allocations(
                        history.totals(), history.last(), failures.inARow(), failures.since()));
    }

    private State state(AllocationHistory history, long nowNanos) {
        boolean hangs = allocator.runningNanos(nowNanos)
                >= StatusReader.patienceNanos(context.settings().waitTimeout());
        if (history.hasFailed() || hangs) {
            return State.UNAVAILABLE;
        }
        return isUsed() ? State.READY : State.IDLE;
    }
}
