package io.leafid.lease;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZJZ_Result;

/** A lease is given back while the registry confirms another ceiling for it. */
@JCStressTest
@Outcome(id = "true, 20, true", expect = Expect.ACCEPTABLE, desc = "the extension first, then the release")
@Outcome(id = "false, 10, true", expect = Expect.ACCEPTABLE, desc = "the release first: the extension does not matter")
@Outcome(
        id = ".*, .*, false",
        expect = Expect.FORBIDDEN,
        desc = "the extension has brought a lease back that was given back: another process may have it")
@Outcome(
        id = {"true, 10, .*", "false, 20, .*"},
        expect = Expect.FORBIDDEN,
        desc = "the window is not what the extension was told: it was published outside of the lock")
@Outcome(expect = Expect.FORBIDDEN, desc = "a window that the registry has never confirmed")
@State
public class ReleaseExtensionStress {

    private final LeaseState state = StressLeases.held(false);

    /** The end of the generator. */
    @Actor
    public void release() {
        state.release();
    }

    /** The registry's answer. */
    @Actor
    public void extended(ZJZ_Result result) {
        result.r1 = state.extended(StressLeases.SEVEN, StressLeases.SEVEN.upTo(20, StressLeases.SEVEN.token()));
    }

    /** Notes how the lease stands afterwards. */
    @Arbiter
    public void afterwards(ZJZ_Result result) {
        result.r2 = state.window().ceilingMillis();
        result.r3 = state.state() == LeaseStatus.State.RELEASED;
    }
}
