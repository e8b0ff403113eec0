package io.leafid.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RangesTest {

    private static final Duration CENTURY = Duration.ofDays(36_500);

    @Test
    void everythingOutOfRangeIsReportedAtOnce() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> Ranges.check()
                        .atLeast("maxStep", 0, 1)
                        .between("maxRate", 11, 1, 10)
                        .positive("loadTimeout", Duration.ZERO)
                        .notNegative("waitTimeout", Duration.ofMillis(-1))
                        .require(false, "table", "a b", "is no name")
                        .orThrow())
                .withMessage("max-step must be at least 1, but is 0; max-rate must be from 1 to 10, but is 11;"
                        + " load-timeout must be longer than 0 and at most 100 years, but is PT0S;"
                        + " wait-timeout must be 0 or longer and at most 100 years, but is PT-0.001S;"
                        + " table is no name, but is a b");
    }

    @Test
    void theEndsOfARangeBelongToIt() {
        assertThatCode(() -> Ranges.check()
                        .atLeast("a", 1, 1)
                        .between("b", 1, 1, 2)
                        .between("c", 2, 1, 2)
                        .positive("d", Duration.ofNanos(1))
                        .positive("e", CENTURY)
                        .notNegative("f", Duration.ZERO)
                        .notNegative("g", CENTURY)
                        .require(true, "h", 0, "")
                        .orThrow())
                .doesNotThrowAnyException();
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> Ranges.check()
                        .between("b", 0, 1, 2)
                        .positive("e", CENTURY.plusNanos(1))
                        .notNegative("g", CENTURY.plusNanos(1))
                        .orThrow())
                .satisfies(
                        refused -> assertThat(refused.getMessage().split("; ")).hasSize(3));
    }

    @Test
    void componentsInATextGetTheNamesThatTheyHaveInSettings() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> Ranges.check()
                        .require(false, "reportInterval", 7, "is above {maxStep}", "Set {maxStep}=9.")
                        .orThrow())
                .withMessage("report-interval is above max-step, but is 7. Set max-step=9.");
    }
}
