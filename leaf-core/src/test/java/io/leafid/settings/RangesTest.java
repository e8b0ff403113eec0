package io.leafid.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class RangesTest {

    private static final Duration CENTURY = Duration.ofDays(36_500);

    @Test
    void everythingOutOfRangeIsReportedAtOnce() {
        assertThatExceptionOfType(InvalidSettingsException.class)
                .isThrownBy(() -> Ranges.check()
                        .atLeast("maxStep", 0, 1)
                        .between("maxRate", 11, 1, 10)
                        .positive("loadTimeout", Duration.ZERO)
                        .notNegative("waitTimeout", Duration.ofMillis(-1))
                        .require(false, "table", "a b", "is no name")
                        .orThrow())
                .withMessage("max step must be at least 1, but is 0; max rate must be from 1 to 10, but is 11;"
                        + " load timeout must be longer than 0 and at most 100 years, but is PT0S;"
                        + " wait timeout must be 0 or longer and at most 100 years, but is PT-0.001S;"
                        + " table is no name, but is a b")
                .satisfies(refused -> assertThat(refused.problems())
                        .extracting(SettingProblem::component)
                        .containsExactly("maxStep", "maxRate", "loadTimeout", "waitTimeout", "table"));
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
        assertThatExceptionOfType(InvalidSettingsException.class)
                .isThrownBy(() -> Ranges.check()
                        .between("b", 0, 1, 2)
                        .positive("e", CENTURY.plusNanos(1))
                        .notNegative("g", CENTURY.plusNanos(1))
                        .orThrow())
                .satisfies(refused -> assertThat(refused.problems()).hasSize(3));
    }

    @Test
    void componentsInATextGetTheNamesThatTheReaderKnows() {
        String text = "Set {reservation} to twice {reportInterval}.";

        assertThat(SettingProblem.named(text, name -> "leaf." + name.toLowerCase(Locale.ROOT)))
                .isEqualTo("Set leaf.reservation to twice leaf.reportinterval.");
        assertThat(new SettingProblem("reportInterval", 7, "is above {reservation}", null).message())
                .isEqualTo("report interval is above reservation, but is 7");
    }
}
