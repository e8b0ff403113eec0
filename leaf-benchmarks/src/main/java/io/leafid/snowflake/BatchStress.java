package io.leafid.snowflake;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A batch of three and a single id. */
@JCStressTest
@Outcome(id = "703, 705, 706", expect = Expect.ACCEPTABLE, desc = "the batch was first")
@Outcome(id = "704, 706, 703", expect = Expect.ACCEPTABLE, desc = "the single id was first")
@Outcome(
        id = "703, 705, 70[345]",
        expect = Expect.FORBIDDEN,
        desc = "the single id lies within the batch: the run was not taken in one step")
@Outcome(expect = Expect.FORBIDDEN, desc = "a number twice, skipped or refused")
@State
public class BatchStress {

    private final StressScene scene = new StressScene();

    /** The batch: its first and last id. */
    @Actor
    public void batch(III_Result result) {
        long[] ids = scene.generator.nextIds(3);
        result.r1 = StressScene.digits(ids[0]);
        result.r2 = StressScene.digits(ids[2]);
    }

    /** The single id. */
    @Actor
    public void single(III_Result result) {
        result.r3 = scene.next();
    }
}
