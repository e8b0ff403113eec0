package io.leafid.lease;

import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.WorkerIdLease;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One order of events that a lease state goes through, with its own account of what registry and disk have confirmed. */
final class LeaseHistory {

    private static final long BEGINNING = 1_000_000;
    private static final long RESERVATION_MILLIS = 10_000;
    private static final int NONE_ISSUED = -1;

    private final Scenario scenario;
    private final Pace pace;
    private final LeaseState state;
    private final List<Event> done = new ArrayList<>();
    private final List<Hold> holds = new ArrayList<>();
    private LeaseStatus.State expected = LeaseStatus.State.NONE;
    private long now = BEGINNING;
    private long lastIssued = NONE_ISSUED;
    private int issuedBy = -1;
    private long issuedEnd;
    private long highestUsable;

    /** The lease and the mark to be written as they stood before the last event: what a late answer refers to. */
    private @Nullable WorkerIdLease leaseBefore;

    private @Nullable HighWaterMark markBefore;

    LeaseHistory(Scenario scenario, Pace pace) {
        this.scenario = scenario;
        this.pace = pace;
        this.state = new LeaseState(scenario.isMarked);
    }

    /** Lets an event happen a little later, then uses what may be used, and checks what has to hold. */
    void happen(Event event) {
        done.add(event);
        now += pace.stepMillis;
        WorkerIdLease lease = state.lease();
        HighWaterMark mark = state.nextMark(now, pace.nearMillis, scenario.isAlone);
        switch (event) {
            case BEGIN -> begin();
            case EXTENDED -> extended(lease);
            case EXTENDED_LATE -> extended(leaseBefore);
            case MARKED -> marked(mark);
            case MARKED_LATE -> marked(markBefore);
            case LOST -> lost(lease);
            case LOST_LATE -> lost(leaseBefore);
            case REPLACED -> replaced(lease);
            case RELEASE -> release();
        }
        leaseBefore = lease;
        markBefore = mark;
        check(state.state() == expected, "state is " + state.state() + ", expected " + expected);
        checkMark();
        checkWindow(state.window());
        issue();
        checkReserve();
    }

    private void begin() {
        Hold hold = newHold(0);
        boolean counts = state.begin(hold.lease, scenario.begun, "run");
        check(counts == (expected == LeaseStatus.State.NONE), "begin counts: " + counts);
        if (counts) {
            expected = scenario.begun;
        }
    }

    /** The registry has confirmed it, whatever the state makes of that. */
    private void extended(@Nullable WorkerIdLease before) {
        WorkerIdLease from = (before == null) ? newHold(99).lease : before;
        WorkerIdLease confirmed =
                from.upTo(Math.max(from.ceilingMillis() + 1, now + RESERVATION_MILLIS), state.tokenFor(from));
        boolean isPresent = isKept() && from.equals(state.lease());
        if (isPresent) {
            holdOf(from.workerId(), from.floorMillis()).confirm(confirmed);
        }
        boolean counts = state.extended(from, confirmed);
        check(counts == isPresent, "extension counts: " + counts);
        if (counts) {
            expected = LeaseStatus.State.HELD;
        }
    }

    private void marked(@Nullable HighWaterMark mark) {
        if (mark != null) {
            Hold hold = holds.stream()
                    .filter(one -> one.tokens.contains(mark.token()) && one.lease.workerId() == mark.workerId())
                    .findFirst()
                    .orElseThrow();
            if (!hold.isLost && expected != LeaseStatus.State.RELEASED) {
                hold.mark = Math.max(hold.mark, mark.markMillis());
            }
            state.marked(mark);
        }
    }

    private void lost(@Nullable WorkerIdLease before) {
        WorkerIdLease of = (before == null) ? newHold(98).lease : before;
        boolean isPresent = of.equals(state.lease())
                && expected != LeaseStatus.State.RELEASED
                && expected != LeaseStatus.State.NONE;
        if (isPresent) {
            Hold hold = holdOf(of.workerId(), of.floorMillis());
            hold.isLost = true;
            expected = LeaseStatus.State.LOST;
        }
        long end = state.lost(of);
        check((end > 0) == isPresent, "loss counts up to " + end);
        check(end <= Math.max(of.ceilingMillis(), 0), "a lost lease is used beyond what was confirmed, up to " + end);
    }

    private void replaced(@Nullable WorkerIdLease lost) {
        WorkerIdLease from = (lost == null) ? newHold(97).lease : lost;
        Hold taken = newHold(holds.size() + 1);
        boolean counts = state.replaced(from, taken.lease);
        boolean isWanted = expected == LeaseStatus.State.LOST;
        check(counts == isWanted, "replacement counts: " + counts);
        if (counts) {
            taken.confirm(Objects.requireNonNull(state.lease()));
            expected = LeaseStatus.State.HELD;
        }
    }

    private void release() {
        LeaseStatus.State before = state.release();
        check(before == expected, "released from " + before);
        expected = LeaseStatus.State.RELEASED;
    }

