package io.leafid.lease;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Two callers whose lease has run out move on to its successor, whose ceiling the registry moves up at this moment. */
@JCStressTest
@Outcome(
        id = {"220, 220, 230", "230, 230, 230", "220, 230, 230", "230, 220, 230"},
        expect = Expect.ACCEPTABLE,
        desc = "each caller has the successor, before its extension or after it, and the extension counts")
@Outcome(
        id = {"710, .*", ".*, 710, .*"},
        expect = Expect.FORBIDDEN,
        desc = "a caller was left with the lease that has run out: the other caller had taken the successor away, and"
                + " it did not look again")
@Outcome(
        id = ".*, 220",
        expect = Expect.FORBIDDEN,
        desc =
                "the extension is lost: a caller put the successor that it had read before in the place of the longer one")
@Outcome(expect = Expect.FORBIDDEN, desc = "a window that registry and disk have never confirmed")
@State
public class SuccessorStress {

    private final LeaseState state = StressLeases.held(false);

    /** Worker id 7 is lost, worker id 2 follows it. */
    public SuccessorStress() {
        state.lost(StressLeases.SEVEN);
        state.replaced(StressLeases.SEVEN, StressLeases.TWO);
    }

    /** One caller. */
    @Actor
    public void one(III_Result result) {
        result.r1 = StressLeases.digits(state.windowFor(10));
    }

    /** The other caller. */
    @Actor
    public void other(III_Result result) {
        result.r2 = StressLeases.digits(state.windowFor(10));
    }

    /** The registry's answer. */
    @Actor
    public void extended() {
        state.extended(StressLeases.TWO, StressLeases.TWO.upTo(30, StressLeases.TWO.token()));
    }

    /** Notes what a later caller gets. */
    @Arbiter
    public void afterwards(III_Result result) {
        result.r3 = StressLeases.digits(state.windowFor(10));
    }
}
