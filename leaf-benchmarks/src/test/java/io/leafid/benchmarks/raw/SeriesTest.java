package io.leafid.benchmarks.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SeriesTest {

    @Test
    void errorBarOfFewRoundsGoesFromTheLowestToTheHighest() {
        Series series = Series.of("ms", List.of(3, 1, 2, 9, 4));

        assertThat(series.score()).isEqualTo(3);
        assertThat(series.low()).isEqualTo(1);
        assertThat(series.high()).isEqualTo(9);
    }

    @Test
    void errorBarOfManyRoundsHoldsTheMedianWith95Percent() {
        Series series = Series.of("ms", IntStream.rangeClosed(1, 100).boxed().toList());

        assertThat(series.score()).isEqualTo(50.5);
        assertThat(series.low()).isEqualTo(41);
        assertThat(series.high()).isEqualTo(60);
    }

    @Test
    void ratioIsThatOfEachRound() {
        Series slowAndFast = Series.of("ms", List.of(10, 100, 1));

        assertThat(slowAndFast
                        .over(slowAndFast.mapped("ms", value -> 2 * value))
                        .rounds())
                .containsExactly(0.5, 0.5, 0.5);
    }

    @Test
    void differenceIsThatOfEachRound() {
        Series slowAndFast = Series.of("ms", List.of(10, 100, 1));

        assertThat(slowAndFast
                        .mapped("ms", value -> value + 5)
                        .minus(slowAndFast)
                        .rounds())
                .containsExactly(5.0, 5.0, 5.0);
    }

    @Test
    void roundsBesideALineAreCounted() {
        assertThat(Series.of("", List.of(0.8, 0.9, 1)).roundsIn(value -> value >= 0.9))
                .isEqualTo(2);
    }

    @Test
    void digitsThatSayNothingAreLeftOut() {
        assertThat(Series.of("", 123.456789).score()).isCloseTo(123.46, within(1e-9));
    }
}
