package io.leafid.segment.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpreadTest {

    private static final int DRAWS = 100_000;

    private final Spread spread = new Spread(new Random(1)::nextDouble);

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.05, 0.1, 0.5, 0.9, 0.99})
    void prefetchPointKeepsItsMeanAndLeavesTimeToBuy(double mean) {
        double[] points = DoubleStream.generate(() -> spread.prefetchAt(mean))
                .limit(DRAWS)
                .toArray();

        assertThat(DoubleStream.of(points).average().orElseThrow()).isCloseTo(mean, within(0.01));
        assertThat(DoubleStream.of(points).min().orElseThrow()).isGreaterThanOrEqualTo(0);
        assertThat(DoubleStream.of(points).max().orElseThrow()).isLessThanOrEqualTo((1 + mean) / 2);
    }

    @Test
    void defaultPrefetchPointLiesAnywhereInTheFirstFifth() {
        assertThat(new Spread(() -> 0).prefetchAt(0.1)).isZero();
        assertThat(new Spread(() -> 0.999_999).prefetchAt(0.1)).isCloseTo(0.2, within(0.000_001));
    }

    @Test
    void grownStepIsTheMeanOfItsAmounts() {
        long[] amounts = LongStream.generate(() -> spread.amount(2_000, 1_000_000))
                .limit(DRAWS)
                .toArray();

        assertThat(LongStream.of(amounts).average().orElseThrow()).isCloseTo(2_000, within(20.0));
        assertThat(LongStream.of(amounts).min().orElseThrow()).isBetween(500L, 510L);
        assertThat(LongStream.of(amounts).max().orElseThrow()).isBetween(3_490L, 3_500L);
    }

    @ParameterizedTest
    @CsvSource({"1000, 1000", "1000, 1749", "1, 1", "2147483647, 2147483647"})
    void amountIsFromOneToTheCeiling(long step, long ceiling) {
        long[] amounts = LongStream.generate(() -> spread.amount(step, ceiling))
                .limit(DRAWS)
                .toArray();

        assertThat(LongStream.of(amounts).min().orElseThrow()).isGreaterThanOrEqualTo(Math.max(1, step / 4));
        assertThat(LongStream.of(amounts).max().orElseThrow()).isLessThanOrEqualTo(step);
    }

    @Test
    void amountMayReachTheCeiling() {
        assertThat(new Spread(() -> 1).amount(4, 7)).isEqualTo(7);
        assertThat(new Spread(() -> 1).amount(4, 6)).isEqualTo(1);
    }

    @Test
    void pauseIsUpToAQuarterShorterOrLonger() {
        Duration mean = Duration.ofSeconds(60);

        assertThat(new Spread(() -> 0).pause(mean)).isEqualTo(Duration.ofSeconds(45));
        assertThat(new Spread(() -> 0.5).pause(mean)).isEqualTo(mean);
        assertThat(new Spread(() -> 0.999_999).pause(mean))
                .isBetween(Duration.ofMillis(74_999), Duration.ofSeconds(75));
    }
}
