package io.leafid.segment.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.SegmentUnavailableException;
import io.leafid.test.time.ManualTime;
import io.leafid.time.Deadline;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** The order in which a call of the store is settled, taken away and ended. */
class StoreCallTest {

    @Test
    void callIsTakenAwayAfterItsResultIsThereAndBeforeCallersWake() {
        List<String> seen = new ArrayList<>();
        StoreCall<String> call =
                new StoreCall<>(0, ending -> seen.add(ending.result() + ", ended: " + hasEnded(ending)));
        assertThat(call.tryFinish()).isTrue();
        call.complete("segment");

        assertThat(seen).containsExactly("segment, ended: false");
        assertThat(hasEnded(call)).isTrue();
    }

    @Test
    void onlyOneThreadSettlesIt() {
        StoreCall<String> answered = new StoreCall<>(0, ending -> {});
        assertThat(answered.tryFinish()).isTrue();
        assertThat(answered.tryTimeOut()).isFalse();
        assertThat(answered.tryFinish()).isFalse();
        assertThat(answered.hasTimedOut()).isFalse();

        StoreCall<String> hanging = new StoreCall<>(0, ending -> {});
        assertThat(hanging.tryTimeOut()).isTrue();
        assertThat(hanging.tryFinish()).isFalse();
        assertThat(hanging.hasTimedOut()).isTrue();
    }

    @Test
    void interruptEndsTheWaitAndStaysSet() {
        StoreCall<String> call = new StoreCall<>(0, ending -> {});
        Deadline deadline = Deadline.in(Duration.ofMinutes(1), new ManualTime());
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(SegmentUnavailableException.class)
                .isThrownBy(() -> call.await(deadline, "waiting for a segment"))
                .withMessage("interrupted while waiting for a segment");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void interruptDoesNotEndTheWaitForWhatIsAppliedAndStaysSet() {
        StoreCall<String> call = new StoreCall<>(0, ending -> {});
        ManualTime time = new ManualTime();
        List<Boolean> waits = new ArrayList<>();
        Thread.currentThread().interrupt();
        call.awaitCompletion(new TimeSource() {
            @Override
            public long currentTimeMillis() {
                return time.currentTimeMillis();
            }

            @Override
            public long nanoTime() {
                return time.nanoTime();
            }

            @Override
            public void parkNanos(long nanos) {
                time.parkNanos(nanos);
            }

            @Override
            public boolean await(CountDownLatch latch, long nanos) throws InterruptedException {
                waits.add(Thread.currentThread().isInterrupted());
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                call.complete("segment");
                return true;
            }
        });

        assertThat(Thread.interrupted()).isTrue();
        assertThat(waits).containsExactly(true, false);
    }

    @Test
    void timeOutIsCancelledWhetherItIsArmedBeforeOrAfterTheCallIsSettled() {
        AtomicBoolean before = new AtomicBoolean();
        AtomicBoolean after = new AtomicBoolean();
        StoreCall<String> call = new StoreCall<>(0, ending -> {});
        call.timesOutWith(() -> before.set(true));
        call.tryFinish();
        call.timesOutWith(() -> after.set(true));

        assertThat(before).isTrue();
        assertThat(after).isTrue();
    }

    private static boolean hasEnded(StoreCall<?> call) {
        try {
            return call.await(Deadline.in(Duration.ZERO, TimeSource.system()));
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
