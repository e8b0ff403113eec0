package io.leafid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.leafid.IdGenerator;
import io.leafid.IdSequence;
import io.leafid.RateExceededException;
import io.leafid.SnowflakeLayout;
import io.leafid.TagDisabledException;
import io.leafid.TagLimit;
import io.leafid.WorkerIdUnavailableException;
import io.leafid.lease.LeaseWindow;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The generator as its callers see it: tags, batches, many threads. */
class SnowflakeIdGeneratorTest {

    private final Scene scene = new Scene();

    @Test
    void allTagsShareOneSequence() {
        IdSequence payments = scene.generator.sequence("payment");
        long[] ids = {
            scene.generator.nextId(),
            scene.generator.nextId("order"),
            payments.next(),
            scene.generator.nextId("日本.order/2025"),
            payments.next(1)[0],
            scene.generator.nextIds("order", 1)[0]
        };

        assertThat(IntStream.range(1, ids.length)).allMatch(i -> ids[i] == ids[0] + i);
        assertThat(payments.tag()).isEqualTo("payment");
    }

    /** Checked before it is paid for: else a negative count gives a rate back, and a large one uses it up for nothing. */
    @Test
    void countThatIsNoneNeitherRefillsNorUsesUpTheRate() {
        int rate = IdGenerator.MAX_BATCH + 1;
        scene.generator.limit("payment", new TagLimit(true, (long) rate));

        assertThatIllegalArgumentException().isThrownBy(() -> scene.generator.nextIds("payment", rate));
        assertThatIllegalArgumentException().isThrownBy(() -> scene.generator.nextIds("payment", 0));
        assertThat(scene.generator.nextIds("payment", rate - 1)).hasSize(rate - 1);

        scene.generator.limit("order", new TagLimit(true, 3L));
        scene.generator.nextIds("order", 3);
        assertThatIllegalArgumentException().isThrownBy(() -> scene.generator.nextIds("order", -1_000_000));
        assertThatExceptionOfType(RateExceededException.class).isThrownBy(() -> scene.generator.nextId("order"));
    }

    @Test
    void limitOfATagHoldsForItAloneAlsoForASequenceThatWasObtainedBefore() {
        IdSequence payments = scene.generator.sequence("payment");
        payments.next();
        scene.generator.limit("payment", new TagLimit(true, 3L));
        scene.generator.limit("order", new TagLimit(false, null));

        assertThat(payments.next(3)).hasSize(3);
        assertThatExceptionOfType(RateExceededException.class).isThrownBy(payments::next);
        assertThatExceptionOfType(RateExceededException.class).isThrownBy(() -> scene.generator.nextId("payment"));
        assertThatExceptionOfType(TagDisabledException.class).isThrownBy(() -> scene.generator.nextIds("order", 2));
        assertThat(scene.generator.nextIds("other", 100)).hasSize(100);
        assertThat(scene.generator.nextId()).isPositive();

        scene.generator.limit("payment", TagLimit.NONE);
        scene.generator.limit("order", TagLimit.NONE);
        assertThat(payments.next(100)).hasSize(100);
        assertThat(scene.generator.nextId("order")).isPositive();
    }

