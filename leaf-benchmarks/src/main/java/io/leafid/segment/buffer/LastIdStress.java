package io.leafid.segment.buffer;

import io.leafid.segment.store.AllocatedSegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** Two callers claim the last id of a range. */
@JCStressTest
@Outcome(id = "7, -1", expect = Expect.ACCEPTABLE, desc = "the first caller got it, the second saw the range used up")
@Outcome(id = "-1, 7", expect = Expect.ACCEPTABLE, desc = "the second caller got it, the first saw the range used up")
@Outcome(
        id = "7, 7",
        expect = Expect.FORBIDDEN,
        desc = "both got it: each read the cursor before the other had moved it, so look and move were not one step")
@Outcome(
        id = "-1, -1",
        expect = Expect.FORBIDDEN,
        desc = "no caller got it: each saw the other's claim as already made, and an id is lost while callers wait")
@Outcome(expect = Expect.FORBIDDEN, desc = "an id beyond the end of the range, which another process may hold")
@State
public class LastIdStress {

    private final Segment segment = Segment.of(null, new AllocatedSegment(7, 8, 10), 0);

    /** One caller. */
    @Actor
    public void one(JJ_Result result) {
        result.r1 = claim();
    }

    /** The other caller. */
    @Actor
    public void other(JJ_Result result) {
        result.r2 = claim();
    }

    /** The id that a caller gets; -1 if the range is used up. */
    private long claim() {
        long place = segment.claim();
        return (place < segment.size()) ? segment.idAt(place) : -1;
    }
}
