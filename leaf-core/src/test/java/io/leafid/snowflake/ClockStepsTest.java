package io.leafid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What counts as one step back. */
class ClockStepsTest {

    private static final long MS = 1_000_000;

    /** Near the wrap, because nano times are compared by difference. */
    private static final long T = Long.MAX_VALUE - 50 * MS;

    private final ClockSteps steps = new ClockSteps();

    private boolean noticeAfter(int millis, long behindMillis) {
        return steps.notice(T + millis * MS, behindMillis);
    }

    @Test
    void sameStepIsOneHoweverOftenItIsNoticed() {
        assertThat(noticeAfter(0, 100)).isTrue();
        assertThat(noticeAfter(40, 60)).isFalse();
        assertThat(noticeAfter(99, 1)).isFalse();
        assertThat(steps.count()).isEqualTo(1);
    }

    @Test
    void deeperStepInTheMidstOfOneIsAnother() {
        noticeAfter(0, 100);

        assertThat(noticeAfter(40, 3_600_000)).isTrue();
        assertThat(steps.count()).isEqualTo(2);
    }

    @Test
    void stepAfterTheClockHasCaughtUpIsAnother() {
        noticeAfter(0, 100);

        assertThat(noticeAfter(150, 10)).isTrue();
    }

    @Test
    void clockThatIsSetRightSlowlyMeanwhileDoesNotMakeItAnother() {
        steps.notice(0, 3_600_000);
        for (int minute = 1; minute <= 30; minute++) {
            long driftMillis = minute * 30L; // 500 parts in a million
            assertThat(steps.notice(minute * 60_000L * MS, 3_600_000 - minute * 60_000L + driftMillis))
                    .as("after %d minutes", minute)
                    .isFalse();
        }
        assertThat(steps.count()).isEqualTo(1);
    }

    @Test
    void idsIssuedAheadMeanwhileDoNotMakeItAnother() {
        noticeAfter(0, 100);
        for (int i = 1; i < 500; i++) {
            assertThat(noticeAfter(0, 100 + i)).isFalse();
        }
    }

    /** The moment at which it is over may move by three milliseconds, not by more. */
    @Test
    void slackIsThreeMilliseconds() {
        noticeAfter(0, 100);

        assertThat(noticeAfter(0, 103)).isFalse();
        assertThat(noticeAfter(0, 107)).as("from where it stood last").isTrue();
    }
}
