package io.leafid.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.lease.LeaseStatus.State;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.WorkerIdLease;
import org.junit.jupiter.api.Test;

/** Each rule of a lease's state by one example; {@link LeaseStateTest} tries all orders of events. */
class LeaseStateRulesTest {

    private static final WorkerIdLease SEVEN = new WorkerIdLease(7, "seven", 0, 100);
    private static final WorkerIdLease TWO = new WorkerIdLease(2, "two", 0, 200);
    private static final WorkerIdLease THREE = new WorkerIdLease(3, "three", 0, 300);

    private static LeaseState held(boolean isMarked) {
        LeaseState state = new LeaseState(isMarked);
        assertThat(state.begin(SEVEN, State.HELD, "run")).isTrue();
        return state;
    }

    private static HighWaterMark mark(WorkerIdLease of, long millis) {
        return new HighWaterMark(of.workerId(), of.token(), millis, of.ceilingMillis());
    }

    private static WorkerIdLease presentOf(LeaseState state) {
        WorkerIdLease present = state.lease();
        assertThat(present).isNotNull();
        return present;
    }

    @Test
    void successorIsUsedFromTheEndOfTheLostOneOnAndNotBefore() {
        LeaseState state = held(false);
        state.lost(SEVEN);
        assertThat(state.replaced(SEVEN, TWO)).isTrue();

        assertThat(state.window()).isEqualTo(new LeaseWindow(7, 0, 100));
        assertThat(state.windowFor(99).workerId()).isEqualTo(7);
        assertThat(state.windowFor(100)).isEqualTo(new LeaseWindow(2, 100, 200));
    }

    /** What only the mark covered is void; no id may leave in the gap between that and the successor's floor. */
    @Test
    void successorIsNotUsedForATimeThatItDoesNotCover() {
        LeaseState state = held(true);
        state.marked(mark(SEVEN, 150));
        assertThat(state.lost(SEVEN)).isEqualTo(100);
        state.replaced(SEVEN, TWO);
        state.marked(mark(TWO, 190));

        assertThat(state.windowFor(120)).as("usable up to 150 before").isEqualTo(new LeaseWindow(7, 0, 100));
        assertThat(state.windowFor(190)).as("not marked so far").isEqualTo(new LeaseWindow(7, 0, 100));
        assertThat(state.windowFor(150)).isEqualTo(new LeaseWindow(2, 150, 190));
    }

    @Test
    void replacementOfALeaseThatWasReplacedBeforeCountsForNothing() {
        LeaseState state = held(false);
        state.lost(SEVEN);
        state.replaced(SEVEN, TWO);
        WorkerIdLease two = presentOf(state);
        state.lost(two);

        assertThat(state.replaced(SEVEN, THREE)).isFalse();
        assertThat(state.state()).isEqualTo(State.LOST);
        assertThat(state.lease()).isEqualTo(two);
    }

    /** While the registry was away the successor's mark went beyond its ceiling. */
    @Test
    void successorThatIsLostInTurnIsUsedUpToItsConfirmedCeiling() {
        LeaseState state = held(true);
        state.marked(mark(SEVEN, 90));
        state.lost(SEVEN);
        state.replaced(SEVEN, TWO);
        state.marked(mark(TWO, 250));

        assertThat(state.lost(presentOf(state))).isEqualTo(200);
        assertThat(state.windowFor(199)).isEqualTo(new LeaseWindow(2, 90, 200));
        assertThat(state.windowFor(200).covers(200)).isFalse();
    }

    @Test
    void markOfAnotherTokenCoversNothing() {
        LeaseState state = held(true);
        state.marked(mark(SEVEN.upTo(100, "of another run"), 90));

        assertThat(state.window().ceilingMillis()).isZero();
        assertThat(state.usableEnd()).isZero();
    }

