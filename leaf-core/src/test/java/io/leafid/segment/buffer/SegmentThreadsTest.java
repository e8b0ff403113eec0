package io.leafid.segment.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leafid.test.time.ManualTime;
import io.leafid.time.Deadline;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The end of the threads of a run. */
@Timeout(20)
class SegmentThreadsTest {

    private final ManualTime time = new ManualTime();
    private final ExecutorService storeCalls = Executors.newSingleThreadExecutor();
    private final ExecutorService lookups = Executors.newSingleThreadExecutor();
    private final SegmentThreads.Pools pools = new SegmentThreads.Pools(time, storeCalls, lookups);

    @AfterEach
    void end() {
        storeCalls.shutdownNow();
        lookups.shutdownNow();
    }

    @Test
    void whatIsShutDownTakesNothingMoreAndNothingIsPlannedAnyMore() {
        time.every(Duration.ofSeconds(1), () -> {});
        pools.shutDown();

        assertThat(time.plannedTasks()).isZero();
        assertThatThrownBy(() -> storeCalls.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> lookups.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void endIsAwaitedUntilTheDeadlineAndNoLonger() throws InterruptedException {
        CountDownLatch hangs = new CountDownLatch(1);
        lookups.execute(() -> awaitQuietly(hangs));
        pools.shutDown();

        assertThat(pools.awaitEnd(Deadline.in(Duration.ofMillis(10), time))).isFalse();
        hangs.countDown();
        assertThat(pools.awaitEnd(Deadline.in(Duration.ofSeconds(10), time))).isTrue();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
