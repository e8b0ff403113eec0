package io.leafid.segment.buffer;

import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.CounterSetBackException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The callers of one tag that wait for ids of an allocation which has not begun yet, group by group: those who want an order that
 * holds across nodes, and those who take a range. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - A caller joins only a group for which the store was not asked yet. So its ids are allocated after its call began.
 *   - `asked` is the group of the one allocation under way, from the moment its amount is fixed to its outcome; the thread
 *     that finishes that allocation takes the group out.
 *   - A caller that holds ids above those which this process has seen is alone in its group, and no segment is allocated with it: so a
 *     counter that stands below them is refused to this caller and to no other.
 *   - A group is granted a range of exactly the ids it wanted. What a caller that left does not claim is discarded.
 *   - A group that has ended is in neither place.
 *   - No sum of what is wanted passes the largest long.
 *   - All that was granted lies below `grantedEnd`. From `grantedFrom` to there lies what the last group may still return; it is
 *     closed for good before a note says that it was handed out.
 *   - All that was granted before lies below `keptEnd`. What is between there and `grantedFrom` belongs to others, who may return it too.
 * Locks: `lock` guards all of it. No store call is made and no caller woken while it is held.
 * </pre>
 */
final class CallerGroups {

    /** No groups, and none that could be joined. Shared. */
    static final CallerGroups NONE = new CallerGroups();

    private final Object lock = new Object();
    private final Deque<CallerGroup> waiting = new ArrayDeque<>();
    private final Deque<CallerGroup> ending = new ArrayDeque<>();
    private @Nullable CallerGroup asked;
    private long keptEnd;
    private long grantedFrom;
    private long grantedEnd;

    /**
     * Joins the group that forms.
     *
     * @param count ids that the caller wants
     * @param least the counter must have reached this, for this caller alone; 0 if that need not be said
     * @param most ids that one allocation should take; a caller that wants more has a group of its own
     */
    CallerGroup join(long count, long least, long most) {
        synchronized (lock) {
            CallerGroup last = waiting.peekLast();
            if (last == null || least > 0 || last.least() > 0 || count > most - last.wanted()) {
                last = new CallerGroup(least);
                waiting.addLast(last);
            }
            last.add(count);
            return last;
        }
    }

    /** Leaves a group; what the store was asked for already is discarded. */
    void leave(CallerGroup group, long count) {
        synchronized (lock) {
            if (waiting.contains(group)) {
                group.add(-count);
                if (group.wanted() == 0) {
                    waiting.remove(group);
                }
            }
        }
    }

    /** Returns whether the store has not been asked for a group yet. */
    boolean isWaiting(CallerGroup group) {
        synchronized (lock) {
            return waiting.contains(group);
        }
    }

    /** Returns whether the store has not been asked for all groups yet. */
    boolean areWaiting() {
        synchronized (lock) {
            return !waiting.isEmpty();
        }
    }

    /**
     * Closes the first group, for which the store is asked now.
     *
     * @param call the one allocation under way
     * @param own ids that it takes besides
     * @param most ids that one allocation should take; a group for which no room is left waits for the next one
     * @return how many ids the group wants; 0 if there is none
     */
    long begin(StoreCall<?> call, long own, long most) {
        synchronized (lock) {
            if (call.isFinished()) {
                return 0; // it has taken too long to come here; looked at under the lock, so that its end sees the
                // group
            }
            CallerGroup first = waiting.peekFirst();
            if (first == null || (own > 0 && (first.least() > 0 || first.wanted() > most - own))) {
                return 0;
            }
            asked = waiting.pollFirst();
            return first.wanted();
        }
    }

    /** The number of ids that the store was asked for, for the group of the allocation under way. */
    long asked() {
        synchronized (lock) {
            return (asked == null) ? 0 : asked.wanted();
        }
    }

    /** The number that the counter must have reached for that group. */
    long least() {
        synchronized (lock) {
            return (asked == null) ? 0 : asked.least();
        }
    }

    /** Keeps in mind that a range is the last one that was granted; before a caller can claim of it. */
    void remember(AllocatedSegment range) {
        synchronized (lock) {
            keptEnd = grantedEnd;
            grantedFrom = Math.max(grantedFrom, range.first());
            grantedEnd = Math.max(grantedEnd, range.end());
        }
    }

    /** Ends the group that the store was asked for: with its range or, if there is none, so that its callers decide anew. */
    void settle(@Nullable AllocatedSegment range) {
        synchronized (lock) {
            if (asked != null) {
                if (range != null) {
                    asked.grant(range);
                }
                ending.add(asked);
                asked = null;
            }
        }
    }

    /** Ends the group that was asked for if it alone is refused; else all, and those who wait decide whether the next attempt comes in time. */
    void fail(AllocationOutcome outcome) {
        synchronized (lock) {
            if (asked != null && outcome.failure() instanceof CounterSetBackException refusal) {
                asked.refuse(refusal);
            } else {
                ending.addAll(waiting);
                waiting.clear();
            }
            settle(null);
        }
    }

    /** Wakes the callers of the groups that have ended. */
    void wake() {
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
    void refuseWaiting() {
        synchronized (lock) {
            ending.addAll(waiting);
            waiting.clear();
        }
        wake();
    }

    /**
     * Takes the end of the last range back.
     *
     * @return whether that was granted last and may still be returned
     */
    boolean takeBack(long first, long end) {
        synchronized (lock) {
            boolean isLast = end == grantedEnd && first >= grantedFrom && first < end;
            if (isLast) {
                grantedEnd = (first == grantedFrom) ? keptEnd : first;
            }
            return isLast;
        }
    }

    /** From now on nothing of what was granted so far can be returned. */
    void close() {
        synchronized (lock) {
            keptEnd = grantedEnd;
            grantedFrom = grantedEnd;
        }
    }

    /** End, exclusive, of what was granted; 0 if that is nothing. */
    long grantedEnd() {
        synchronized (lock) {
            return grantedEnd;
        }
    }

    /** End, exclusive, of what was granted and cannot be returned; 0 if that is nothing. */
    long keptEnd() {
        synchronized (lock) {
            return keptEnd;
        }
    }
}