    @Test
    void markIsWrittenForANewTokenThoughItIsNoHigherAndNeverFalls() {
        LeaseState state = held(true);
        state.marked(mark(SEVEN, 60));
        assertThat(state.nextMark(20, 30, false)).as("50 is lower").isNull();
        assertThat(state.nextMark(30, 30, false)).as("60 is there").isNull();

        WorkerIdLease renamed = SEVEN.upTo(100, "fresh");
        state.extended(SEVEN, renamed);

        assertThat(state.nextMark(20, 30, false)).isEqualTo(mark(renamed, 60));
        assertThat(state.nextMark(40, 30, false)).isEqualTo(mark(renamed, 70));
    }

    @Test
    void markEndsAtTheCeilingUnlessItGoesAlone() {
        LeaseState state = held(true);

        assertThat(state.nextMark(80, 30, false)).isEqualTo(mark(SEVEN, 100));
        assertThat(state.nextMark(80, 30, true)).isEqualTo(mark(SEVEN, 110));
    }

    @Test
    void markBeginsAtTheFloorWhileTheClockIsBehindIt() {
        LeaseState state = new LeaseState(true);
        state.begin(new WorkerIdLease(7, "seven", 50, 100), State.HELD, "run");

        assertThat(state.nextMark(10, 30, false)).isEqualTo(mark(SEVEN, 80));
    }

    @Test
    void nothingIsMarkedWithoutADiskOrWithoutALease() {
        assertThat(held(false).nextMark(10, 30, true)).isNull();
        assertThat(new LeaseState(true).nextMark(10, 30, true)).isNull();
    }

    @Test
    void windowDoesNotShrinkByAnAnswerThatConfirmsLess() {
        LeaseState state = held(false);
        WorkerIdLease less = SEVEN.upTo(50, "seven");

        assertThat(state.extended(SEVEN, less)).isTrue();
        assertThat(state.window().ceilingMillis()).isEqualTo(100);
        assertThat(state.usableEnd()).isEqualTo(100);
    }

    @Test
    void runThatWasResumedFromTheMarkRecordsItsOwnToken() {
        LeaseState state = new LeaseState(true);
        state.begin(SEVEN, State.LOCAL, "run");
        assertThat(state.tokenFor(SEVEN)).isEqualTo("run");

        WorkerIdLease confirmed = SEVEN.upTo(120, "run");
        state.extended(SEVEN, confirmed);
        assertThat(state.tokenFor(confirmed)).isEqualTo("run");
        assertThat(held(true).tokenFor(SEVEN)).as("taken from the registry").isEqualTo("seven");
    }

    @Test
    void reserveIsWhatTheRegistryHasConfirmedIfTheMarkCanFollow() {
        LeaseState state = held(true);
        state.marked(mark(SEVEN, 60));

        assertThat(state.reservedEnd(true)).isEqualTo(100);
        assertThat(state.reservedEnd(false)).isEqualTo(60);
        state.lost(SEVEN);
        assertThat(state.reservedEnd(true)).isEqualTo(60);
        state.replaced(SEVEN, TWO);
        assertThat(state.reservedEnd(true)).isEqualTo(200);
        state.release();
        assertThat(state.reservedEnd(true)).isZero();
    }

    @Test
    void resetForgetsAllButWhatWasUsed() {
        LeaseState state = held(true);
        state.marked(mark(SEVEN, 60));
        state.lost(SEVEN);
        state.replaced(SEVEN, TWO);
        state.marked(mark(TWO, 90));
        assertThat(state.release()).isEqualTo(State.HELD);
        state.reset(80);

        assertThat(state.state()).isEqualTo(State.NONE);
        assertThat(state.lease()).isNull();
        assertThat(state.markedEnd()).isZero();
        assertThat(state.usableEnd()).isEqualTo(80);
        assertThat(state.reservedEnd(true)).isZero();
        assertThat(state.windowFor(85).covers(85)).as("by the former successor").isFalse();
    }

    @Test
    void whatWasUsedBeforeAResetIsNotForgottenByALowerLease() {
        LeaseState state = held(false);
        state.release();
        state.reset(80);
        state.begin(new WorkerIdLease(7, "again", 0, 50), State.HELD, "run");

        assertThat(state.usableEnd()).isEqualTo(80);
    }
}
