package io.leafid.lease;

import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.WorkerIdLease;
import org.jspecify.annotations.Nullable;

/**
 * What registry and disk have confirmed, and the window that follows. Calls neither. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - A window's ceiling never exceeds what is durable: the registry's confirmed ceiling and, where there is a local
 *     mark, the mark last written. Only such a mark may go beyond the registry's ceiling, and the keeper decides when.
 *   - A lost lease is used up to what was durable when the loss became known, and never beyond the registry's confirmed
 *     ceiling; no mark is written for it any more.
 *   - A successor's floor is at or above every end that a window before it has ever had, so that no timestamp is used
 *     under both and ids keep growing.
 * Locks: changes are made while `this` is held; reading the window takes no lock.
 * </pre>
 */
final class LeaseState {

    private static final LeaseWindow NO_LEASE = new LeaseWindow(-1, 0, 0);

    private final boolean isMarked;
    private volatile LeaseWindow window = NO_LEASE;
    private volatile @Nullable LeaseWindow successor;
    private volatile LeaseStatus.State state = LeaseStatus.State.NONE;
    private volatile @Nullable WorkerIdLease lease;
    private volatile @Nullable HighWaterMark mark;
    private volatile long usableEnd;

    /** Begins without a lease; {@code isMarked} says whether nothing counts that is not noted on the local disk. */
    LeaseState(boolean isMarked) {
        this.isMarked = isMarked;
    }

    LeaseWindow window() {
        return window;
    }

    /** The present window or, once it has run out, its successor if that covers the timestamp. */
    LeaseWindow windowFor(long millis) {
        if (successor == null || millis < window.ceilingMillis()) {
            return window;
        }
        synchronized (this) {
            LeaseWindow next = successor;
            if (next != null && next.covers(millis) && millis >= window.ceilingMillis()) {
                use(next);
                successor = null;
            }
            return window;
        }
    }

    LeaseStatus.State state() {
        return state;
    }

    /** What is held of the registry, as last confirmed. */
    @Nullable WorkerIdLease lease() {
        return lease;
    }

    /** No id with this timestamp or a later one can have been issued. */
    long usableEnd() {
        return usableEnd;
    }

    /** Where the local mark stands; 0 if there is none. */
    long markedEnd() {
        HighWaterMark last = mark;
        return (last == null) ? 0 : last.markMillis();
    }

    /**
     * The end of what can be used if the registry confirms nothing more.
     *
     * @param isMarking whether the local mark follows the clock; else what is marked already is all there is
     */
    synchronized long reservedEnd(boolean isMarking) {
        WorkerIdLease present = lease;
        if (present == null || state == LeaseStatus.State.RELEASED) {
            return 0;
        }
        LeaseWindow next = successor;
        long durable = (next == null) ? window.ceilingMillis() : next.ceilingMillis();
        boolean isFinal = state == LeaseStatus.State.LOST || (isMarked && !isMarking);
        return isFinal ? durable : Math.max(durable, present.ceilingMillis());
    }

    /** Begins with a lease of the registry or, in state {@code LOCAL}, of the local mark. */
    synchronized void begin(WorkerIdLease taken, LeaseStatus.State as) {
        lease = taken;
        state = as;
        publish();
    }

    /** The registry has confirmed another ceiling or token for a lease; returns whether that still matters. */
    synchronized boolean extended(WorkerIdLease before, WorkerIdLease confirmed) {
        if (state == LeaseStatus.State.RELEASED || !before.equals(lease)) {
            return false;
        }
        begin(confirmed, LeaseStatus.State.HELD);
        return true;
    }

    /** Another process has the worker id of a lease now; returns the end up to which it is still used. */
    synchronized long lost(WorkerIdLease before) {
        if (state == LeaseStatus.State.RELEASED || !before.equals(lease)) {
            return 0;
        }
        state = LeaseStatus.State.LOST;
        LeaseWindow next = successor;
        if (next != null && isOf(before, next)) {
            next = limited(next, before.ceilingMillis());
            successor = next;
            return next.ceilingMillis();
        }
        if (isOf(before, window)) {
            window = limited(window, before.ceilingMillis());
        }
        return window.ceilingMillis();
    }

