package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AllocationHistoryTest {

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();
    private static final StepPolicy POLICY =
            new StepPolicy(Duration.ofMinutes(15).toNanos());
    private static final StepPolicy.Bounds BOUNDS = new StepPolicy.Bounds(1_000, 1_000_000);

    @Test
    void firstTwoAllocationsTakeTheRowsStepBecauseNothingIsMeasuredYet() {
        AllocationHistory first = granted(AllocationHistory.NONE, 1_000, 0, true);
        AllocationHistory second = granted(first, 1_000, MINUTE, false);

        assertThat(AllocationHistory.NONE.nextStep(POLICY, BOUNDS, 0)).isEqualTo(1_000);
        assertThat(first.nextStep(POLICY, BOUNDS, MINUTE)).isEqualTo(1_000);
        assertThat(second.nextStep(POLICY, BOUNDS, 2 * MINUTE)).isEqualTo(2_000);
    }

    @Test
    void lifetimeIsMeasuredFromAllocationToAllocation() {
        AllocationHistory second = granted(granted(AllocationHistory.NONE, 1_000, 0, true), 4_000, MINUTE, false);

        assertThat(second.nextStep(POLICY, BOUNDS, 16 * MINUTE)).isEqualTo(4_000);
        assertThat(second.nextStep(POLICY, BOUNDS, 31 * MINUTE)).isEqualTo(2_000);
    }

    @Test
    void firstAllocationIsAlwaysWaitedForAndNoSurge() {
        assertThat(granted(AllocationHistory.NONE, 1_000, 0, true).surge()).isFalse();
        assertThat(granted(granted(AllocationHistory.NONE, 1_000, 0, true), 1_000, 1, true)
                        .surge())
                .isTrue();
    }

    @Test
    void aFailureKeepsWhatIsKnownAboutTheTag() {
        AllocationHistory granted = granted(AllocationHistory.NONE, 1_000, MINUTE, true);
        AllocationHistory failed = failed(failed(granted, 7), 9);

        assertThat(failed.highestEnd()).isEqualTo(granted.highestEnd());
        assertThat(failed.allocations()).isEqualTo(1);
        assertThat(failed.timing().startedNanos()).isEqualTo(MINUTE);
        assertThat(failed.failuresInARow()).isEqualTo(2);
        assertThat(failed.nanosToRetry(5, false)).isEqualTo(4);
    }

    @Test
    void aGrantEndsTheRowOfFailures() {
        AllocationHistory granted = granted(failed(AllocationHistory.NONE, 1_000_000), 1_000, 0, false);

        assertThat(granted.failuresInARow()).isZero();
        assertThat(granted.failure()).isNull();
        assertThat(granted.nanosToRetry(0, false)).isZero();
    }

    @Test
    void timeToRetryIsADifferenceBecauseTheNanoClockMayWrap() {
        AllocationHistory failed = failed(AllocationHistory.NONE, Long.MIN_VALUE + 10);

        assertThat(failed.nanosToRetry(Long.MAX_VALUE - 9, false)).isEqualTo(20);
    }

    private static AllocationHistory granted(AllocationHistory before, long step, long started, boolean ranDry) {
        long first = before.highestEnd();
        return before.granted(
                new AllocatedSegment(first, first + step, 1_000),
                step,
                new AllocationHistory.Timing(started, 5, 0),
                ranDry,
                Instant.EPOCH);
    }

    private static AllocationHistory failed(AllocationHistory before, long retryNanos) {
        LastAllocation load = new LastAllocation(Instant.EPOCH, 5, LastAllocation.Outcome.FAILURE, "down");
        return before.failed(
                new IllegalStateException("down"), false, new AllocationHistory.Retry(retryNanos, retryNanos), load);
    }
}
