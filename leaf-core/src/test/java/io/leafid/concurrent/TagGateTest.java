package io.leafid.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.leafid.RateExceededException;
import io.leafid.TagDisabledException;
import io.leafid.TagLimit;
import io.leafid.test.time.ManualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TagGateTest {

    private final ManualTime time = new ManualTime();
    private final TagGate gate = new TagGate("order", time);

    @Test
    void openGateLetsEverythingPass() {
        for (int i = 0; i < 1_000; i++) {
            gate.pass(1_000_000);
        }
        assertThat(gate.limit()).isEqualTo(TagLimit.NONE);
    }

    @Test
    void disabledTagIsNamedUntilItIsEnabledAgain() {
        gate.set(new TagLimit(false, null));
        assertThatExceptionOfType(TagDisabledException.class)
                .isThrownBy(() -> gate.pass(1))
                .withMessage(
                        "tag 'order' is switched off in this process; switch it on in the settings of the tag or by TagLimits")
                .satisfies(ex -> assertThat(ex.tag()).isEqualTo("order"));

        gate.set(TagLimit.NONE);
        gate.pass(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 3, 7, 100, 999, 1_000_003})
    void idsOfOneSecondMayComeAtOnceAndThenTheRateHolds(long rate) {
        gate.set(new TagLimit(true, rate));
        time.advance(Duration.ofDays(400)); // what was not used for long is not saved up
        long rounding = rate / 10_000;
        assertThat(passed(2 * rate)).isBetween(rate, rate + rounding);

        for (int i = 0; i < 10; i++) {
            time.advance(Duration.ofSeconds(1));
            assertThat(passed(2 * rate)).isBetween(rate - 1, rate + rounding);
        }
    }

    @Test
    void refusalTellsWhenTheSameCallSucceeds() {
        gate.set(new TagLimit(true, 100L));
        gate.pass(100);
        RateExceededException refusal = catchThrowableOfType(RateExceededException.class, () -> gate.pass(50));

        assertThat(refusal).hasMessage("the rate of tag 'order' (100 ids a second) is used up; try again in 500 ms");
        assertThat(refusal.retryAfter()).contains(Duration.ofMillis(500));
        time.advance(Duration.ofMillis(499));
        assertThat(passes(50)).isFalse();
        time.advance(Duration.ofMillis(1));
        assertThat(passes(50)).isTrue();
    }

    @Test
    void refusedCallUsesNothingUp() {
        gate.set(new TagLimit(true, 100L));
        gate.pass(60);
        for (int i = 0; i < 1_000; i++) {
            assertThat(passes(41)).isFalse();
        }
        assertThat(passes(40)).isTrue();
    }

    @Test
    void stepOfTheWallClockNeitherFillsTheRateNorUsesItUp() {
        gate.set(new TagLimit(true, 100L));
        gate.pass(100);

        time.stepWallClock(Duration.ofHours(1));
        assertThat(passes(1)).isFalse();
        time.stepWallClock(Duration.ofHours(-2));
        time.advance(Duration.ofSeconds(1));
        assertThat(passes(100)).isTrue();
    }

    @Test
    void batchLargerThanTheRateNeverSucceedsAndSaysSo() {
        gate.set(new TagLimit(true, 100L));

        assertThatExceptionOfType(RateExceededException.class)
                .isThrownBy(() -> gate.pass(101))
                .withMessage(
                        "101 ids of tag 'order' at once are more than its rate allows in a second (100); ask for fewer")
                .satisfies(ex -> assertThat(ex.retryAfter()).isEmpty());
    }

    @Test
    void rateIsFromOneToTheMostThatCanBeTold() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TagLimit(true, 0L))
                .withMessage("max rate must be from 1 to 1000000000, but is 0");
        gate.set(new TagLimit(true, TagLimit.MOST));
        for (int i = 0; i < 1_000; i++) {
            gate.pass(1_000_000);
        }
        assertThat(passes(1)).isFalse();
    }

    /** How many calls pass, one after the other and at one moment, before the first refusal or the limit. */
    private long passed(long limit) {
        long passed = 0;
        while (passed < limit && passes(1)) {
            passed++;
        }
        return passed;
    }

    private boolean passes(int count) {
        try {
            gate.pass(count);
            return true;
        } catch (RateExceededException ex) {
            return false;
        }
    }
}
