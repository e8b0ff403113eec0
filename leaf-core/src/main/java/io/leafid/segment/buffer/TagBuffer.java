package io.leafid.segment.buffer;

import io.leafid.IdGenerationException;
import io.leafid.IdSequence;
import io.leafid.concurrent.RateMeter;
import io.leafid.concurrent.TagGate;
import io.leafid.segment.status.LastAllocation;
import io.leafid.segment.status.SegmentRange;
import io.leafid.segment.status.SegmentTagStatus;
import io.leafid.segment.status.SegmentTotals;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.TagRow;
import io.leafid.time.Deadline;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The ids of one tag in this process: how the tag goes and comes back, its limit, and those who wait. Thread-safe.
 *
 * <p>A class, not an interface, so that the compiler sees from the classes that are loaded which {@code next()} is called.
 */
public abstract class TagBuffer implements IdSequence, Reserve {

    private final String tag;
    private final SegmentContext context;
    private final TagRestorer restorer;
    private final SegmentAllocator allocator;
    private final RateMeter rate;
    private final WaitStatistics waits = new WaitStatistics();
    private volatile long knownSinceNanos;
    private volatile boolean retired;
    private volatile CallerGroups groups = CallerGroups.NONE; // a table may have a million tags, and groups of few
    private volatile @Nullable TagGate gate;

    /** The buffer of a tag that has become known now. */
    TagBuffer(SegmentContext context, TagRestorer restorer, TagRow row, long notedEnd) {
        this.tag = row.tag();
        this.context = context;
        this.restorer = restorer;
        this.knownSinceNanos = context.time().nanoTime();
        this.rate = new RateMeter(knownSinceNanos);
        this.allocator =
                new SegmentAllocator(context, row, this, AllocationHistory.noted(notedEnd, row.maxId() < notedEnd));
    }

    @Override
    public final String tag() {
        return tag;
    }

    /** The ids for a caller who keeps them. */
    public IdSequence sequence() {
        return this;
    }

    /** Lets calls find the segments of the tag without this buffer from now on. One that must see each call does nothing. */
    public void enterIndex() {}

    /** As {@link #next(int)}, for a call that has a deadline already. */
    public abstract long[] next(int count, Deadline deadline, Unknown unknown);

    /**
     * Allocates a range for another process, which hands the ids out itself. It waits for an allocation that begins after this call, with
     * others who wait; a tag that has no row never gets one.
     *
     * @param amount how many ids, at least 1
     * @param seen the process holds ids below this
     * @throws IdGenerationException if there are none before the deadline
     * @throws io.leafid.segment.store.CounterSetBackException if the counter stands below {@code seen}
     */
    public abstract AllocatedSegment grant(long amount, long seen, Deadline deadline);

    /**
     * Forgets the end of a range that was granted, so that the store may be asked to take it back. It may be, unless something was
     * allocated since, or noted.
     *
     * @return whether the range is the last one that was allocated, and is forgotten
     */
    public abstract boolean takeBack(long first, long end);

    /** Puts a gate before these ids, of which no caller has had one. */
    public final TagBuffer behind(TagGate limit) {
        gate = limit;
        return this;
    }

    /**
     * Puts a gate before these ids, also for callers that hold this buffer already.
     *
     * @return the buffer that stands for the tag from now on
     */
    public abstract TagBuffer limitedBy(TagGate limit);

    final boolean hasGate() {
        return gate != null;
    }

    final void passGate(long count) {
        TagGate limit = gate;
        if (limit != null) {
            limit.pass(count);
        }
    }

    /** Starts the first allocation unless ids are reserved; {@code null} if none is due. Never blocks. */
    public abstract @Nullable StoreCall<?> prepare();

    /**
     * Begins an allocation if none is left and the last one was refused. The row may have been repaired, and while health is down
     * because of it no caller comes who would find out. Where nothing is reserved, one id is taken and discarded.
     */
    public final void retryRefused() {
        AllocationHistory history = allocator.history();
        LastAllocation last = history.last();
        boolean isRefused = history.hasFailed() && last != null && last.outcome() == LastAllocation.Outcome.REFUSED;
        boolean isOver = isRefused && !retired && demand().left() == 0;
        if (isOver && (!hasIssued() || prepare() == null)) {
            CallerGroup none = demand().isDue() ? null : groupsToJoin().join(1, 0, mostAtOnce());
            if (allocator.ensureStarted(0) == null && none != null) {
                groups.leave(none, 1);
            }
        }
    }

    /** Follows the tag's row; issues again if the tag had been gone. */
    public final void confirm(long configuredStep) {
        allocator.configure(configuredStep);
        if (retired) {
            knownSinceNanos = context.time().nanoTime();
            retired = false;
        }
    }

