package io.leafid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.SnowflakeLayout;
import io.leafid.snowflake.SnowflakeSettings.SequenceMode;
import org.junit.jupiter.api.Test;

/** What follows what: two bits of sequence and thirty of timestamp, so that both come to their end. */
class SnowflakeWordTest {

    private static final long EPOCH = 1_000;
    private static final long LAST = EPOCH + (1L << 30) - 1;

    private final SnowflakeLayout layout = new SnowflakeLayout(EPOCH, 30, 31, 2);
    private final SnowflakeWord word = wordOf(SequenceMode.ROLLING);

    private SnowflakeWord wordOf(SequenceMode mode) {
        return new SnowflakeWord(layout, mode, bound -> bound - 1);
    }

    private static long at(long millis, long sequence) {
        return ((millis - EPOCH) << 33) | sequence;
    }

    @Test
    void sequenceGoesOnWithinTheMillisecondOfTheClockUntilItIsFull() {
        assertThat(word.goesOn(at(EPOCH + 1, 2), EPOCH + 1)).isTrue();
        assertThat(word.goesOn(at(EPOCH + 1, 3), EPOCH + 1)).as("full").isFalse();
        assertThat(word.goesOn(at(EPOCH + 1, 0), EPOCH + 2)).as("another one").isFalse();
        assertThat(word.goesOn(at(EPOCH + 1, 0), EPOCH))
                .as("the clock is behind")
                .isFalse();
    }

    @Test
    void nextWordIsOfTheClocksMillisecondOrThereIsNone() {
        assertThat(word.nextAt(at(EPOCH + 1, 2), EPOCH + 1)).isEqualTo(at(EPOCH + 1, 3));
        assertThat(word.nextAt(at(EPOCH + 1, 2), EPOCH + 3)).isEqualTo(at(EPOCH + 3, 3));
        assertThat(word.nextAt(at(EPOCH + 1, 3), EPOCH + 1)).as("full").isEqualTo(SnowflakeWord.NONE);
        assertThat(word.nextAt(at(EPOCH + 2, 0), EPOCH + 1))
                .as("the clock is behind")
                .isEqualTo(SnowflakeWord.NONE);
        assertThat(word.nextAt(SnowflakeWord.NONE, EPOCH + 1)).as("closed").isEqualTo(SnowflakeWord.NONE);
    }

    @Test
    void lastMillisecondOfTheLayoutIsUsedAndTheNextIsNot() {
        assertThat(word.nextAt(at(EPOCH + 1, 0), LAST)).isEqualTo(at(LAST, 1));
        assertThat(word.nextAt(at(EPOCH + 1, 0), LAST + 1)).isEqualTo(SnowflakeWord.NONE);
        assertThat(word.isInRange(LAST)).isTrue();
        assertThat(word.isInRange(LAST + 1)).isFalse();
        assertThat(word.isInRange(EPOCH)).isTrue();
        assertThat(word.isInRange(EPOCH - 1)).isFalse();
    }

    @Test
    void wordAfterAFullSequenceIsOfTheNextMillisecond() {
        assertThat(word.after(at(EPOCH + 1, 2), EPOCH)).isEqualTo(at(EPOCH + 1, 3));
        assertThat(word.after(at(EPOCH + 1, 3), EPOCH + 1)).isEqualTo(at(EPOCH + 2, 0));
        assertThat(word.after(at(EPOCH + 1, 0), EPOCH + 1)).isEqualTo(at(EPOCH + 1, 1));
        assertThat(word.after(at(EPOCH + 1, 0), EPOCH + 2)).isEqualTo(at(EPOCH + 2, 1));
    }

    @Test
    void firstWordOfAMillisecondIsWhereTheModeSays() {
        assertThat(word.firstAt(EPOCH + 2, at(EPOCH, 3))).as("rolling on").isEqualTo(at(EPOCH + 2, 0));
        assertThat(wordOf(SequenceMode.ZERO).firstAt(EPOCH + 2, at(EPOCH, 1))).isEqualTo(at(EPOCH + 2, 0));
        assertThat(wordOf(SequenceMode.RANDOM).firstAt(EPOCH + 2, at(EPOCH, 1)))
                .as("no larger than the sequence")
                .isEqualTo(at(EPOCH + 2, 3));
    }

    @Test
    void runEndsWithTheMillisecond() {
        assertThat(word.runLength(at(EPOCH + 1, 1), 2)).isEqualTo(2);
        assertThat(word.runLength(at(EPOCH + 1, 1), 3)).isEqualTo(3);
        assertThat(word.runLength(at(EPOCH + 1, 1), 4)).isEqualTo(3);
        assertThat(word.runLength(at(EPOCH + 1, 3), 4)).isEqualTo(1);
    }

    @Test
    void partsAreTakenApartAndTheWorkerIdIsPutBetweenThem() {
        long third = at(EPOCH + 5, 2);

        assertThat(word.millisOf(third)).isEqualTo(EPOCH + 5);
        assertThat(word.sequenceOf(third)).isEqualTo(2);
        assertThat(layout.unpack(word.idOf(third, 6)).workerId()).isEqualTo(6);
        assertThat(layout.unpack(word.idOf(third, 6)).sequence()).isEqualTo(2);
    }
}