    @Test
    void illegalTagIsRefusedAndCostsNoId() {
        long first = scene.generator.nextId();

        assertThatIllegalArgumentException().isThrownBy(() -> scene.generator.nextId(" order"));
        assertThatIllegalArgumentException().isThrownBy(() -> scene.generator.nextId(""));
        assertThatIllegalArgumentException().isThrownBy(() -> scene.generator.nextIds("a\nb", 2));
        assertThatIllegalArgumentException().isThrownBy(() -> scene.generator.sequence("x".repeat(129)));
        assertThat(scene.generator.nextId()).isEqualTo(first + 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 1_000_001})
    void countOutOfRangeIsRefused(int count) {
        assertThatIllegalArgumentException().isThrownBy(() -> scene.generator.nextIds("order", count));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4_095, 4_096, 4_097, 10_000, 1_000_000})
    void batchIsWholeAndIncreasingAndTakesNoLongerThanTheSequenceNeeds(int count) {
        long[] ids = scene.generator.nextIds("order", count);

        assertThat(ids).hasSize(count);
        assertThat(IntStream.range(1, count)).allMatch(i -> ids[i] > ids[i - 1]);
        assertThat(scene.elapsedMillis()).isLessThanOrEqualTo(count / 4_096 + 1);
        assertThat(scene.generator.nextId()).isGreaterThan(ids[count - 1]);
    }

    @Test
    void batchIsConsecutiveWithinAMillisecond() {
        long[] ids = scene.generator.nextIds("order", 1_000);

        assertThat(ids[999] - ids[0]).isEqualTo(999);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 8})
    void manyThreadsGetDistinctIdsEachInItsOwnOrder(int threads) throws Exception {
        for (SnowflakeLayout layout : List.of(SnowflakeLayout.DEFAULT, new SnowflakeLayout(0, 42, 1, 20))) {
            SnowflakeIdGenerator generator = new SnowflakeIdGenerator(
                    layout,
                    SnowflakeSettings.DEFAULT,
                    new ScriptedLeases(new LeaseWindow(1, 0, Long.MAX_VALUE)),
                    TimeSource.system(),
                    event -> {});
            long[] all = concurrently(threads, () -> {
                long[] ids = new long[200_000];
                for (int i = 0; i < ids.length; ) {
                    if (i % 1_000 == 0) {
                        long[] batch = generator.nextIds(500);
                        System.arraycopy(batch, 0, ids, i, batch.length);
                        i += batch.length;
                    } else {
                        ids[i++] = generator.nextId();
                    }
                }
                return ids;
            });
            Arrays.sort(all);
            assertThat(IntStream.range(1, all.length).filter(i -> all[i] == all[i - 1]))
                    .as("ids given twice")
                    .isEmpty();
            assertThat(all[0]).isPositive();
        }
    }

    private static long[] concurrently(int threads, Callable<long[]> task) throws Exception {
        CyclicBarrier together = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<long[]>> results = pool.invokeAll(IntStream.range(0, threads)
                    .<Callable<long[]>>mapToObj(i -> () -> {
                        together.await();
                        return task.call();
                    })
                    .toList());
            long[] all = new long[0];
            for (Future<long[]> result : results) {
                long[] ids = result.get();
                assertThat(IntStream.range(1, ids.length)).allMatch(i -> ids[i] > ids[i - 1]);
                int before = all.length;
                all = Arrays.copyOf(all, before + ids.length);
                System.arraycopy(ids, 0, all, before, ids.length);
            }
            return all;
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void noIdIsIssuedAfterTheTimestampThatWasReportedAtClose() throws Exception {
        for (int round = 0; round < 50; round++) {
            ScriptedLeases leases = new ScriptedLeases(ScriptedLeases.ENDLESS);
            SnowflakeIdGenerator generator = new SnowflakeIdGenerator(
                    SnowflakeLayout.DEFAULT, SnowflakeSettings.DEFAULT, leases, TimeSource.system(), event -> {});
            ExecutorService pool = Executors.newFixedThreadPool(2);
            Callable<Long> untilClosed = () -> {
                long last = 0;
                try {
                    while (!Thread.currentThread().isInterrupted()) {
                        last = generator.nextId();
                    }
                } catch (WorkerIdUnavailableException closed) {
                    assertThat(closed).hasMessageContaining("closed");
                }
                return last;
            };
            Future<Long> one = pool.submit(untilClosed);
            Future<Long> two = pool.submit(untilClosed);
            while (generator.status().lastTimestamp() == null) {
                Thread.onSpinWait();
            }
            generator.close();
            long last = Math.max(one.get(), two.get());
            pool.shutdownNow();

            assertThat(SnowflakeLayout.DEFAULT.unpack(last).timestamp().toEpochMilli() + 1)
                    .isLessThanOrEqualTo(leases.closedWith().get(0));
        }
    }

    @Test
    void settingsOutOfRangeAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SnowflakeSettings(
                        SnowflakeSettings.SequenceMode.ROLLING,
                        Duration.ofMillis(-1),
                        SnowflakeSettings.OnBackwards.FAIL,
                        Duration.ZERO))
                .withMessageContaining("PT-0.001S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SnowflakeSettings(
                        SnowflakeSettings.SequenceMode.ROLLING,
                        Duration.ZERO,
                        SnowflakeSettings.OnBackwards.BORROW,
                        Duration.ofMillis(-2)))
                .withMessageContaining("PT-0.002S");
    }
}
