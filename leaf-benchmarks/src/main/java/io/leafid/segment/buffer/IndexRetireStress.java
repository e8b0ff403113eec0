package io.leafid.segment.buffer;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/** A tag is retired twice at once, as by a refresh and by a stop; who comes after one of them finds the segment in the index. */
@JCStressTest
@Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "no id after a retirement has returned")
@Outcome(
        id = {"10", "11"},
        expect = Expect.FORBIDDEN,
        desc =
                "an id after a retirement: it found the buffer empty, and the other one had not claimed the segment yet that"
                        + " the index still leads to")
@Outcome(expect = Expect.FORBIDDEN, desc = "an id out of range")
@State
public class IndexRetireStress {

    private final TagIndex index = new TagIndex();
    private final SegmentBuffer buffer = StressBuffers.idle();

    /** Two ids are left. */
    public IndexRetireStress() {
        StressBuffers.append(buffer, 10, 12);
        buffer.segments().enter(index);
    }

    /** One retirement. */
    @Actor
    public void retire() {
        buffer.retire();
    }

    /** The other one, and then a call. */
    @Actor
    public void retireAndClaim(J_Result result) {
        buffer.retire();
        result.r1 = StressBuffers.next(index);
    }
}
