package io.leafid.lease;

import io.leafid.lease.LeaseStatus.State;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.WorkerIdLease;
import org.jspecify.annotations.Nullable;

/**
 * State of a lease: what registry and disk have confirmed, and the window that follows. Calls neither. Thread-safe.
 *
 * <pre>
 * Invariants, checked after every order of the events by LeaseStateTest
 *   - A window's ceiling never exceeds what is durable: the registry's confirmed ceiling and, where there is a local
 *     mark, the mark last written. Only such a mark may go beyond the registry's ceiling, and the mark writer decides when.
 *   - A lost lease is used up to what was durable when the loss became known, and never beyond the registry's confirmed
 *     ceiling; no mark is written for it any more but that of the loss, and no late answer
 *     brings it back.
 *   - A successor's floor is at or above every end that a window before it has ever had, so that no timestamp is used
 *     under both and ids keep growing.
 *   - Nothing but `reset` follows a release.
 * Locks: changes are made while `this` is held; reading the window takes no lock.
 * </pre>
 */
final class LeaseState {

    private static final LeaseWindow NO_WINDOW = new LeaseWindow(-1, 0, 0);

    private final boolean isMarked;
    private volatile LeaseWindow window = NO_WINDOW;
    private volatile @Nullable LeaseWindow successor;
    private volatile State state = State.NONE;
    private volatile @Nullable WorkerIdLease lease;
    private volatile @Nullable HighWaterMark mark;
    private volatile String runToken = "";
    private volatile long usableEnd;
    private volatile long wantedMillis;

    /** Begins without a lease; {@code isMarked} says whether nothing counts that is not marked on the local disk. */
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

    State state() {
        return state;
    }

    /** The lease as the registry has last confirmed it. */
    @Nullable WorkerIdLease lease() {
        return lease;
    }

    /** The token that an extension records: one that is resumed from the mark carries another run's. */
    String tokenFor(WorkerIdLease present) {
        return (state == State.LOCAL) ? runToken : present.token();
    }

    /** No id with this timestamp or a later one can have been issued. */
    long usableEnd() {
        return usableEnd;
    }

    /** A caller wants this timestamp, which no window covers; it may be ahead of a clock that has stepped back. */
    void want(long millis) {
        wantedMillis = Math.max(wantedMillis, millis); // of two at once the next one asks again
    }

    /**
     * The wall clock or, where callers are ahead of it, the highest timestamp that one wanted. What is wanted beyond the lead that is
     * allowed comes from a clock that was far ahead for a moment; reserved, it would hold up the next start until then.
     */
    long aim(long nowMillis, long leadMillis) {
        return Math.max(nowMillis, Math.min(wantedMillis, nowMillis + leadMillis));
    }

