package io.leafid.web.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.ClockMovedBackwardsException;
import io.leafid.IdsExhaustedException;
import io.leafid.SegmentUnavailableException;
import io.leafid.WorkerIdUnavailableException;
import io.leafid.actuate.SnowflakeScene;
import io.leafid.testing.OperatedApplication;
import io.leafid.testing.RawHttp;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryAfterTest {

    @ParameterizedTest
    @CsvSource({"PT0.001S, 1", "PT1S, 1", "PT1.001S, 2", "PT30S, 30", "PT59M, 3540", "PT2H, 3600", "P365D, 3600"})
    void aClockThatStandsBehindIsLeftAloneUntilItHasCaughtUpButForAnHourAtMost(Duration behind, long seconds) {
        assertThat(RetryAfter.seconds(new ClockMovedBackwardsException(behind, "behind")))
                .isEqualTo(seconds);
    }

    @Test
    void whatHealsByItselfIsTriedAgainSoonAndWhatDoesNotLater() {
        assertThat(RetryAfter.seconds(new SegmentUnavailableException("dry", null)))
                .isEqualTo(1);
        assertThat(RetryAfter.seconds(new WorkerIdUnavailableException("none", null)))
                .isEqualTo(1);
        assertThat(RetryAfter.seconds(new IdsExhaustedException("over", null))).isEqualTo(3_600);
    }

    @ParameterizedTest
    @CsvSource({"P365D, 3600", "PT30S, 30"})
    void aServerWhoseClockStandsBehindSaysWhenToComeBack(Duration behind, String seconds) {
        SnowflakeScene scene = new SnowflakeScene();
        try (OperatedApplication application = new OperatedApplication(scene::addTo, "leaf.web.enabled=true")) {
            assertThat(RawHttp.get(application.port(), "/api/snowflake/get/any").status())
                    .isEqualTo(200);
            scene.stepClock(behind.negated());

            RawHttp.Answer answer = RawHttp.get(application.port(), "/api/snowflake/get/any");
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.header("Retry-After")).isEqualTo(seconds);
        }
    }
}