    /** A mark is never lower than the one before for the same worker id, nor beyond the ceiling unless it may go alone. */
    private void checkMark() {
        HighWaterMark next = state.nextMark(now, pace.nearMillis, scenario.isAlone);
        check(next == null || (isKept() && scenario.isMarked), "nothing may be marked, but " + next);
        if (next != null) {
            WorkerIdLease lease = Objects.requireNonNull(state.lease());
            Hold hold = holdOf(lease.workerId(), lease.floorMillis());
            check(next.markMillis() >= hold.mark, "the mark falls: " + next);
            check(
                    scenario.isAlone || next.markMillis() <= Math.max(lease.ceilingMillis(), hold.mark),
                    "beyond: " + next);
        }
    }

    private void checkWindow(LeaseWindow window) {
        if (window.workerId() < 0) {
            return;
        }
        Hold hold = holdOf(window.workerId(), window.floorMillis());
        long durable = scenario.isMarked ? Math.max(hold.mark, window.floorMillis()) : hold.lease.ceilingMillis();
        check(window.ceilingMillis() <= durable, window + " exceeds what is durable, " + durable);
        if (hold.isLost) {
            long end = Math.max(hold.lease.ceilingMillis(), window.floorMillis());
            check(window.ceilingMillis() <= end, window + " of a lost lease exceeds the confirmed " + end);
        }
        highestUsable = Math.max(highestUsable, window.ceilingMillis());
        check(state.usableEnd() >= highestUsable, "usable end " + state.usableEnd() + " is below " + highestUsable);
    }

    /** What a caller does: an id for the present, if the window covers it. */
    private void issue() {
        if (expected == LeaseStatus.State.RELEASED) {
            return; // the generator has stopped before
        }
        int former = state.window().workerId();
        long end = state.window().ceilingMillis();
        LeaseWindow window = state.windowFor(now);
        if (window.workerId() != former && former >= 0) {
            check(now >= end, "the successor is used before " + end);
            check(window.floorMillis() >= end, window + " begins below the end of the one before, " + end);
        }
        checkWindow(window);
        if (window.covers(now) && now > lastIssued) {
            check(window.workerId() == issuedBy || now >= issuedEnd, "two worker ids use one millisecond");
            lastIssued = now;
            issuedBy = window.workerId();
            issuedEnd = window.ceilingMillis();
        }
    }

    private void checkReserve() {
        boolean isNothing = expected == LeaseStatus.State.RELEASED || expected == LeaseStatus.State.NONE;
        long still = state.reservedEnd(false);
        long marking = state.reservedEnd(true);
        check(isNothing ? still == 0 && marking == 0 : marking >= still, "reserve " + still + " to " + marking);
        if (expected == LeaseStatus.State.LOST) {
            check(still == marking, "the reserve of a lost lease grows");
        }
    }

    private boolean isKept() {
        return expected == LeaseStatus.State.HELD || expected == LeaseStatus.State.LOCAL;
    }

    private Hold newHold(int workerId) {
        Hold hold = new Hold(new WorkerIdLease(workerId, "t" + holds.size(), now, now + RESERVATION_MILLIS));
        holds.add(hold);
        return hold;
    }

    private Hold holdOf(int workerId, long floorMillis) {
        return holds.stream()
                .filter(hold -> hold.lease.workerId() == workerId && hold.lease.floorMillis() == floorMillis)
                .findFirst()
                .orElseThrow(() -> new AssertionError(this + ": nothing held from " + floorMillis));
    }

    private void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(this + ": " + what);
        }
    }

    @Override
    public String toString() {
        return scenario + " " + pace + " " + done;
    }

    /** What may happen to a lease; the late ones are answers to what was asked before the event before. */
    enum Event {
        BEGIN,
        EXTENDED,
        MARKED,
        LOST,
        REPLACED,
        RELEASE,
        EXTENDED_LATE,
        MARKED_LATE,
        LOST_LATE
    }

    /** How a lease is kept. */
    enum Scenario {
        UNMARKED(LeaseStatus.State.HELD, false, false),
        MARKED(LeaseStatus.State.HELD, true, false),
        MARKED_ALONE(LeaseStatus.State.HELD, true, true),
        RESUMED(LeaseStatus.State.LOCAL, true, false),
        RESUMED_ALONE(LeaseStatus.State.LOCAL, true, true);

        private final LeaseStatus.State begun;
        private final boolean isMarked;
        private final boolean isAlone;

        Scenario(LeaseStatus.State begun, boolean isMarked, boolean isAlone) {
            this.begun = begun;
            this.isMarked = isMarked;
            this.isAlone = isAlone;
        }
    }

    /** How the clock moves from one event to the next, and how far ahead of it the mark is kept. */
    enum Pace {
        /** Windows run out between the events. */
        SLOW(3_000, 6_000),
        /** Several events fall into one window, and a mark that goes alone leaves the registry's ceiling behind. */
        FAST(1_000, 9_500),
        /** The clock is set back again and again. */
        BACKWARDS(-1_000, 6_000);

        private final long stepMillis;
        private final long nearMillis;

        Pace(long stepMillis, long nearMillis) {
            this.stepMillis = stepMillis;
            this.nearMillis = nearMillis;
        }
    }

    /** One hold on a worker id, as registry and disk have it. */
    private static final class Hold {

        private final List<String> tokens = new ArrayList<>();
        private WorkerIdLease lease;
        private long mark;
        private boolean isLost;

        Hold(WorkerIdLease lease) {
            confirm(lease);
        }

        void confirm(WorkerIdLease confirmed) {
            lease = confirmed;
            tokens.add(confirmed.token());
        }
    }
}
