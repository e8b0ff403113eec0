package io.leafid.segment.buffer;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/** An allocated segment is appended while a caller uses up the one before it and tries to move on. */
@JCStressTest
@Outcome(id = "10, 20, 21", expect = Expect.ACCEPTABLE, desc = "appended in time: the caller moved on to it")
@Outcome(id = "10, -1, 20", expect = Expect.ACCEPTABLE, desc = "appended too late for this caller, there for the next")
@Outcome(
        id = "10, -1, -1",
        expect = Expect.FORBIDDEN,
        desc = "the segment is lost: it was appended behind one that no caller reaches any more")
@Outcome(
        id = {"10, -1, 21", "10, 20, 22"},
        expect = Expect.FORBIDDEN,
        desc = "an id is lost: it was claimed for a caller that did not get it")
@Outcome(id = "10, 20, 20", expect = Expect.FORBIDDEN, desc = "id 20 twice: the segment was published twice")
@Outcome(expect = Expect.FORBIDDEN, desc = "ids doubled or out of order")
@State
public class AppendAdvanceStress {

    private final SegmentBuffer buffer = StressBuffers.idle();

    /** One id is left. */
    public AppendAdvanceStress() {
        StressBuffers.append(buffer, 10, 11);
    }

    /** The caller of two ids. */
    @Actor
    public void advance(JJJ_Result result) {
        result.r1 = StressBuffers.next(buffer);
        result.r2 = StressBuffers.next(buffer);
    }

    /** The allocation that ends. */
    @Actor
    public void append() {
        StressBuffers.append(buffer, 20, 30);
    }

    /** Notes what a later caller gets. */
    @Arbiter
    public void afterwards(JJJ_Result result) {
        result.r3 = StressBuffers.next(buffer);
    }
}
