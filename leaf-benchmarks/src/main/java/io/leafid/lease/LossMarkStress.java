package io.leafid.lease;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** A lease turns out to be lost while the disk confirms a mark for it. */
@JCStressTest
@Outcome(id = "5, 5", expect = Expect.ACCEPTABLE, desc = "the loss first: the mark covers nothing any more")
@Outcome(
        id = "8, 8",
        expect = Expect.ACCEPTABLE,
        desc = "the mark first: ids end where it stands, as the loss has said")
@Outcome(
        id = "5, 8",
        expect = Expect.FORBIDDEN,
        desc = "ids go on under a lost worker id beyond the end that was announced: the mark was published by who had"
                + " found the lease still kept")
@Outcome(id = "8, 5", expect = Expect.FORBIDDEN, desc = "the window was cut by a reading that was made before the mark")
@Outcome(expect = Expect.FORBIDDEN, desc = "a window that registry and disk have never confirmed")
@State
public class LossMarkStress {

    private final LeaseState state = StressLeases.held(true);

    /** The registry's answer; notes the end that is announced. */
    @Actor
    public void lost(JJ_Result result) {
        result.r1 = state.lost(StressLeases.SEVEN);
    }

    /** The disk's answer. */
    @Actor
    public void marked() {
        state.marked(StressLeases.mark(8));
    }

    /** Notes what may be used afterwards. */
    @Arbiter
    public void afterwards(JJ_Result result) {
        result.r2 = state.window().ceilingMillis();
    }
}
