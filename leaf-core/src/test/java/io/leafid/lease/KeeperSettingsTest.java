package io.leafid.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class KeeperSettingsTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private static KeeperSettings settings(Duration reportInterval, Duration reservation, Duration peerThreshold) {
        return new KeeperSettings(
                reportInterval, reservation, SECOND, KeeperSettings.OnRegistryLoss.STOP, peerThreshold);
    }

    @Test
    void reservationLastsForTwoReportsAtTheLeast() {
        assertThat(settings(SECOND, SECOND.multipliedBy(2), SECOND).nearReservation())
                .isEqualTo(SECOND.multipliedBy(2));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(SECOND, SECOND.multipliedBy(2).minusNanos(2), SECOND))
                .withMessageContaining("must be at most half of");
    }

    @Test
    void reportsHaveAnIntervalAndTheThresholdMayBeZero() {
        assertThat(settings(SECOND, SECOND.multipliedBy(2), Duration.ZERO).peerThreshold())
                .isZero();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(Duration.ZERO, SECOND, SECOND))
                .withMessageContaining("report-interval must be longer than 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(SECOND, SECOND.multipliedBy(2), SECOND.negated()))
                .withMessageContaining("peer-threshold must be 0 or longer");
    }
}