    /** Reports that the row stands below what earlier runs have handed out. */
    public final void reportSetBack(TagRow row) {
        allocator.reportSetBack(row);
    }

    /**
     * Stops issuing because the tag was removed.
     *
     * @return what was never handed out and now never will be, up to the end of the last segment
     */
    public abstract Optional<SegmentRange> retire();

    /** The same because the generator stops; callers that wait fail for this reason. */
    public final Optional<SegmentRange> retire(IdGenerationException reason) {
        Optional<SegmentRange> rest = retire();
        awaitOtherRetirement();
        // After the retirement, so that a caller that is woken by it finds nothing to allocate or to wait for.
        allocator.cancel(reason);
        groups.close(); // again, since the one under way may have ended just before it was cancelled
        return rest;
    }

    /** Waits until a retirement by another thread, which asks no store, has noted the end of what was issued. */
    void awaitOtherRetirement() {
        // nothing is reserved, so none takes anything away
    }

    /** Stops issuing until the tag is confirmed; what is reserved stays as it is. */
    final void stopIssuing() {
        retired = true;
        groups.close();
        groups.refuseWaiting();
    }

    /**
     * Begins anew after a stop. What was allocated before it and not handed out may have been given back, so a range that
     * begins at the end of what was handed out, by this run or by those that have noted {@code notedEnd}, is no rewind.
     */
    public final void resume(long notedEnd) {
        allocator.resume(Math.max(issuedEnd(), notedEnd));
    }

    @Override
    public final long least() {
        return groups.least();
    }

    /** Begins the allocation for the group that has formed meanwhile, and wakes those whose group has ended. */
    @Override
    public final void ended() {
        CallerGroups callers = groups;
        long patienceNanos = context.settings().waitTimeout().toNanos();
        if (!callers.areWaiting() || (!retired && allocator.ensureStarted(patienceNanos) != null)) {
            callers.wake();
        } else {
            callers.refuseWaiting();
        }
    }

    /** Returns whether it issues nothing because the tag was removed or the generator has stopped. */
    public final boolean isRetired() {
        return retired;
    }

    /** Returns whether another buffer stands for this one, for ever. */
    boolean isReplaced() {
        return false;
    }

    /** Returns whether a caller has asked for an id in this run: a segment was allocated, or is being allocated. */
    public final boolean isUsed() {
        return allocator.history().last() != null || allocator.isRunning();
    }

    /** End, exclusive, of what was handed out; 0 if that is nothing. May be behind by what is handed out at this moment. */
    public abstract long issuedEnd();

    /** Ids handed out so far. */
    abstract long issued();

    /** The reason why a caller gets no id now. */
    final Unavailability unavailability() {
        return new Unavailability(tag, allocator.history());
    }

    /** Returns whether ids were handed out here; a range that another process was granted does not count. */
    public final boolean hasIssued() {
        return totals().issued() > 0;
    }

    /** Returns whether the row was rewound, as far as is known, so that nothing is allocated. */
    public final boolean isSetBack() {
        return allocator.history().failures().rewound();
    }

    /** Since when the tag is known, on the nano clock. */
    public final long knownSinceNanos() {
        return knownSinceNanos;
    }

    /** The state of the tag at this moment; consumes no id and asks no store. */
    public abstract SegmentTagStatus status(long nowNanos);

    /** The totals since the start. */
    public SegmentTotals totals() {
        SegmentTagStatus.Waits waited = waits.status();
        return new SegmentTotals(issued(), allocator.history().totals(), waited.count(), waited.nanos());
    }

    /** The most ids that are asked of the store at once for those who wait. */
    final long mostAtOnce() {
        return context.settings().mostAtOnce(tag, context.store());
    }

    final SegmentContext context() {
        return context;
    }

    final TagRestorer restorer() {
        return restorer;
    }

    final SegmentAllocator allocator() {
        return allocator;
    }

    final RateMeter rate() {
        return rate;
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

    /** The treatment of a tag that has no row when an id of it is wanted. */
    public enum Unknown {
        /** It is refused, or gets a row, as the settings say. */
        AS_CONFIGURED,
        /** It is refused, whatever the settings say. */
        REFUSED
    }

    /** The restorer of a tag that had been removed. Thread-safe. */
    public interface TagRestorer {

        /**
         * Asks the store for a retired tag; if it has a row again, its buffer issues again.
         *
         * @throws IdGenerationException if it has none, or the store does not answer before the deadline
         */
        void restore(String tag, Deadline deadline, Unknown unknown);
    }
}
