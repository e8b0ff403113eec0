package io.leafid.segment.buffer;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IJ_Result;

/** An allocation begins and ends while another caller, who saw it neither begin nor end, wants to allocate as well. */
@JCStressTest
@Outcome(id = "1, 30", expect = Expect.ACCEPTABLE, desc = "one allocation; who won the slot after it saw its segment")
@Outcome(
        id = "2, .*",
        expect = Expect.FORBIDDEN,
        desc = "two allocations: the slot was free again before the segment could be seen, so more is reserved than two"
                + " steps")
@Outcome(id = "0, .*", expect = Expect.FORBIDDEN, desc = "no allocation: each caller left it to the other")
@Outcome(expect = Expect.FORBIDDEN, desc = "the allocation has ended but its segment is not the next one")
@State
public class AllocationEndStress {

    private final StressStore store = new StressStore();
    private final SegmentBuffer buffer = StressBuffers.with(store, Runnable::run);

    /** The next segment is due. */
    public AllocationEndStress() {
        StressBuffers.append(buffer, 10, 20);
    }

    /** One caller. */
    @Actor
    public void one() {
        buffer.allocator().ensureStarted(0);
    }

    /** The other caller. */
    @Actor
    public void other() {
        buffer.allocator().ensureStarted(0);
    }

    /** Notes how often the store was asked, and where the reserve ends. */
    @Arbiter
    public void afterwards(IJ_Result result) {
        Segment successor = buffer.segments().current().successor();
        result.r1 = store.allocations();
        result.r2 = (successor == null) ? StressBuffers.NONE : successor.end();
    }
}
