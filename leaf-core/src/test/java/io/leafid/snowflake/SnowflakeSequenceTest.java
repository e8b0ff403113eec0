package io.leafid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.SnowflakeId;
import io.leafid.SnowflakeLayout;
import io.leafid.lease.LeaseWindow;
import io.leafid.snowflake.SnowflakeSettings.SequenceMode;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How the sequence runs within a millisecond and from one to the next. */
class SnowflakeSequenceTest {

    /** 5 % of evenly spread samples lie above this for 63, 127 and 1023 degrees of freedom; ours should be far below. */
    private static final double[] EVEN = {82.5, 154.3, 1_098.5};

    @ParameterizedTest
    @ValueSource(ints = {64, 128, 1_024})
    void rollingGivesEvenLowBitsAtOneIdPerMillisecond(int shards) {
        assertThat(chiSquare(new Scene(), shards)).isLessThan(EVEN[shards == 64 ? 0 : shards == 128 ? 1 : 2]);
    }

    @Test
    void randomStartsBelowAHundredFavourSomeShards() {
        assertThat(chiSquare(new Scene(Scene.with(SequenceMode.RANDOM)), 64)).isGreaterThan(1_000);
    }

    private static double chiSquare(Scene scene, int shards) {
        int samples = 40_000;
        int[] counts = new int[shards];
        for (int i = 0; i < samples; i++) {
            counts[(int) (scene.generator.nextId() % shards)]++;
            scene.millis(1);
        }
        double expected = (double) samples / shards;
        return IntStream.of(counts)
                .mapToDouble(count -> (count - expected) * (count - expected) / expected)
                .sum();
    }

    @ParameterizedTest
    @EnumSource(names = {"ROLLING", "ZERO"})
    void everyFullMillisecondHoldsAsManyIdsAsTheSequenceHasNumbers(SequenceMode mode) {
        Scene scene = new Scene(Scene.with(mode));
        scene.generator.nextIds(4_096);
        long begin = scene.elapsedMillis();
        long previous = scene.generator.nextId();
        for (int i = 0; i < 1_000 * 4_096 - 1; i++) {
            long id = scene.generator.nextId();
            assertThat(id > previous).isTrue();
            previous = id;
        }
        assertThat(scene.elapsedMillis() - begin).isBetween(999L, 1_000L);
    }

    @Test
    void rollingSequenceIsNotResetByANewMillisecond() {
        Scene scene = new Scene();
        long sequence = scene.next().sequence();
        for (int i = 1; i < 10_000; i++) {
            scene.millis(1 + i % 3);
            assertThat(scene.next().sequence()).isEqualTo((sequence + i) % 4_096);
        }
    }

    @Test
    void sequenceThatWrapsForcesTheNextMillisecond() {
        Scene scene = new Scene();
        scene.generator.nextIds(4_090);
        scene.millis(5);
        long at = scene.now();
        for (int sequence = 4_091; sequence < 4_096; sequence++) {
            assertThat(scene.next()).extracting(SnowflakeId::sequence).isEqualTo((long) sequence);
        }
        assertThat(scene.now()).isEqualTo(at);

        SnowflakeId wrapped = scene.next();

        assertThat(wrapped.sequence()).isZero();
        assertThat(wrapped.timestamp().toEpochMilli()).isEqualTo(at + 1).isEqualTo(scene.now());
    }

    @Test
    void randomStartsBelowAHundredInEachMillisecond() {
        Scene scene = new Scene(Scene.with(SequenceMode.RANDOM));
        boolean[] seen = new boolean[100];
        for (int i = 0; i < 5_000; i++) {
            scene.millis(1);
            seen[(int) scene.next().sequence()] = true;
        }
        assertThat(seen).doesNotContain(false);
    }

    @Test
    void randomStartFitsASmallSequence() {
        Scene scene = new Scene(new SnowflakeLayout(0, 41, 19, 3), Scene.with(SequenceMode.RANDOM));
        for (int i = 0; i < 1_000; i++) {
            scene.millis(1);
            assertThat(scene.next().sequence()).isLessThan(8);
        }
    }

    @Test
    void zeroStartsAtZeroInEachMillisecond() {
        Scene scene = new Scene(Scene.with(SequenceMode.ZERO));
        for (int i = 0; i < 100; i++) {
            scene.millis(1);
            assertThat(scene.next().sequence()).isZero();
            assertThat(scene.next().sequence()).isEqualTo(1);
        }
    }

    /** Any division of 63 bits or fewer, any mode, steps of any size: increasing, in range, decoded as it was made. */
    @ParameterizedTest
    @EnumSource
    void everyLayoutGivesIncreasingIdsThatDecodeToWhatWentIn(SequenceMode mode) {
        Random random = new Random(1);
        for (int round = 0; round < 200; round++) {
            int workerIdBits = random.nextInt(32);
            int bits = random.nextBoolean() ? 63 : 53 + random.nextInt(10);
            int timestampBits = Math.min(bits - 1 - workerIdBits, 41 + random.nextInt(22));
            SnowflakeLayout layout = new SnowflakeLayout(
                    1_700_000_000_000L, timestampBits, workerIdBits, bits - timestampBits - workerIdBits);
            Scene scene = new Scene(layout, Scene.with(mode));
            int workerId = (int) (random.nextDouble() * layout.maxWorkerId());
            scene.leases.set(new LeaseWindow(workerId, 0, Long.MAX_VALUE));
            if (scene.now() > layout.lastMillis()) {
                continue;
            }
            runs(scene, layout, workerId, random);
        }
    }

    private static void runs(Scene scene, SnowflakeLayout layout, int workerId, Random random) {
        long previous = -1;
        for (int i = 0; i < 200; i++) {
            long before = scene.now();
            long[] ids = scene.generator.nextIds(1 + random.nextInt(20));
            for (long id : ids) {
                assertThat(id).as("%s", layout).isGreaterThan(previous);
                assertThat(id >>> layout.totalBits()).isZero();
                SnowflakeId decoded = layout.unpack(id);
                assertThat(decoded.workerId()).isEqualTo(workerId);
                assertThat(decoded.timestamp().toEpochMilli()).isBetween(before, scene.now());
                assertThat(layout.pack(decoded.timestamp().toEpochMilli(), workerId, decoded.sequence()))
                        .isEqualTo(id);
                previous = id;
            }
            scene.millis(random.nextInt(4));
        }
    }

    @Test
    void decodingUsesTheGeneratorsOwnLayoutAndEpoch() {
        SnowflakeLayout own = new SnowflakeLayout(1_577_836_800_000L, 40, 8, 15);
        Scene scene = new Scene(own, SnowflakeSettings.DEFAULT);

        SnowflakeId decoded = scene.next();

        assertThat(decoded.timestamp().toEpochMilli()).isEqualTo(scene.now());
        assertThat(decoded.workerId()).isEqualTo(5);
        assertThat(scene.generator.layout()).isEqualTo(own);
    }

    @Test
    void changedEpochShiftsTheTimestampAndNothingElse() {
        Scene original = new Scene();
        Scene shifted = new Scene(
                new SnowflakeLayout(SnowflakeLayout.DEFAULT.epochMillis() - 1_000, 41, 10, 12),
                SnowflakeSettings.DEFAULT);

        assertThat(shifted.generator.nextId() - original.generator.nextId()).isEqualTo(1_000L << 22);
    }
}
