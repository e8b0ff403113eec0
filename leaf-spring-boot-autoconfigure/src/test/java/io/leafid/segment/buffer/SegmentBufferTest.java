package io.leafid.segment.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.segment.store.AllocatedSegment;
import org.junit.jupiter.api.Test;

/** What one caller takes and waits for; other threads are stepped by hand. */
class SegmentBufferTest {

    private final IdleBuffer idle = new IdleBuffer();

    /** What is allocated at once for callers who wait is what they do not have yet. */
    @Test
    void callerWaitsForTheIdsThatItHasNotYet() throws InterruptedException {
        SegmentBuffer segments = idle.buffer();
        segments.append(new AllocatedSegment(10, 15, 10), 0);
        Thread caller = new Thread(() -> segments.next(25));
        caller.start();
        while (segments.demand().awaited() == 0 && caller.isAlive()) {
            Thread.onSpinWait();
        }

        assertThat(segments.demand().awaited()).isEqualTo(20);
        idle.store().put("order", 15, 10);
        while (caller.isAlive()) {
            idle.loader().runAll();
            caller.join(1);
        }
        assertThat(segments.demand().awaited()).isZero();
    }
}
