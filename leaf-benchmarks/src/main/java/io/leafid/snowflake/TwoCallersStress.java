package io.leafid.snowflake;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two callers in one millisecond. */
@JCStressTest
@Outcome(id = "703, 704", expect = Expect.ACCEPTABLE, desc = "the first caller was first")
@Outcome(id = "704, 703", expect = Expect.ACCEPTABLE, desc = "the second caller was first")
@Outcome(
        id = "703, 703",
        expect = Expect.FORBIDDEN,
        desc = "one id twice: each read the word before the other had moved it, so look and move were not one step")
@Outcome(expect = Expect.FORBIDDEN, desc = "a number was skipped or refused, although nothing was in the way")
@State
public class TwoCallersStress {

    private final StressScene scene = new StressScene();

    /** One caller. */
    @Actor
    public void one(II_Result result) {
        result.r1 = scene.next();
    }

    /** The other caller. */
    @Actor
    public void other(II_Result result) {
        result.r2 = scene.next();
    }
}
