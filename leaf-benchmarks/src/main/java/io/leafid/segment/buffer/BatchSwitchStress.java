package io.leafid.segment.buffer;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJJ_Result;

/** A batch that needs ids of two segments, beside a caller of a single id. */
@JCStressTest
@Outcome(id = "10, 11, 20, 21", expect = Expect.ACCEPTABLE, desc = "the batch came first and moved on in time")
@Outcome(
        id = "11, 20, 10, 21",
        expect = Expect.ACCEPTABLE,
        desc = "the single id came first, the batch crosses the end")
@Outcome(id = "10, 20, 11, 21", expect = Expect.FORBIDDEN, desc = "a claim of two was taken apart by a claim of one")
@Outcome(
        id = {"10, 11, 11, .*", "10, 11, 10, .*", "11, 20, 20, .*"},
        expect = Expect.FORBIDDEN,
        desc = "one id twice: the batch counted its claim by another reading of the cursor than it claimed with")
@Outcome(
        id = {".*, 22"},
        expect = Expect.FORBIDDEN,
        desc = "an id is lost: part of a claim that ran past the end was taken from the next segment twice")
@Outcome(expect = Expect.FORBIDDEN, desc = "ids lost, doubled, out of order or in neither segment")
@State
public class BatchSwitchStress {

    private final SegmentBuffer buffer = StressBuffers.idle();

    /** Two ids are left, the next segment is there. */
    public BatchSwitchStress() {
        StressBuffers.append(buffer, 10, 12);
        StressBuffers.append(buffer, 20, 30);
    }

    /** The caller of the batch. */
    @Actor
    public void batch(JJJJ_Result result) {
        long[] ids = buffer.next(2);
        result.r1 = ids[0];
        result.r2 = ids[1];
    }

    /** The caller of the single id. */
    @Actor
    public void single(JJJJ_Result result) {
        result.r3 = StressBuffers.next(buffer);
    }

    /** Notes what is left afterwards. */
    @Arbiter
    public void afterwards(JJJJ_Result result) {
        result.r4 = StressBuffers.next(buffer);
    }
}
