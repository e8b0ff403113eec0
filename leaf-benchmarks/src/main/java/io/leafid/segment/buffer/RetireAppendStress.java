package io.leafid.segment.buffer;

import io.leafid.segment.status.SegmentRange;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** A tag is retired while an allocation for it ends. */
@JCStressTest
@Outcome(
        id = "12, -1",
        expect = Expect.ACCEPTABLE,
        desc = "given back up to 12; what was allocated came later and is discarded")
@Outcome(id = "24, -1", expect = Expect.ACCEPTABLE, desc = "what was allocated came first and is given back")
@Outcome(
        id = ".*, (10|11|20)",
        expect = Expect.FORBIDDEN,
        desc =
                "a retired tag hands out ids: the allocation had looked before the retirement and published after it, and"
                        + " neither saw the other")
@Outcome(expect = Expect.FORBIDDEN, desc = "what is given back is not what was reserved")
@State
public class RetireAppendStress {

    private final SegmentBuffer buffer = StressBuffers.idle();

    /** Two ids are left. */
    public RetireAppendStress() {
        StressBuffers.append(buffer, 10, 12);
    }

    /** The retirement; notes the end of what is given back. */
    @Actor
    public void retire(JJ_Result result) {
        result.r1 = buffer.retire().map(SegmentRange::end).orElse(StressBuffers.NONE);
    }

    /** The allocation that ends. */
    @Actor
    public void append() {
        StressBuffers.append(buffer, 20, 24);
    }

    /** Notes what a later caller gets. */
    @Arbiter
    public void afterwards(JJ_Result result) {
        result.r2 = StressBuffers.next(buffer);
    }
}
