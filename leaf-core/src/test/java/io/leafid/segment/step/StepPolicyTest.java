package io.leafid.segment.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepPolicyTest {

    private final StepPolicy policy = new StepPolicy(Duration.ofMinutes(15).toNanos());

    @ParameterizedTest(name = "a step of {0} that lasted {1} becomes {4} (row {2}, maximum {3})")
    @CsvSource({
        // shorter than the target: double
        "1000, PT0S,          1000, 1000000, 2000",
        "1000, PT14M59.999S,  1000, 1000000, 2000",
        // up to twice the target: keep
        "4000, PT15M,         1000, 1000000, 4000",
        "4000, PT29M59.999S,  1000, 1000000, 4000",
        // longer: halve
        "4000, PT30M,         1000, 1000000, 2000",
        "4000, PT24H,         1000, 1000000, 2000",
        // doubling reaches the maximum instead of stalling below it
        "512000, PT1M,        2000, 1000000, 1000000",
        "1000000, PT1M,       2000, 1000000, 1000000",
        // halving stops at the row's step
        "3000, PT1H,          2000, 1000000, 2000",
        "2000, PT1H,          2000, 1000000, 2000",
        // a row that was raised by hand is followed at once
        "1000, PT20M,         5000, 1000000, 5000",
        "1000, PT1H,          5000, 1000000, 5000",
        // a row above the maximum gets what it asks for
        "1000, PT20M,      3000000, 1000000, 3000000",
        "3000000, PT1M,    3000000, 1000000, 3000000",
        // a maximum that was lowered is honoured
        "800000, PT20M,       1000, 100000,  100000",
        // nothing overflows at the largest row
        "2147483647, PT1S, 2147483647, 2147483647, 2147483647",
        "1, PT1H,                1, 1000000, 1",
    })
    void stepFollowsHowLongTheSegmentLasted(long step, Duration lasted, long row, long max, long expected) {
        assertThat(policy.next(step, lasted.toNanos(), new StepPolicy.Bounds(row, max)))
                .isEqualTo(expected);
    }

    @Test
    void doublingFromTwoThousandReachesTheMaximumExactly() {
        var bounds = new StepPolicy.Bounds(2_000, 1_000_000);
        long step = 2_000;
        for (int load = 0; load < 9; load++) {
            step = policy.next(step, 1, bounds);
        }
        assertThat(step).isEqualTo(1_000_000);
    }

    @ParameterizedTest(name = "{0} ids gone in {1}, allocation takes {2}: {3}")
    @CsvSource({
        // 1000 ids in 10 ms are 100 000 a second; ten allocations of 5 ms see 5000 of them
        "1000, PT0.01S,  PT0.005S, 5000",
        // never less than the ordinary doubling
        "1000, PT10S,    PT0.005S, 2000",
        // at most tenfold, whatever a clock without resolution says
        "1000, PT0S,     PT0.005S, 10000",
        "1000, PT0.001S, PT5S,     10000",
        // never above the maximum
        "400000, PT0.01S, PT1S,    1000000",
        // a segment that lasted long is no reason to grow, even if it ran dry
        "4000, PT1H,     PT0.005S, 2000",
    })
    void afterASurgeTheStepGrowsToWhatTheMeasuredRateNeeds(long step, Duration lasted, Duration took, long expected) {
        var bounds = new StepPolicy.Bounds(1_000, 1_000_000);

        assertThat(policy.afterSurge(step, lasted.toNanos(), took.toNanos(), bounds))
                .isEqualTo(expected);
    }

    @Test
    void aSurgeOfTheLargestStepDoesNotOverflow() {
        var bounds = new StepPolicy.Bounds(Integer.MAX_VALUE, Integer.MAX_VALUE);

        assertThat(policy.afterSurge(Integer.MAX_VALUE, 0, Long.MAX_VALUE, bounds))
                .isEqualTo(Integer.MAX_VALUE);
    }
}
