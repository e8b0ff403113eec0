package io.leafid.segment.buffer;

import io.leafid.segment.status.SegmentRange;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** A tag is retired while its very first allocation ends. */
@JCStressTest
@Outcome(id = "-1, -1", expect = Expect.ACCEPTABLE, desc = "retired first: the allocation discards what it has brought")
@Outcome(id = "24, -1", expect = Expect.ACCEPTABLE, desc = "the allocation first: its range is given back")
@Outcome(
        id = ".*, 20",
        expect = Expect.FORBIDDEN,
        desc = "a retired tag hands out ids: the retirement found nothing to take, the allocation did not see it")
@Outcome(expect = Expect.FORBIDDEN, desc = "what is given back is not what was reserved")
@State
public class RetireFirstSegmentStress {

    private final SegmentBuffer buffer = StressBuffers.idle();

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
