package io.leafid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.ClockMovedBackwardsException;
import io.leafid.test.time.ManualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How long one call waits for the clock, and what ends the wait. */
class ClockWaitTest {

    private final ManualTime time = new ManualTime();
    private final ClockWait wait = new ClockWait(time);

    private long elapsedMillis() {
        return time.elapsedNanos() / 1_000_000;
    }

    @Test
    void stepBackIsWaitedForAtMostTwiceAsLongInAll() {
        wait.forStepBack(3);
        assertThat(elapsedMillis()).isEqualTo(3);
        wait.forStepBack(5);
        assertThat(elapsedMillis()).as("what is left of twice the first step").isEqualTo(6);

        assertThatExceptionOfType(ClockMovedBackwardsException.class)
                .isThrownBy(() -> wait.forStepBack(1))
                .withMessageContaining("1 ms behind the last timestamp used")
                .satisfies(moved -> assertThat(moved.offset()).isEqualTo(Duration.ofMillis(1)));
    }

    /** The clock had caught up in between. */
    @Test
    void anotherStepBackHasATimeOfItsOwn() {
        wait.forStepBack(3);
        wait.forStepBack(3);
        wait.forNextMillisecond(time.currentTimeMillis());
        long before = elapsedMillis();

        wait.forStepBack(4);

        assertThat(elapsedMillis()).isEqualTo(before + 4);
    }

    @Test
    void clockThatStandsStillIsWaitedForASecond() {
        long stuck = time.currentTimeMillis();
        wait.forNextMillisecond(stuck);
        time.advance(Duration.ofMillis(998));
        wait.forNextMillisecond(stuck);
        assertThat(elapsedMillis()).isEqualTo(1_000);
        time.advance(Duration.ofMillis(1));

        assertThatExceptionOfType(ClockMovedBackwardsException.class)
                .isThrownBy(() -> wait.forNextMillisecond(stuck))
                .withMessageContaining("has stood still");
    }

    @Test
    void clockThatMovesIsWaitedForAnew() {
        wait.forNextMillisecond(time.currentTimeMillis());
        time.advance(Duration.ofSeconds(5));
        wait.forNextMillisecond(time.currentTimeMillis());

        assertThat(elapsedMillis()).isEqualTo(5_002);
    }
}
