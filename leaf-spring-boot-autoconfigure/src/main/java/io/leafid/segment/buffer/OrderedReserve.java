package io.leafid.segment.buffer;

import io.leafid.segment.status.SegmentRange;
import io.leafid.time.TimeSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The callers of one tag that wait for ids, group by group; nothing is reserved ahead. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - A caller joins only a group for which the store was not asked yet. So its ids are allocated after its call began.
 *   - `asked` is the group of the one allocation under way, from the moment its amount is fixed to its outcome; the thread
 *     that settles that allocation takes the group out.
 *   - A group is granted a range of exactly the ids it wanted. What a caller that left does not claim is burnt.
 *   - A group that has ended is in neither place.
 * Locks: `lock` guards `waiting`, `asked` and what the groups want. No store call is made and no caller woken while it is
 * held.
 * </pre>
 */
abstract class OrderedReserve extends AllocatingBuffer {

    private final Object lock = new Object();
    private final Deque<CallerGroup> waiting = new ArrayDeque<>();
    private final Deque<CallerGroup> ending = new ArrayDeque<>();
    private final AtomicLong issued = new AtomicLong();
    private @Nullable CallerGroup asked;
    private volatile long issuedEnd;

    OrderedReserve(String tag, TimeSource time) {
        super(tag, time);
    }

    /**
     * Joins the group that forms.
     *
     * @param count ids that the caller wants
     * @param most ids that one allocation should take; a caller that wants more has a group of its own
     */
    final CallerGroup join(int count, long most) {
        synchronized (lock) {
            CallerGroup last = waiting.peekLast();
            if (last == null || last.wanted() + count > most) {
                last = new CallerGroup();
                waiting.addLast(last);
            }
            last.add(count);
            return last;
        }
    }

    /** Leaves a group; what the store was asked for already is burnt. */
    final void leave(CallerGroup group, int count) {
        synchronized (lock) {
            if (waiting.contains(group)) {
                group.add(-count);
                if (group.wanted() == 0) {
                    waiting.remove(group);
                }
            }
        }
    }

    /** Whether the store has not been asked for a group yet. */
    final boolean isWaiting(CallerGroup group) {
        synchronized (lock) {
            return waiting.contains(group);
        }
    }

    final void issued(int count) {
        issued.addAndGet(count);
    }

    @Override
    public final Demand demand() {
        synchronized (lock) {
            return new Demand(!isRetired() && !waiting.isEmpty(), 0, issued.get(), waits().wantedIds());
        }
    }

    @Override
    public final long begin(StoreCall<?> call, long drawn, long ceiling) {
        synchronized (lock) {
            if (call.isSettled()) {
                return 0; // it has taken too long to come here; looked at under the lock, so that its end sees the
                // group
            }
            asked = waiting.pollFirst();
            return (asked == null) ? 0 : asked.wanted();
        }
    }

    @Override
    public final boolean accept(AllocationOutcome outcome) {
        AllocationOutcome.Allocated segment = outcome.segment();
        synchronized (lock) {
            if (asked != null) {
                if (segment != null) {
                    asked.grant(segment.range());
                    issuedEnd = Math.max(issuedEnd, segment.range().end());
                }
                ending.add(asked);
                asked = null;
            }
            if (segment == null) {
                endWaiting();
            }
        }
        if (outcome.isOfUnknownTag()) {
            retire();
        }
        return false;
    }

    /** Those who wait decide for themselves whether the next attempt comes in time. Called with the lock held. */
    private void endWaiting() {
        ending.addAll(waiting);
        waiting.clear();
    }

    /** Wakes the callers of the groups that have ended. */
    final void wake() {
        while (true) {
            CallerGroup group;
            synchronized (lock) {
                group = ending.pollFirst();
            }
            if (group == null) {
                return;
            }
            group.end();
        }
    }

    /** Lets those who wait decide anew, because no allocation is going to begin for them. */
    final void refuseWaiting() {
        synchronized (lock) {
            endWaiting();
        }
        wake();
    }

    @Override
    public final Optional<SegmentRange> retire() {
        stopIssuing();
        refuseWaiting();
        return Optional.empty();
    }

    @Override
    final long issued() {
        return issued.get();
    }

    @Override
    public final long issuedEnd() {
        return issuedEnd;
    }
}
