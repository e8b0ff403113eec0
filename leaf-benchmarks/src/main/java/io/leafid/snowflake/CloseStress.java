package io.leafid.snowflake;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A caller in a new millisecond, and the end of the generator, which reports how far time was used. */
@JCStressTest
@Outcome(
        id = "213, 2",
        expect = Expect.ACCEPTABLE,
        desc = "the caller was first, and its millisecond is reported as used")
@Outcome(id = "-1, 1", expect = Expect.ACCEPTABLE, desc = "the end was first: refused, and nothing later is reported")
@Outcome(
        id = "213, 1",
        expect = Expect.FORBIDDEN,
        desc = "an id left after its millisecond was given back: the next owner of the worker id may issue it again")
@Outcome(
        id = "-1, 2",
        expect = Expect.FORBIDDEN,
        desc =
                "refused although its number was taken: the word was moved, and then something was asked that may say no")
@Outcome(expect = Expect.FORBIDDEN, desc = "an id that cannot come from this word")
@State
public class CloseStress {

    private final StressScene scene = new StressScene();

    /** Moves the clock first. */
    public CloseStress() {
        scene.tick();
    }

    /** The caller. */
    @Actor
    public void caller(II_Result result) {
        result.r1 = scene.next();
    }

    /** The end. */
    @Actor
    public void end(II_Result result) {
        scene.generator.close();
        result.r2 = scene.usedUpTo();
    }
}
