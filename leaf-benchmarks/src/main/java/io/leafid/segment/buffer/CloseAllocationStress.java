package io.leafid.segment.buffer;

import io.leafid.SegmentUnavailableException;
import io.leafid.segment.status.SegmentRange;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJZ_Result;

/** The generator closes while the allocation under way gets its answer. */
@JCStressTest
@Outcome(
        id = "12, -1, false",
        expect = Expect.ACCEPTABLE,
        desc = "closed first: what was reserved is given back, what the store answers is discarded")
@Outcome(id = "30, -1, false", expect = Expect.ACCEPTABLE, desc = "the answer first: its range is given back too")
@Outcome(
        id = {".*, 1., .*", ".*, 2., .*"},
        expect = Expect.FORBIDDEN,
        desc = "a closed generator hands out an id, which may have been given back")
@Outcome(
        id = ".*, .*, true",
        expect = Expect.FORBIDDEN,
        desc = "an allocation is under way for ever: neither the close nor the answer has freed the slot")
@Outcome(expect = Expect.FORBIDDEN, desc = "what is given back is not what was reserved")
@State
public class CloseAllocationStress {

    private final Queue<Runnable> handedOver = new ArrayDeque<>();
    private final SegmentBuffer buffer = StressBuffers.with(new StressStore(), handedOver::add);

    /** Two ids are left, and the next segment is being allocated. */
    public CloseAllocationStress() {
        StressBuffers.append(buffer, 10, 12);
        buffer.allocator().ensureStarted(0);
    }

    /** The thread that asks the store. */
    @Actor
    public void answer() {
        Objects.requireNonNull(handedOver.poll()).run();
    }

    /** The end; notes the end of what is given back. */
    @Actor
    public void close(JJZ_Result result) {
        SegmentUnavailableException closed = new SegmentUnavailableException("closed", null);
        result.r1 = buffer.retire(closed).map(SegmentRange::end).orElse(StressBuffers.NONE);
    }

    /** Notes what a later caller gets. */
    @Arbiter
    public void afterwards(JJZ_Result result) {
        result.r2 = StressBuffers.next(buffer);
        result.r3 = buffer.allocator().isRunning();
    }
}
