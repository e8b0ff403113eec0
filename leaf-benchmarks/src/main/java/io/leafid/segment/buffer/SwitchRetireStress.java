package io.leafid.segment.buffer;

import io.leafid.segment.status.SegmentRange;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/** A caller moves on to the next segment while the tag is retired and the next segment is given back to the store. */
@JCStressTest
@Outcome(id = "10, 11, -1", expect = Expect.ACCEPTABLE, desc = "the caller moved on, the rest is given back")
@Outcome(id = "-1, 10, -1", expect = Expect.ACCEPTABLE, desc = "all was given back before the caller moved on")
@Outcome(
        id = {"10, 10, .*", ".*, 10, 10"},
        expect = Expect.FORBIDDEN,
        desc = "id 10 was handed out and given back, so another node will allocate it again: the caller moved a buffer"
                + " on that was empty by then")
@Outcome(
        id = {".*, .*, 10", ".*, .*, 11"},
        expect = Expect.FORBIDDEN,
        desc = "an id after the retirement: the caller undid it by moving on")
@Outcome(expect = Expect.FORBIDDEN, desc = "an id lost, doubled or out of range")
@State
public class SwitchRetireStress {

    private final SegmentBuffer buffer = StressBuffers.idle();

    /** The first segment is used up, the next one follows it without a gap. */
    public SwitchRetireStress() {
        StressBuffers.append(buffer, 9, 10);
        StressBuffers.next(buffer);
        StressBuffers.append(buffer, 10, 12);
    }

    /** The caller. */
    @Actor
    public void claim(JJJ_Result result) {
        result.r1 = StressBuffers.next(buffer);
    }

    /** The retirement; notes the first id that is given back. */
    @Actor
    public void retire(JJJ_Result result) {
        result.r2 = buffer.retire().map(SegmentRange::first).orElse(StressBuffers.NONE);
    }

    /** Notes what a later caller gets. */
    @Arbiter
    public void afterwards(JJJ_Result result) {
        result.r3 = StressBuffers.next(buffer);
    }
}
