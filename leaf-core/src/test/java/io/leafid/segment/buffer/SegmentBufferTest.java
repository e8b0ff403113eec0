package io.leafid.segment.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.TagLimit;
import io.leafid.UnknownTagException;
import io.leafid.concurrent.TagGate;
import io.leafid.segment.store.AllocatedSegment;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What one caller takes and waits for; other threads are stepped by hand. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SegmentBufferTest {

    private final IdleBuffer idle = new IdleBuffer();

    /** What is allocated at once for callers who wait is what they do not have yet. */
    @Test
    void callerWaitsForTheIdsThatItHasNotYet() throws InterruptedException {
        SegmentBuffer segments = idle.buffer();
        segments.segments().append(new AllocatedSegment(10, 15, 10), 0);
        Thread caller = waiting(segments, new long[25]);

        assertThat(segments.waits().wantedIds()).isEqualTo(20);
        idle.store().put("order", 15, 10);
        end(caller);
        assertThat(segments.waits().wantedIds()).isZero();
    }

    /** A caller of as many ids as the array has, that waits for an allocation. */
    private static Thread waiting(SegmentBuffer segments, long[] ids) {
        Thread caller = new Thread(() -> System.arraycopy(segments.next(ids.length), 0, ids, 0, ids.length));
        caller.start();
        while (segments.waits().wantedIds() == 0 && caller.isAlive()) {
            Thread.onSpinWait();
        }
        return caller;
    }

    private void end(Thread caller) throws InterruptedException {
        while (caller.isAlive()) {
            idle.loader().runAll();
            caller.join(1);
        }
    }

    @Test
    void callerWhoseTagGetsItsFirstLimitMeanwhileIsGivenTheRestByTheLimitedOne() throws InterruptedException {
        SegmentBuffer segments = idle.buffer();
        segments.segments().append(new AllocatedSegment(10, 15, 10), 0);
        long[] ids = new long[25];
        Thread caller = waiting(segments, ids);
        TagGate gate = new TagGate("order", idle.time());
        gate.set(new TagLimit(true, 1_000L));
        segments.limitedBy(gate);
        idle.store().put("order", 15, 10);
        end(caller);

        assertThat(ids).startsWith(10, 11, 12, 13, 14).doesNotHaveDuplicates().isSorted();
    }

    @Test
    void timeThatACallHasWaitedIsCounted() throws InterruptedException {
        idle.time().advance(Duration.ofSeconds(30)); // so that a sum is not taken for a difference
        SegmentBuffer segments = idle.buffer();
        idle.store().put("order", 15, 10);
        Thread caller = waiting(segments, new long[1]);
        idle.time().advance(Duration.ofMillis(20));
        end(caller);

        assertThat(segments.waits().status().nanos())
                .isEqualTo(Duration.ofMillis(20).toNanos());
    }

    /** Else a caller would ask a store again and again that says no. */
    @Test
    void callerIsToldOfARefusalAndAsksNoSecondTime() throws InterruptedException {
        SegmentBuffer segments = idle.buffer(); // its tag has no row
        Throwable[] told = new Throwable[1];
        Thread caller = waiting(segments, new long[1]);
        caller.setUncaughtExceptionHandler((thread, thrown) -> told[0] = thrown);
        while (!idle.loader().runNext()) {
            Thread.onSpinWait(); // until the caller has asked
        }
        caller.join();

        assertThat(told[0]).isInstanceOf(UnknownTagException.class).hasMessageContaining("order");
        assertThat(idle.loader().queued()).isZero();
    }
}
