package io.leafid.segment.buffer;

import io.leafid.Tags;
import io.leafid.concurrent.TagGate;
import io.leafid.segment.status.IdOrder;
import io.leafid.segment.status.SegmentRange;
import io.leafid.segment.status.SegmentTagStatus;
import io.leafid.segment.status.SegmentTagStatus.State;
import io.leafid.segment.step.Demand;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.TagRow;
import io.leafid.time.Deadline;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The ids of one tag in an order that holds across nodes: each is allocated in the store after its call began, so a call that
 * begins after another one returned, on any node, gets a larger id. Thread-safe.
 *
 * <p>Callers that wait at the same moment share one allocation; the next group forms while one is under way. Nothing is
 * reserved ahead, so without the store there are no ids.
 */
public final class OrderedBuffer extends TagBuffer {

    private final AtomicLong issued = new AtomicLong();

    /**
     * The buffer of a tag that has become known; nothing is allocated yet.
     *
     * @param restorer asks the store for the tag if it was removed
     * @param row the tag's row
     * @param notedEnd end, exclusive, of what earlier runs have handed out; 0 if that is not known
     */
    public OrderedBuffer(SegmentContext context, TagRestorer restorer, TagRow row, long notedEnd) {
        super(context, restorer, row, notedEnd);
    }

    @Override
    public long next() {
        return next(1, context().deadline(), Unknown.AS_CONFIGURED)[0];
    }

    @Override
    public long[] next(int count) {
        return next(Tags.requireBatch(count), context().deadline(), Unknown.AS_CONFIGURED);
    }

    @Override
    public long[] next(int count, Deadline deadline, Unknown unknown) {
        passGate(count);
        long begun = deadline.now();
        waits().began(count);
        try {
            long[] ids = idsOf(take(
                    count,
                    0,
                    deadline,
                    unknown,
                    () -> context().settings().maxStepOf(tag(), context().store())));
            issued.addAndGet(count);
            return ids;
        } finally {
            waits().ended(count, deadline.now() - begun);
        }
    }

    private AllocatedSegment take(long count, long seen, Deadline deadline, Unknown unknown, LongSupplier most) {
        return Objects.requireNonNull(new GroupAwaiter(this, deadline, unknown).take(count, seen, most));
    }

    private static long[] idsOf(AllocatedSegment range) {
        return LongStream.iterate(range.first(), id -> id < range.end(), id -> id + range.stride())
                .toArray();
    }

    @Override
    public AllocatedSegment grant(long amount, long seen, Deadline deadline) {
        passGate(amount);
        return take(amount, seen, deadline, Unknown.REFUSED, this::mostAtOnce);
    }

    /** None: the group that it was granted to has ids of callers, too, which are noted. */
    @Override
    public boolean takeBack(long first, long end) {
        return false;
    }

    @Override
    public TagBuffer limitedBy(TagGate limit) {
        return behind(limit);
    }

    @Override
    public Demand demand() {
        boolean isAwaited = groups().areWaiting();
        return new Demand(!isRetired() && isAwaited, 0, issued.get(), isAwaited);
    }

    @Override
    public long begin(StoreCall<?> call, long drawn, long ceiling) {
        return groups().begin(call, 0, ceiling);
    }

    @Override
    public AllocationOutcome.Effect accept(AllocationOutcome outcome) {
        AllocationOutcome.Allocated segment = outcome.segment();
        if (segment == null) {
            groups().fail(outcome);
        } else {
            groups().remember(segment.range());
            groups().settle(segment.range());
        }
        if (outcome.isOfUnknownTag()) {
            retire();
        }
        return AllocationOutcome.Effect.NO_SEGMENT;
    }

    @Override
    public Optional<SegmentRange> retire() {
        stopIssuing();
        return Optional.empty();
    }

    @Override
    long issued() {
        return issued.get();
    }

    @Override
    public long issuedEnd() {
        return groups().grantedEnd();
    }

    @Override
    public @Nullable StoreCall<?> prepare() {
        return null; // nothing is reserved ahead
    }

    @Override
    public SegmentTagStatus status(long nowNanos) {
        SegmentAllocator allocator = allocator();
        AllocationHistory history = allocator.history();
        long configured = allocator.configuredStep();
        long ids = issued();
        return new SegmentTagStatus(
                tag(),
                IdOrder.GLOBAL,
                state(history, nowNanos),
                new SegmentTagStatus.Steps(configured, configured),
                new SegmentTagStatus.Reserve(null, issuedEnd(), 0, List.of(), 0),
                new SegmentTagStatus.Traffic(ids, rate().read(ids, nowNanos)),
                waits().status(),
                history.status());
    }

    private State state(AllocationHistory history, long nowNanos) {
        boolean hangs = allocator().runningNanos(nowNanos)
                >= StatusReader.patienceNanos(context().settings().waitTimeout());
        if (history.hasFailed() || hangs) {
            return State.UNAVAILABLE;
        }
        return isUsed() ? State.READY : State.IDLE;
    }
}
