package io.leafid.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When a silent registry may be taken for one that is away. Times are in seconds, on both clocks alike. */
class UnattendedGateTest {

    private static final long MARK = 10;

    private final UnattendedGate gate = new UnattendedGate(Duration.ofSeconds(6));
    private RegistrySilence silence = RegistrySilence.NONE.answered();

    private boolean isOpenAt(long seconds) {
        return isOpenAt(seconds, MARK);
    }

    private boolean isOpenAt(long seconds, long mark) {
        return gate.isOpen(
                seconds * 1_000,
                Duration.ofSeconds(seconds).toNanos(),
                Duration.ofSeconds(mark).toMillis(),
                silence);
    }

    private void failed(long beganSeconds) {
        silence = silence.failed(Duration.ofSeconds(beganSeconds).toNanos());
    }

    @Test
    void openWhileTheMarkCoversThePresent() {
        assertThat(isOpenAt(9)).isTrue();
    }

    @Test
    void openBeforeTheFirstMark() {
        assertThat(isOpenAt(9, 0)).isTrue();
    }

    /** The first millisecond that the mark does not cover is its own end. */
    @Test
    void shutFromTheEndOfTheMarkOn() {
        assertThat(isOpenAt(10)).isFalse();
    }

    @Test
    void callsThatBeganBeforeTheGapProveNothing() {
        failed(11);
        assertThat(isOpenAt(12)).isFalse();
        failed(13);

        assertThat(isOpenAt(30)).as("of two failures one began before").isFalse();
        failed(14);
        assertThat(isOpenAt(31)).isTrue();
    }

    @Test
    void callThatBeganInTheMomentOfTheGapCounts() {
        assertThat(isOpenAt(12)).isFalse();
        failed(12);
        failed(13);

        assertThat(isOpenAt(18)).isTrue();
    }

    @Test
    void callsHaveToFailForTheWholeTimeOut() {
        assertThat(isOpenAt(12)).isFalse();
        failed(13);
        failed(14);

        assertThat(isOpenAt(17)).isFalse();
        assertThat(isOpenAt(18)).isTrue();
    }

    /** The registry was there in between: what failed before says nothing about now. */
    @Test
    void anAnswerBeginsTheGapAnew() {
        assertThat(isOpenAt(12)).isFalse();
        failed(12);
        failed(13);
        silence = silence.answered();
        assertThat(isOpenAt(20)).isFalse();
        failed(20);
        failed(21);

        assertThat(isOpenAt(25)).isFalse();
        assertThat(isOpenAt(26)).isTrue();
    }

    @Test
    void aMarkThatCoversThePresentEndsTheGap() {
        assertThat(isOpenAt(12)).isFalse();
        assertThat(isOpenAt(13, 20)).isTrue();
        failed(13);
        failed(14);

        assertThat(isOpenAt(21, 20)).as("another gap").isFalse();
    }
}
