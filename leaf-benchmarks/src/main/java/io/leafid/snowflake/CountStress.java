package io.leafid.snowflake;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** The ids handed out are counted while a caller begins a millisecond, where the sequence begins anew. */
@JCStressTest
@Outcome(id = "2, 3", expect = Expect.ACCEPTABLE, desc = "counted before the caller's id, or not quite up to date")
@Outcome(id = "3, 3", expect = Expect.ACCEPTABLE, desc = "counted after it")
@Outcome(
        id = ".*, 2",
        expect = Expect.FORBIDDEN,
        desc = "the count has lost an id: what the sequence fell by was not noted")
@Outcome(
        id = {"0, .*", "1, .*"},
        expect = Expect.FORBIDDEN,
        desc =
                "the count falls: the word was read after the sequence had begun anew, what it fell by before it was noted")
@Outcome(expect = Expect.FORBIDDEN, desc = "more ids are counted than were handed out")
@State
public class CountStress {

    private final StressScene scene = new StressScene(SnowflakeSettings.SequenceMode.ZERO);

    /** Two ids were handed out and counted. */
    public CountStress() {
        scene.generator.status();
        scene.tick();
    }

    /** The caller. */
    @Actor
    public void caller() {
        scene.next();
    }

    /** The operator. */
    @Actor
    public void count(JJ_Result result) {
        result.r1 = scene.generator.status().issued();
    }

    /** The count afterwards. */
    @Arbiter
    public void afterwards(JJ_Result result) {
        result.r2 = scene.generator.status().issued();
    }
}