    /** The local mark; 0 if there is none. */
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
        if (present == null || state == State.RELEASED) {
            return 0;
        }
        LeaseWindow next = successor;
        long durable = (next == null) ? window.ceilingMillis() : next.ceilingMillis();
        boolean isFinal = !isKept() || (isMarked && !isMarking);
        return isFinal ? durable : Math.max(durable, present.ceilingMillis());
    }

    /**
     * Begins with a lease; returns whether that still matters, which it does not after a release.
     *
     * @param as {@code HELD} if it is the registry's, {@code LOCAL} if it is the local mark's
     * @param token the token of this run
     */
    synchronized boolean begin(WorkerIdLease taken, State as, String token) {
        if (state != State.NONE && state != State.STANDBY) {
            return false;
        }
        runToken = token;
        confirm(taken, as);
        return true;
    }

    /** No worker id is free, also none in place of a lost one, and one is waited for; returns whether that still matters. */
    synchronized boolean standBy() {
        if (state != State.NONE && state != State.LOST) {
            return false;
        }
        state = State.STANDBY;
        return true;
    }

    /** The registry has confirmed another ceiling or token for a lease; returns whether that still matters. */
    synchronized boolean extended(WorkerIdLease before, WorkerIdLease confirmed) {
        if (!isKept() || !before.equals(lease)) {
            return false;
        }
        confirm(confirmed, State.HELD);
        return true;
    }

    /** The registry has given another lease for the lost one; returns whether that still matters. */
    synchronized boolean replaced(WorkerIdLease lost, WorkerIdLease taken) {
        if (state != State.LOST || !lost.equals(lease)) {
            return false;
        }
        long floor = Math.max(taken.floorMillis(), usableEnd);
        confirm(new WorkerIdLease(taken.workerId(), taken.token(), floor, taken.ceilingMillis()), State.HELD);
        return true;
    }

    private void confirm(WorkerIdLease confirmed, State as) {
        lease = confirmed;
        state = as;
        publish(confirmed);
    }

    /** The disk has confirmed a mark. One that was under way when the loss or the release became known covers nothing. */
    synchronized void marked(HighWaterMark written) {
        mark = written;
        WorkerIdLease present = lease;
        if (present != null && isKept()) {
            publish(present);
        }
    }

    /** Another process has the worker id of a lease now; returns the end up to which it is still used, 0 if that is over. */
    synchronized long lost(WorkerIdLease before) {
        if (state == State.RELEASED || !before.equals(lease)) {
            return 0;
        }
        state = State.LOST;
        LeaseWindow next = successor;
        if (next != null && isOf(before, next)) {
            LeaseWindow left = next.upTo(before.ceilingMillis());
            successor = left;
            return left.ceilingMillis();
        }
        if (isOf(before, window)) {
            window = window.upTo(before.ceilingMillis()); // what only the mark covered is void
        }
        return window.ceilingMillis();
    }

    /** Nothing is issued any more; returns the state before. */
    synchronized State release() {
        State before = state;
        state = State.RELEASED;
        return before;
    }

    /** Begins anew after a release; nothing at or above the given time was issued. */
    synchronized void reset(long usedUpToMillis) {
        window = NO_WINDOW;
        successor = null;
        lease = null;
        mark = null;
        usableEnd = usedUpToMillis;
        wantedMillis = 0;
        state = State.NONE;
    }

    /**
     * The mark to be written next, if it is higher than the last one.
     *
     * @param aimMillis the wall clock, or what callers want ahead of it
     * @param nearMillis how far ahead of that the mark is kept
     * @param isAlone whether the mark may go beyond the registry's ceiling
     */
    synchronized @Nullable HighWaterMark nextMark(long aimMillis, long nearMillis, boolean isAlone) {
        WorkerIdLease present = lease;
        if (!isMarked || present == null || !isKept()) {
            return null;
        }
        long limit = isAlone ? Long.MAX_VALUE : present.ceilingMillis();
        long near = Math.min(limit, Math.max(aimMillis, present.floorMillis()) + nearMillis);
        HighWaterMark last = mark;
        if (last == null || last.workerId() != present.workerId()) {
            return markOf(present, near);
        }
        boolean isHigher = near > last.markMillis();
        boolean isOtherRun = !last.token().equals(present.token()); // the same worker id: what was marked still holds
        return (isHigher || isOtherRun) ? markOf(present, Math.max(near, last.markMillis())) : null;
    }

    private static HighWaterMark markOf(WorkerIdLease present, long markMillis) {
        return new HighWaterMark(present.workerId(), present.token(), markMillis, present.ceilingMillis());
    }

    /** Returns whether another process has the worker id, and none has been had in its place. */
    boolean isLost() {
        return state == State.LOST || state == State.STANDBY;
    }

    /** The mark that was written last; {@code null} if none was in this run. */
    @Nullable HighWaterMark lastMark() {
        return mark;
    }

    private boolean isKept() {
        return state == State.HELD || state == State.LOCAL;
    }

    /** Makes a window of what is durable now. */
    private void publish(WorkerIdLease present) {
        LeaseWindow fresh = new LeaseWindow(present.workerId(), present.floorMillis(), durableEnd(present));
        if (!window.equals(NO_WINDOW) && !isOf(present, window)) {
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
