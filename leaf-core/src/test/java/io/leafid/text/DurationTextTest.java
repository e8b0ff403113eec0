package io.leafid.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationTextTest {

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0 seconds",
        "PT0.0000001S, less than 1 ms",
        "PT0.35S, 350 ms",
        "PT0.9999S, 999 ms",
        "PT1S, 1 second",
        "PT3.24S, 3.2 seconds",
        "PT5.98S, 6 seconds",
        "PT9.99S, 10 seconds",
        "PT59.4S, 59 seconds",
        "PT59.6S, 1 minute",
        "PT9M58S, 9 minutes 58 seconds",
        "PT10M, 10 minutes",
        "PT59M59.7S, 1 hour",
        "PT1H6S, 1 hour",
        "PT3H5M, 3 hours 5 minutes",
        "PT23H59M40S, 1 day",
        "PT27H, 1 day 3 hours",
        "PT48H, 2 days",
        "P9DT23H45M, 10 days",
        "PT8759H59M, 365 days",
        "P20000D, 20000 days",
        "PT-3S, -3 seconds",
    })
    void namesTheTwoLargestUnits(Duration duration, String text) {
        assertThat(DurationText.of(duration)).isEqualTo(text);
    }
}
