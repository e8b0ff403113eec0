package io.leafid.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackOffTest {

    private final BackOff withoutJitter = new BackOff(() -> 0);

    @ParameterizedTest(name = "after {0} failures {1}")
    @CsvSource({
        "1, PT0.1S",
        "2, PT0.2S",
        "3, PT0.4S",
        "6, PT3.2S",
        "7, PT5S",
        "8, PT5S",
        "1000, PT5S",
        "2147483647, PT5S",
    })
    void pauseDoublesUpToTheLongest(int failures, Duration expected) {
        assertThat(withoutJitter.nanosAfter(failures)).isEqualTo(expected.toNanos());
    }

    @ParameterizedTest(name = "after {0} failures with ids left for {1}: {2}")
    @CsvSource({
        "1, PT0S, PT0.1S",
        "1, PT1S, PT0.1S",
        "1, PT10S, PT1S",
        "3, PT10S, PT1S",
        "5, PT10S, PT1.6S",
        "1, PT2M, PT12S",
        "7, PT40S, PT5S",
        "1, PT1H, PT1M",
        "2147483647, PT2540000H, PT1M",
    })
    void pauseIsLongerTheLongerTheReserveLasts(int failures, Duration reserve, Duration expected) {
        assertThat(withoutJitter.nanosAfter(failures, reserve.toNanos())).isEqualTo(expected.toNanos());
    }

    @Test
    void jitterTakesOffUpToHalf() {
        assertThat(new BackOff(() -> 0.999_999).nanosAfter(1))
                .isBetween(
                        Duration.ofMillis(50).toNanos(), Duration.ofMillis(51).toNanos());
        assertThat(new BackOff(() -> 0.5).nanosAfter(7))
                .isEqualTo(Duration.ofMillis(3_750).toNanos());
    }
}
