package io.leafid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.SnowflakeLayout;
import io.leafid.snowflake.SnowflakeSettings.SequenceMode;
import io.leafid.time.TimeSource;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How many ids were handed out is known without counting each of them. */
class IssuedCounterTest {

    @ParameterizedTest
    @EnumSource
    void countsSingleIdsAndBatchesAtAnyRate(SequenceMode mode) {
        Scene scene = new Scene(Scene.with(mode));
        Random random = new Random(3);
        long issued = 0;
        for (int i = 0; i < 5_000; i++) {
            assertThat(scene.generator.status().issued()).isEqualTo(issued);
            int count = random.nextInt(10) == 0 ? 1 + random.nextInt(9_000) : 1;
            issued += (count == 1) ? single(scene) : scene.generator.nextIds(count).length;
            scene.millis(random.nextInt(4));
        }
        scene.generator.close();
        assertThat(scene.generator.status().issued()).isEqualTo(issued);
    }

    private static int single(Scene scene) {
        return scene.generator.nextId() > 0 ? 1 : 0;
    }

    /** The caller has lost against another thread: its run is no one's, and is not counted. */
    @ParameterizedTest
    @ValueSource(longs = {1, 5, 0})
    void moveOfAWordThatHasMovedMeanwhileIsRefusedAndNotCounted(long sequence) {
        SnowflakeWord word = new SnowflakeWord(SnowflakeLayout.DEFAULT, SequenceMode.ZERO, bound -> 0);
        IssuedCounter issued = new IssuedCounter();
        long first = SnowflakeLayout.DEFAULT.maxSequence() + 1;
        assertThat(issued.move(word, 0, first, first))
                .as("the first number of the second millisecond")
                .isTrue();
        long count = issued.get(word);

        long next = 2 * first + sequence;
        assertThat(issued.move(word, 0, next, next)).isFalse();

        assertThat(word.get()).isEqualTo(first);
        assertThat(issued.get(word)).isEqualTo(count);
        assertThat(issued.move(word, first, first + 1, first + 1)).isTrue();
        assertThat(issued.get(word)).isEqualTo(count + 1);
    }

    @Test
    void neverFallsWhileManyThreadsIssue() throws Exception {
        SnowflakeIdGenerator generator = new SnowflakeIdGenerator(
                SnowflakeLayout.DEFAULT,
                SnowflakeSettings.DEFAULT,
                new ScriptedLeases(ScriptedLeases.ENDLESS),
                TimeSource.system(),
                event -> {});
        ExecutorService threads = Executors.newFixedThreadPool(4);
        CountDownLatch running = new CountDownLatch(4);
        try {
            var tasks = IntStream.range(0, 4)
                    .<Future<?>>mapToObj(i -> threads.submit(() -> {
                        for (int n = 0; n < 500_000; n++) {
                            generator.nextId();
                        }
                        running.countDown();
                    }))
                    .toList();
            long before = 0;
            while (running.getCount() > 0) {
                long count = generator.status().issued();
                assertThat(count).isGreaterThanOrEqualTo(before);
                before = count;
            }
            for (Future<?> task : tasks) {
                task.get();
            }
            assertThat(generator.status().issued()).isEqualTo(2_000_000);
        } finally {
            threads.shutdownNow();
        }
    }
}
