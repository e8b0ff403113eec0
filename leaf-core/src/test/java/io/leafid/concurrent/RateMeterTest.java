package io.leafid.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The rate between two readings. */
class RateMeterTest {

    /** Negative, as the nano clock may be. */
    private static final long BEGIN = -TimeUnit.SECONDS.toNanos(5);

    private final RateMeter meter = new RateMeter(BEGIN);

    private double readAfter(long millis, long issued) {
        return meter.read(issued, BEGIN + TimeUnit.MILLISECONDS.toNanos(millis));
    }

    @Test
    void rateIsThatSinceTheReadingBefore() {
        assertThat(readAfter(2_000, 500)).isEqualTo(250);
        assertThat(readAfter(6_000, 700)).isEqualTo(50);
    }

    @Test
    void readingsThatFollowWithinASecondGiveTheRateBefore() {
        assertThat(readAfter(999, 500)).isZero();
        assertThat(readAfter(1_000, 500)).isEqualTo(500);
        assertThat(readAfter(1_999, 5_000)).isEqualTo(500);
        assertThat(readAfter(2_000, 1_500)).isEqualTo(1_000);
    }

    /** A count that is read beside a retirement may be a little too low. */
    @Test
    void rateIsNeverNegative() {
        assertThat(readAfter(1_000, 500)).isEqualTo(500);
        assertThat(readAfter(2_000, 400)).isZero();
    }
}
