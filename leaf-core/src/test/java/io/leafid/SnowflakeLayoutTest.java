package io.leafid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SnowflakeLayoutTest {

    private static final long EPOCH = SnowflakeLayout.DEFAULT.epochMillis();

    @Test
    void defaultIsTheOriginalsLayout() {
        SnowflakeLayout layout = SnowflakeLayout.DEFAULT;

        assertThat(layout.epoch()).isEqualTo(Instant.parse("2010-11-04T01:42:54.657Z"));
        assertThat(layout.lastInstant()).isEqualTo(Instant.parse("2080-07-10T17:30:30.208Z"));
        assertThat(layout.maxWorkerId()).isEqualTo(1023);
        assertThat(layout.maxSequence()).isEqualTo(4095);
        assertThat(layout.pack(EPOCH + 1, 2, 3)).isEqualTo((1L << 22) | (2L << 12) | 3);
    }

    @Test
    void largestPartsMakeTheLargestLong() {
        SnowflakeLayout layout = SnowflakeLayout.DEFAULT;

        assertThat(layout.pack(layout.lastMillis(), 1023, 4095)).isEqualTo(Long.MAX_VALUE);
        assertThat(layout.pack(EPOCH, 0, 0)).isZero();
    }

    /** The largest id of 53 bits is {@code Number.MAX_SAFE_INTEGER}; a smaller one is safe too. */
    @Test
    void largestIdOf53BitsIsTheLargestSafeIntegerOfJavaScript() {
        SnowflakeLayout layout = new SnowflakeLayout(EPOCH, 41, 5, 7);

        long largest = layout.pack(layout.lastMillis(), 31, 127);

        assertThat(layout.totalBits()).isEqualTo(SnowflakeLayout.JAVASCRIPT_BITS);
        assertThat(largest).isEqualTo(9_007_199_254_740_991L);
        assertThat((long) (double) largest).isEqualTo(largest);
        assertThat((double) largest).isNotEqualTo((double) (largest + 2));
        assertThat(layout.unpack(largest)).isEqualTo(new SnowflakeId(largest, layout.lastInstant(), 31, 127));
    }

    @Test
    void idWithMoreBitsThanTheLayoutIsNotTakenApart() {
        SnowflakeLayout layout = new SnowflakeLayout(EPOCH, 41, 5, 7);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> layout.unpack(1L << 53))
                .withMessageStartingWith(
                        "the id 9007199254740992 was not made with this layout, whose ids have 53 bits: ");
    }

    /** Every way to divide 63 bits that the layout accepts. */
    static Stream<SnowflakeLayout> everyLayout() {
        return everyLayoutOf(63);
    }

    private static Stream<SnowflakeLayout> everyLayoutOf(int bits) {
        return IntStream.rangeClosed(1, bits - 1)
                .boxed()
                .flatMap(timestamp -> IntStream.rangeClosed(0, 31)
                        .filter(worker -> timestamp + worker < bits)
                        .mapToObj(worker -> new SnowflakeLayout(EPOCH, timestamp, worker, bits - timestamp - worker)));
    }

    @Test
    void everyLayoutUnpacksWhatItPacked() {
        assertThat(Stream.concat(everyLayout(), everyLayoutOf(53)))
                .hasSizeGreaterThan(2_000)
                .allSatisfy(layout -> {
                    int[] workerIds = {0, layout.maxWorkerId() / 3, layout.maxWorkerId()};
                    for (long millis : corners(EPOCH, layout.lastMillis())) {
                        for (int workerId : workerIds) {
                            for (long sequence : corners(0, layout.maxSequence())) {
                                long id = layout.pack(millis, workerId, sequence);
                                assertThat(id).isNotNegative();
                                assertThat(layout.unpack(id))
                                        .isEqualTo(
                                                new SnowflakeId(id, Instant.ofEpochMilli(millis), workerId, sequence));
                            }
                        }
                    }
                });
    }

    @Test
    void everyLayoutFillsAllBitsAndNoneTwice() {
        assertThat(everyLayout()).allSatisfy(layout -> {
            long timestamp = layout.pack(layout.lastMillis(), 0, 0);
            long worker = layout.pack(EPOCH, layout.maxWorkerId(), 0);
            long sequence = layout.pack(EPOCH, 0, layout.maxSequence());
            assertThat(timestamp | worker | sequence).isEqualTo(Long.MAX_VALUE);
            assertThat((timestamp & worker) | (timestamp & sequence) | (worker & sequence))
                    .isZero();
        });
    }

    @Test
    void idsOfLaterMillisecondsAreLarger() {
        SnowflakeLayout layout = SnowflakeLayout.DEFAULT;

        assertThat(layout.pack(EPOCH + 8, 0, 0)).isGreaterThan(layout.pack(EPOCH + 7, 1023, 4095));
    }

    @ParameterizedTest
    @MethodSource("partsThatDoNotFit")
    void partsThatDoNotFitAreRefusedInsteadOfCut(long millis, int workerId, long sequence, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SnowflakeLayout.DEFAULT.pack(millis, workerId, sequence))
                .withMessage(message);
    }

    static Stream<Object[]> partsThatDoNotFit() {
        long last = SnowflakeLayout.DEFAULT.lastMillis();
        String range = "between 2010-11-04T01:42:54.657Z and 2080-07-10T17:30:30.208Z";
        return Stream.of(
                new Object[] {EPOCH - 1, 0, 0L, "timestamp 2010-11-04T01:42:54.656Z is not " + range},
                new Object[] {last + 1, 0, 0L, "timestamp 2080-07-10T17:30:30.209Z is not " + range},
                new Object[] {EPOCH, -1, 0L, "worker id -1 is not from 0 to 1023"},
                new Object[] {EPOCH, 1024, 0L, "worker id 1024 is not from 0 to 1023"},
                new Object[] {EPOCH, 0, -1L, "sequence -1 is not from 0 to 4095"},
                new Object[] {EPOCH, 0, 4096L, "sequence 4096 is not from 0 to 4095"});
    }

    @ParameterizedTest
    @CsvSource({
        "41, 10, 13, snowflake bits must add up to at most 63: timestamp=41 + worker-id=10 + sequence=13 = 64",
        "62, 31, 62, snowflake bits must add up to at most 63: timestamp=62 + worker-id=31 + sequence=62 = 155",
    })
    void moreBitsThanThereAreAreRefused(int timestamp, int worker, int sequence, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SnowflakeLayout(EPOCH, timestamp, worker, sequence))
                .withMessage(message);
    }

    @ParameterizedTest
    @CsvSource({"0, 31, 32", "63, 0, 0", "30, 32, 1", "-1, 32, 32", "40, -1, 24", "64, 0, -1", "41, 32, -10", "0, 0, 0"
    })
    void bitsOutOfRangeAreRefused(int timestamp, int worker, int sequence) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SnowflakeLayout(EPOCH, timestamp, worker, sequence))
                .withMessageStartingWith("snowflake bits out of range: timestamp=" + timestamp);
    }

    @Test
    void anEpochBefore1970IsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SnowflakeLayout(-1, 41, 10, 12))
                .withMessage("snowflake epoch must not be before 1970-01-01T00:00:00Z: 1969-12-31T23:59:59.999Z");
    }

    @Test
    void anEpochWhoseLastInstantNoLongerIsAMillisecondIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SnowflakeLayout(Long.MAX_VALUE - 1, 41, 10, 12))
                .withMessageStartingWith("snowflake epoch is too late for 41 timestamp bits: ");
    }

    @Test
    void aNegativeNumberIsNoId() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SnowflakeLayout.DEFAULT.unpack(-1))
                .withMessage("a snowflake id is never negative: -1");
    }

    @ParameterizedTest
    @CsvSource({
        "2010-11-04T01:42:54.657Z",
        "2010-11-04T01:42:54.657999999Z",
        "2026-11-28T12:00:00.001Z",
        "2080-07-10T17:30:30.208Z"
    })
    void idsOfAMillisecondLieBetweenTheFirstAndTheLastOfItsInstant(Instant instant) {
        SnowflakeLayout layout = SnowflakeLayout.DEFAULT;
        long millis = instant.toEpochMilli();

        assertThat(layout.firstAt(instant)).isEqualTo(layout.pack(millis, 0, 0));
        assertThat(layout.lastAt(instant)).isEqualTo(layout.pack(millis, 1023, 4095));
        assertThat(layout.unpack(layout.lastAt(instant)).timestamp().toEpochMilli())
                .isEqualTo(millis);
    }

    @ParameterizedTest
    @CsvSource({"2010-11-04T01:42:54.656999999Z", "2080-07-10T17:30:30.209Z", "+1000000000-12-31T23:59:59Z"})
    void noIdCarriesAnInstantOutsideOfTheLayout(Instant instant) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SnowflakeLayout.DEFAULT.firstAt(instant))
                .withMessage(
                        "timestamp %s is not between 2010-11-04T01:42:54.657Z and 2080-07-10T17:30:30.208Z", instant);
        assertThatIllegalArgumentException().isThrownBy(() -> SnowflakeLayout.DEFAULT.lastAt(instant));
    }

    private static long[] corners(long first, long last) {
        long middle = first + (last - first) / 3;
        return LongStream.of(first, middle, last).distinct().toArray();
    }
}
