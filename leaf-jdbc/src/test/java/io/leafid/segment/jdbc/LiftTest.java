package io.leafid.segment.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class LiftTest {

    @Test
    void liftTakesOneNumberOrMoreOfZeroOrMore() {
        assertThat(new Lift(1, 0, 0, 0).ceiling()).isZero();
        for (long[] wrong : new long[][] {{0, 0, 0, 0}, {1, -1, 0, 0}, {1, 0, -1, 0}, {1, 0, 0, -1}}) {
            assertThatIllegalArgumentException().isThrownBy(() -> new Lift(wrong[0], wrong[1], wrong[2], wrong[3]));
        }
    }

    @Test
    void liftIsTooHighIfItsRangeEndsAboveTheCeiling() {
        assertThat(new Lift(10, 0, 0, 10).isTooHigh()).isFalse();
        assertThat(new Lift(11, 0, 0, 10).isTooHigh()).isTrue();
        assertThat(new Lift(10, 0, 90, 100).isTooHigh()).isFalse();
        assertThat(new Lift(10, 0, 91, 100).isTooHigh()).isTrue();
        assertThat(Lift.none(7)).isEqualTo(new Lift(7, 0, 0, Long.MAX_VALUE));
    }
}
