package io.leafid.segment.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.segment.status.LastAllocation;
import io.leafid.segment.step.Demand;
import io.leafid.segment.step.Spread;
import io.leafid.segment.step.StepPolicy;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.time.BackOff;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AllocationHistoryTest {

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();
    private static final StepPolicy POLICY =
            new StepPolicy(Duration.ofMinutes(15).toNanos());
    private static final StepPolicy.Bounds BOUNDS = new StepPolicy.Bounds(1_000, 1_000_000);

    @Test
    void firstTwoAllocationsTakeTheRowsStepBecauseNothingIsMeasuredYet() {
        AllocationHistory first = allocated(AllocationHistory.NONE, 1_000, 0, true);
        AllocationHistory second = allocated(first, 1_000, MINUTE, false);

        assertThat(AllocationHistory.NONE.nextStep(POLICY, BOUNDS, 0)).isEqualTo(1_000);
        assertThat(first.nextStep(POLICY, BOUNDS, MINUTE)).isEqualTo(1_000);
        assertThat(second.nextStep(POLICY, BOUNDS, 2 * MINUTE)).isEqualTo(2_000);
    }

    @Test
    void lifetimeIsMeasuredFromAllocationToAllocation() {
        AllocationHistory second = allocated(allocated(AllocationHistory.NONE, 1_000, 0, true), 4_000, MINUTE, false);

        assertThat(second.nextStep(POLICY, BOUNDS, 16 * MINUTE)).isEqualTo(4_000);
        assertThat(second.nextStep(POLICY, BOUNDS, 31 * MINUTE)).isEqualTo(2_000);
    }

    @Test
    void firstAllocationIsAlwaysWaitedForAndNoSurge() {
        assertThat(allocated(AllocationHistory.NONE, 1_000, 0, true).surge()).isFalse();
        assertThat(allocated(allocated(AllocationHistory.NONE, 1_000, 0, true), 1_000, 1, true)
                        .surge())
                .isTrue();
    }

    @Test
    void aFailureKeepsWhatIsKnownAboutTheTag() {
        AllocationHistory allocated = allocated(AllocationHistory.NONE, 1_000, MINUTE, true);
        AllocationHistory failed = failed(failed(allocated, 7), 9);

        assertThat(failed.highestEnd()).isEqualTo(allocated.highestEnd());
        assertThat(failed.allocations()).isEqualTo(1);
        assertThat(failed.timing().startedNanos()).isEqualTo(MINUTE);
        assertThat(failed.failures().inARow()).isEqualTo(2);
        assertThat(failed.nanosToRetry(5, false)).isEqualTo(4);
    }

    @Test
    void anAllocatedSegmentEndsTheRowOfFailures() {
        AllocationHistory allocated = allocated(failed(AllocationHistory.NONE, 1_000_000), 1_000, 0, false);

        assertThat(allocated.failures().inARow()).isZero();
        assertThat(allocated.failures().last()).isNull();
        assertThat(allocated.nanosToRetry(0, false)).isZero();
    }

    @Test
    void timeToRetryIsADifferenceBecauseTheNanoClockMayWrap() {
        AllocationHistory failed = failed(AllocationHistory.NONE, Long.MIN_VALUE + 10);

        assertThat(failed.nanosToRetry(Long.MAX_VALUE - 9, false)).isEqualTo(20);
    }

    /** Not before a rate is known, and not where the step stays, so that the amounts have the step as their mean. */
    @Test
    void onlyAStepThatGrowsIsSpread() {
        AllocationHistory first = allocated(AllocationHistory.NONE, 1_000, 0, true);
        AllocationHistory second = allocated(first, 1_000, MINUTE, false);
        AllocationHistory third = allocated(second, 2_000, 2 * MINUTE, false);
        Spread least = new Spread(() -> 0);

        assertThat(AllocationHistory.NONE.nextAmount(1_000, least, BOUNDS)).isEqualTo(1_000);
        assertThat(first.nextAmount(2_000, least, BOUNDS)).isEqualTo(2_000);
        assertThat(second.nextAmount(1_000, least, BOUNDS)).isEqualTo(1_000);
        assertThat(second.nextAmount(6_000, least, BOUNDS)).isEqualTo(1_500);
        assertThat(second.nextAmount(2_000, least, BOUNDS))
                .as("no less than the row's step")
                .isEqualTo(1_000);
        assertThat(third.nextAmount(2_000, least, BOUNDS)).isEqualTo(2_000);
        assertThat(third.nextAmount(2_001, new Spread(() -> 1), BOUNDS)).isEqualTo(3_501);
    }

    /** Else nodes that began together would allocate together for ever. */
    @Test
    void stepThatNeverGrowsIsSpreadOnceAndMayFallBelowTheRowsStep() {
        StepPolicy.Bounds fixed = new StepPolicy.Bounds(1_000, 1_000);
        AllocationHistory first = allocated(AllocationHistory.NONE, 1_000, 0, true);
        AllocationHistory second = allocated(first, 1_000, MINUTE, false);
        AllocationHistory third = allocated(second, 1_000, 2 * MINUTE, false);
        Spread least = new Spread(() -> 0);

        assertThat(first.nextAmount(1_000, least, fixed)).isEqualTo(1_000);
        assertThat(second.nextAmount(1_000, least, fixed)).isEqualTo(250);
        assertThat(third.nextAmount(1_000, least, fixed)).isEqualTo(1_000);
    }

    @Test
    void surgeIsAnsweredWithTheWholeStep() {
        AllocationHistory surge = allocated(
                allocated(allocated(AllocationHistory.NONE, 1_000, 0, true), 1_000, MINUTE, false), 2_000, 2, true);

        assertThat(surge.nextAmount(20_000, new Spread(() -> 0), BOUNDS)).isEqualTo(20_000);
    }

    /** Else buyers of a tag would make its own steps grow. */
    @Test
    void rangeThatBroughtNoSegmentTellsNothingAboutTheNext() {
        AllocationHistory known = allocated(AllocationHistory.NONE, 1_000, 0, true);
        AllocationHistory sold = known.allocated(
                new AllocationOutcome.Allocated(new AllocatedSegment(5_000, 6_000, 1_000), 1_000, 0.1, 0),
                MINUTE,
                AllocationOutcome.Effect.NO_SEGMENT,
                last(LastAllocation.Outcome.SUCCESS, null));

        assertThat(sold.highestEnd()).isEqualTo(6_000);
        assertThat(sold.allocations()).isEqualTo(2);
        assertThat(sold.segments()).isEqualTo(1);
        assertThat(sold.step()).isEqualTo(known.step());
        assertThat(sold.timing()).isEqualTo(known.timing());
    }

    /** A tenth of the time for which what is left lasts at the rate since the last allocation. */
    @Test
    void retryIsTheMorePatientTheLongerTheReserveLasts() {
        BackOff full = new BackOff(() -> 0);
        AllocationHistory known = AllocationHistory.NONE.allocated(
                new AllocationOutcome.Allocated(new AllocatedSegment(0, 1_000, 1_000), 1_000, 0.1, 100),
                MINUTE,
                AllocationOutcome.Effect.LATE_SEGMENT,
                last(LastAllocation.Outcome.SUCCESS, null));
        long now = 11 * MINUTE;
        long usual = now + BackOff.FIRST.toNanos();

        AllocationHistory.Retry lasting = known.nextRetry(full, new Demand(true, 100, 300, false), now);
        assertThat(lasting).isEqualTo(new AllocationHistory.Retry(usual, now + MINUTE / 2));
        assertThat(known.nextRetry(full, new Demand(true, 100, 100, false), now))
                .as("nothing was used since")
                .isEqualTo(new AllocationHistory.Retry(usual, usual));
        assertThat(AllocationHistory.NONE.nextRetry(full, new Demand(true, 100, 300, false), now))
                .as("there was no allocation to measure from")
                .isEqualTo(new AllocationHistory.Retry(usual, usual));
    }

    @Test
    void rowOfFailuresIsDatedByItsFirst() {
        Instant later = Instant.EPOCH.plusSeconds(7);
        AllocationHistory failed = failed(AllocationHistory.NONE, 7)
                .failed(
                        new AllocationOutcome.Failed(new IllegalStateException("down")),
                        AllocationHistory.Retry.NONE,
                        new LastAllocation(later, 5, LastAllocation.Outcome.FAILURE, "down"));

        assertThat(failed.failures().since()).isEqualTo(Instant.EPOCH);
    }

    private static AllocationHistory allocated(AllocationHistory before, long step, long started, boolean ranDry) {
        long first = before.highestEnd();
        AllocatedSegment range = new AllocatedSegment(first, first + step, 1_000);
        return before.allocated(
                new AllocationOutcome.Allocated(range, step, 0.1, 0),
                started,
                ranDry ? AllocationOutcome.Effect.LATE_SEGMENT : AllocationOutcome.Effect.SEGMENT,
                last(LastAllocation.Outcome.SUCCESS, null));
    }

    private static AllocationHistory failed(AllocationHistory before, long retryNanos) {
        return before.failed(
                new AllocationOutcome.Failed(new IllegalStateException("down")),
                new AllocationHistory.Retry(retryNanos, retryNanos),
                last(LastAllocation.Outcome.FAILURE, "down"));
    }

    private static LastAllocation last(LastAllocation.Outcome outcome, @Nullable String reason) {
        return new LastAllocation(Instant.EPOCH, 5, outcome, reason);
    }
}
