package io.leafid.segment.buffer;

import io.leafid.concurrent.TagGate;
import io.leafid.time.TimeSource;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** A tag gets its first limit while its very first allocation ends; the caller holds the sequence of before. */
@JCStressTest
@Outcome(id = "-1, -1", expect = Expect.ACCEPTABLE, desc = "what was allocated is discarded, whichever came first")
@Outcome(
        id = "20, .*",
        expect = Expect.FORBIDDEN,
        desc = "an id of before the limit, which may be smaller than one that was handed out since")
@Outcome(expect = Expect.FORBIDDEN, desc = "ids of before the limit are left")
@State
public class LimitAppendStress {

    private static final TimeSource TIME = TimeSource.system();

    private final SegmentBuffer buffer = StressBuffers.idle();

    /** The limit, and then a call. */
    @Actor
    public void limit(JJ_Result result) {
        buffer.limitedBy(new TagGate("stress", TIME));
        result.r1 = StressBuffers.next(buffer);
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
