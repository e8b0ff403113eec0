package io.leafid.segment.buffer;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/** Two callers meet at the end of a segment: one takes its last id, one moves on to the next segment. */
@JCStressTest
@Outcome(id = "10, 20, 21", expect = Expect.ACCEPTABLE, desc = "the first took the last id, the second moved on")
@Outcome(id = "20, 10, 21", expect = Expect.ACCEPTABLE, desc = "the second took the last id, the first moved on")
@Outcome(
        id = {"10, 10, .*", "20, 20, .*"},
        expect = Expect.FORBIDDEN,
        desc = "one id twice: both claimed by a look and a later move, or both saw a segment of their own")
@Outcome(
        id = {"20, 21, .*", "21, 20, .*"},
        expect = Expect.FORBIDDEN,
        desc = "id 10 is lost: a caller moved on before the segment was used up")
@Outcome(
        id = {"10, 20, 22", "20, 10, 22"},
        expect = Expect.FORBIDDEN,
        desc = "id 21 is lost: a caller that came late claimed from the next segment and then did so again")
@Outcome(
        id = {"10, -1, .*", "-1, 10, .*", "20, -1, .*", "-1, 20, .*"},
        expect = Expect.FORBIDDEN,
        desc = "a caller was turned away while ids were reserved: it lost the race to move on and did not look again")
@Outcome(expect = Expect.FORBIDDEN, desc = "an id that is in neither segment, or out of order")
@State
public class SwitchStress {

    private final SegmentBuffer buffer = StressBuffers.idle();

    /** One id is left, the next segment is there. */
    public SwitchStress() {
        StressBuffers.append(buffer, 10, 11);
        StressBuffers.append(buffer, 20, 30);
    }

    /** One caller. */
    @Actor
    public void one(JJJ_Result result) {
        result.r1 = StressBuffers.next(buffer);
    }

    /** The other caller. */
    @Actor
    public void other(JJJ_Result result) {
        result.r2 = StressBuffers.next(buffer);
    }

    /** Notes what is left afterwards. */
    @Arbiter
    public void afterwards(JJJ_Result result) {
        result.r3 = StressBuffers.next(buffer);
    }
}
