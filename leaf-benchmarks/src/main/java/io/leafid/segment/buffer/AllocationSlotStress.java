package io.leafid.segment.buffer;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** Two callers find the next segment due and each wants to allocate it; the allocation then stays under way. */
@JCStressTest
@Outcome(id = "true, 1", expect = Expect.ACCEPTABLE, desc = "one allocation has begun, and both callers know of it")
@Outcome(
        id = ".*, 2",
        expect = Expect.FORBIDDEN,
        desc = "two allocations in flight: each caller saw the slot free and took it, so the store is asked twice")
@Outcome(id = ".*, 0", expect = Expect.FORBIDDEN, desc = "none has begun: each caller left it to the other")
@Outcome(
        id = "false, 1",
        expect = Expect.FORBIDDEN,
        desc = "a caller would wait for an allocation that never ends, or for none although one is under way")
@State
public class AllocationSlotStress {

    private final AtomicInteger begun = new AtomicInteger();
    private final SegmentBuffer buffer = StressBuffers.with(new StressStore(), task -> begun.incrementAndGet());
    private @Nullable StoreCall<AllocationOutcome> one;
    private @Nullable StoreCall<AllocationOutcome> other;

    /** The next segment is due. */
    public AllocationSlotStress() {
        StressBuffers.append(buffer, 10, 20);
    }

    /** One caller. */
    @Actor
    public void one() {
        one = buffer.allocator().ensureStarted(0);
    }

    /** The other caller. */
    @Actor
    public void other() {
        other = buffer.allocator().ensureStarted(0);
    }

    /** Notes whether they have the same one, and how many there are. */
    @Arbiter
    public void afterwards(ZI_Result result) {
        result.r1 = one != null && one == other;
        result.r2 = begun.get();
    }
}