    /** What only the mark covered is void. */
    private static LeaseWindow limited(LeaseWindow made, long ceilingMillis) {
        return new LeaseWindow(made.workerId(), made.floorMillis(), Math.min(made.ceilingMillis(), ceilingMillis));
    }

    /** The registry has given another lease for the lost one; returns whether that still matters. */
    synchronized boolean replaced(WorkerIdLease lost, WorkerIdLease taken) {
        long floor = Math.max(taken.floorMillis(), usableEnd);
        return extended(lost, new WorkerIdLease(taken.workerId(), taken.token(), floor, taken.ceilingMillis()));
    }

    /** The disk has confirmed a mark. */
    synchronized void marked(HighWaterMark written) {
        mark = written;
        if (state != LeaseStatus.State.LOST) { // one that was under way when the loss became known covers nothing
            publish();
        }
    }

    /** Begins anew after a release; nothing at or above the given time was issued. */
    synchronized void reset(long usedUpToMillis) {
        window = NO_LEASE;
        successor = null;
        lease = null;
        mark = null;
        usableEnd = usedUpToMillis;
        state = LeaseStatus.State.NONE;
    }

    /** Nothing is issued any more; returns the state before. */
    synchronized LeaseStatus.State release() {
        LeaseStatus.State before = state;
        state = LeaseStatus.State.RELEASED;
        return before;
    }

    /**
     * The mark to be written next, if it is higher than the last one.
     *
     * @param nowMillis the wall clock
     * @param nearMillis how far ahead of it the mark is kept
     * @param isAlone whether the mark may go beyond the registry's ceiling
     */
    synchronized @Nullable HighWaterMark nextMark(long nowMillis, long nearMillis, boolean isAlone) {
        WorkerIdLease present = lease;
        boolean isKept = state == LeaseStatus.State.HELD || state == LeaseStatus.State.LOCAL;
        if (!isMarked || present == null || !isKept) {
            return null;
        }
        long limit = isAlone ? Long.MAX_VALUE : present.ceilingMillis();
        long near = Math.min(limit, Math.max(nowMillis, present.floorMillis()) + nearMillis);
        HighWaterMark last = mark;
        if (last == null || last.workerId() != present.workerId()) {
            return markOf(present, near);
        }
        boolean isHigher = near > last.markMillis();
        boolean isOtherRun = !last.token().equals(present.token()); // the same worker id: what was noted still holds
        return (isHigher || isOtherRun) ? markOf(present, Math.max(near, last.markMillis())) : null;
    }

    private static HighWaterMark markOf(WorkerIdLease present, long markMillis) {
        return new HighWaterMark(present.workerId(), present.token(), markMillis, present.ceilingMillis());
    }

    /** Makes a window of what is durable now. */
    private void publish() {
        WorkerIdLease present = lease;
        if (present == null || state == LeaseStatus.State.RELEASED) {
            return;
        }
        LeaseWindow fresh = new LeaseWindow(present.workerId(), present.floorMillis(), durableEnd(present));
        if (!window.equals(NO_LEASE) && !isOf(present, window)) {
            successor = fresh;
        } else if (fresh.ceilingMillis() > window.ceilingMillis()) {
            use(fresh);
        }
    }

    private void use(LeaseWindow fresh) {
        window = fresh;
        usableEnd = Math.max(usableEnd, fresh.ceilingMillis());
    }

    private static boolean isOf(WorkerIdLease of, LeaseWindow made) {
        return made.workerId() == of.workerId() && made.floorMillis() == of.floorMillis();
    }

    private long durableEnd(WorkerIdLease present) {
        if (!isMarked) {
            return present.ceilingMillis();
        }
        HighWaterMark last = mark;
        if (last == null || !last.token().equals(present.token())) {
            return present.floorMillis();
        }
        return last.markMillis();
    }
}
