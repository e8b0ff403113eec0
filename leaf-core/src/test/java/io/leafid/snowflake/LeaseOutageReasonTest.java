package io.leafid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.lease.LeaseWindow;
import io.leafid.test.time.ManualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Since when callers have waited for the renewal of a lease. */
class LeaseOutageReasonTest {

    private final ManualTime time = new ManualTime();
    private final LeaseOutage gap = new LeaseOutage(time);

    @Test
    void isCountedFromTheFirstCallerOfAWindowByTheClockThatNeverSteps() {
        LeaseWindow window = new LeaseWindow(5, 0, 10);
        assertThat(gap.nanosSinceFirstMet(window)).isZero();

        time.stepWallClock(Duration.ofHours(1));
        assertThat(gap.nanosSinceFirstMet(window)).isZero();
        time.stepWallClock(Duration.ofHours(-2));
        time.advance(Duration.ofMillis(3));
        assertThat(gap.nanosSinceFirstMet(window)).isEqualTo(3_000_000);
        assertThat(gap.nanosSinceFirstMet(new LeaseWindow(5, 0, 20)))
                .as("of another window")
                .isZero();
    }
}
