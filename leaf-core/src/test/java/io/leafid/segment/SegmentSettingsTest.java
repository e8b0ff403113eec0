package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.segment.buffer.TagSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SegmentSettingsTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1, 1.5, Double.NaN, Double.POSITIVE_INFINITY})
    void prefetchShareIsFromZeroToBelowOne(double share) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(SECOND, 1, Map.of(), share, SECOND, SECOND, SECOND))
                .withMessageStartingWith("prefetch-at must be from 0 to below 1, but is " + share);
    }

    @Test
    void durationsArePositiveButForTheWait() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(Duration.ZERO, 1, Map.of(), 0, SECOND, SECOND, SECOND))
                .withMessage("target-duration must be longer than 0 and at most 100 years, but is PT0S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(SECOND, 1, Map.of(), 0, Duration.ZERO, SECOND, SECOND))
                .withMessage("refresh-interval must be longer than 0 and at most 100 years, but is PT0S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(SECOND, 1, Map.of(), 0, SECOND, SECOND.negated(), SECOND))
                .withMessage("wait-timeout must be 0 or longer and at most 100 years, but is PT-1S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(SECOND, 1, Map.of(), 0, SECOND, SECOND, Duration.ZERO))
                .withMessage("load-timeout must be longer than 0 and at most 100 years, but is PT0S");
        assertThatCode(() -> settings(SECOND, 1, Map.of(), 0, SECOND, Duration.ZERO, SECOND))
                .doesNotThrowAnyException();
    }

    @Test
    void durationsAreAtMostWhatTheNanoClockCanTell() {
        Duration tooLong = Duration.ofDays(400 * 365);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(tooLong, 1, Map.of(), 0, SECOND, SECOND, SECOND))
                .withMessage("target-duration must be longer than 0 and at most 100 years, but is " + tooLong);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(SECOND, 1, Map.of(), 0, tooLong, SECOND, SECOND))
                .withMessageStartingWith("refresh-interval must be longer than 0 and at most 100 years");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(SECOND, 1, Map.of(), 0, SECOND, tooLong, SECOND))
                .withMessageStartingWith("wait-timeout must be 0 or longer and at most 100 years");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(SECOND, 1, Map.of(), 0, SECOND, SECOND, tooLong))
                .withMessageStartingWith("load-timeout must be longer than 0 and at most 100 years");
    }

    @Test
    void maximumStepsAreAtLeastOne() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(SECOND, 0, Map.of(), 0, SECOND, SECOND, SECOND))
                .withMessageStartingWith("max-step must be at least 1, but is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TagSettings(0))
                .withMessageStartingWith("max-step must be at least 1, but is 0");
    }

    @Test
    void aTagsOwnMaximumWins() {
        SegmentSettings settings =
                settings(SECOND, 500, Map.of("order", new TagSettings(900)), 0, SECOND, SECOND, SECOND);

        assertThat(settings.allocation().maxStepOf("order")).isEqualTo(900);
        assertThat(settings.allocation().maxStepOf("other")).isEqualTo(500);
    }

    @Test
    void laterChangesOfTheMapDoNotReachIn() {
        Map<String, TagSettings> map = new HashMap<>(Map.of("order", new TagSettings(900)));
        SegmentSettings settings = settings(SECOND, 500, map, 0, SECOND, SECOND, SECOND);
        map.put("order", new TagSettings(1));

        assertThat(settings.allocation().maxStepOf("order")).isEqualTo(900);
    }

    @Test
    void theRowOfANewTagCanBeBoughtFrom() {
        assertThat(new SegmentSettings.NewTag(1, 0).initialId()).isZero();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SegmentSettings.NewTag(0, 1))
                .withMessage("step must be at least 1, but is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SegmentSettings.NewTag(1, -1))
                .withMessage("initial-id must be 0 or more, since ids are never negative, but is -1");
    }

    private static SegmentSettings settings(
            Duration target,
            int maxStep,
            Map<String, TagSettings> tags,
            double prefetchAt,
            Duration refresh,
            Duration wait,
            Duration load) {
        return new SegmentSettings(
                new AllocationSettings(target, maxStep, tags, prefetchAt, wait, load), refresh, true, null, true);
    }
}
