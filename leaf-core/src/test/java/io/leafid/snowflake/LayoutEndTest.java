package io.leafid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.SnowflakeLayout;
import io.leafid.test.time.ManualTime;
import io.leafid.testing.CapturedLog;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LayoutEndTest {

    private final ManualTime time = new ManualTime();

    @Test
    void startInTheLastYearSaysWhenTimestampsRunOut() {
        SnowflakeLayout layout = layoutWithDaysLeft(364);
        try (CapturedLog log = new CapturedLog("io.leafid.snowflake")) {
            LayoutEnd.watch(layout, time, time);

            assertThat(log.warnings())
                    .containsExactly(
                            "timestamps run out at " + layout.lastInstant() + "; plan a new layout under another name");
        }
    }

    @Test
    void processThatRunsIntoTheLastYearSaysItOnce() {
        try (CapturedLog log = new CapturedLog("io.leafid.snowflake")) {
            LayoutEnd.watch(layoutWithDaysLeft(368), time, time);
            time.advance(Duration.ofDays(2));
            assertThat(log.warnings()).as("a year and a day or two are left").isEmpty();

            time.advance(Duration.ofDays(5));
            assertThat(log.warnings()).hasSize(1);
        }
    }

    @Test
    void clockThatIsSetForwardIsNoticedWithinADay() {
        try (CapturedLog log = new CapturedLog("io.leafid.snowflake")) {
            LayoutEnd.watch(layoutWithDaysLeft(4_000), time, time);
            time.stepWallClock(Duration.ofDays(3_700));
            time.advance(Duration.ofDays(1));

            assertThat(log.warnings()).hasSize(1);
        }
    }

    private SnowflakeLayout layoutWithDaysLeft(int days) {
        long last = time.currentTimeMillis() + Duration.ofDays(days).toMillis();
        return new SnowflakeLayout(last - (1L << 38) + 1, 38, 13, 12);
    }
}
