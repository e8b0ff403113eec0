package io.leafid.snowflake;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The clock ticks between two callers, and with it the lease runs out and its successor begins. */
@JCStressTest
@Outcome(id = "703, 214", expect = Expect.ACCEPTABLE, desc = "the first caller before the tick, the second after it")
@Outcome(id = "213, 214", expect = Expect.ACCEPTABLE, desc = "both after the tick, the first caller first")
@Outcome(
        id = "214, 213",
        expect = Expect.ACCEPTABLE,
        desc = "the first caller may have read the clock before the tick; it finds the word ahead and reads again")
@Outcome(
        id = "703, 213",
        expect = Expect.FORBIDDEN,
        desc = "the second caller moved a word that the first one had moved already")
@Outcome(
        id = {"713, .*", "71., .*"},
        expect = Expect.FORBIDDEN,
        desc =
                "a timestamp at the ceiling under the lease that ends there: lease and word were read in the wrong order")
@Outcome(
        id = "20., .*",
        expect = Expect.FORBIDDEN,
        desc = "a timestamp below the floor under the lease that begins there: it may be another process's")
@Outcome(
        id = "-1, .*",
        expect = Expect.FORBIDDEN,
        desc = "refused: another thread's later reading of the clock was taken for a step back")
@Outcome(expect = Expect.FORBIDDEN, desc = "a number twice, or skipped")
@State
public class NextMillisecondStress {

    private final StressScene scene = new StressScene();

    /** A caller. */
    @Actor
    public void caller(II_Result result) {
        result.r1 = scene.next();
    }

    /** The clock, then a caller. */
    @Actor
    public void tick(II_Result result) {
        scene.tick();
        result.r2 = scene.next();
    }
}
