package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.IdGenerationException;
import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.segment.buffer.SegmentThreads;
import io.leafid.segment.store.SegmentStore;
import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.test.time.ManualExecutor;
import io.leafid.test.time.ManualTime;
import io.leafid.testing.HandedTasks;
import io.leafid.testing.SilentLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A thousand nodes that are started at the same moment on one row and hand out a hundred ids a second each. The row takes
 * one allocation after the other, each 0.7 ms, as a MariaDB does; everything in virtual time.
 */
@Timeout(300)
@ExtendWith(SilentLog.class)
class SegmentWavesTest {

    private static final int SEEDS = Integer.getInteger("leaf.waves.seeds", 1);
    private static final int NODES = Integer.getInteger("leaf.waves.nodes", 1_000);
    private static final long STEP = Long.getLong("leaf.waves.step", 1_000);
    private static final int IDS_PER_TICK = 10;
    private static final Duration TICK = Duration.ofMillis(100);
    private static final long SERVICE_NANOS = 700_000;

    /** When all first allocations, which nothing can spread, are made. */
    private static final Duration START = Duration.ofSeconds(3);

    private static final Duration LONGEST_ALLOCATION = Duration.ofMillis(100);
    private static final long WAIT_NANOS =
            AllocationSettings.DEFAULT.waitTimeout().toNanos();

    /** Three segments of 1000, 1000 and at least 1000 ids. */
    private static final int THREE_SEGMENTS_SECONDS = 30;

    private final ManualTime time = new ManualTime();
    private final HandedTasks row = new HandedTasks(this::serve);
    private final List<Long> ends = new ArrayList<>();
    private long freeAtNanos;
    private long longestNanos;
    private long longestAfterStartNanos;
    private int failedCalls;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, SEEDS);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void thousandNodesWithTheDefaultsBuyEvenlyAfterThreeSegments(long seed) {
        run(seed, 60, settings -> {});

        int[] perSecond = allocationsPerSecond(60);
        report("growing step", perSecond);
        assertNoWaves(perSecond);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void thousandNodesWhoseStepCannotGrowBuyEvenlyAfterThreeSegments(long seed) {
        run(seed, 120, settings -> settings.maxStep(1_000));

        int[] perSecond = allocationsPerSecond(120);
        report("fixed step", perSecond);
        assertNoWaves(perSecond);
    }

    private void assertNoWaves(int[] perSecond) {
        assertThat(failedCalls).isZero();
        assertThat((double) peak(perSecond, THREE_SEGMENTS_SECONDS))
                .isLessThanOrEqualTo(2 * mean(perSecond, THREE_SEGMENTS_SECONDS));
        assertThat(Duration.ofNanos(longestAfterStartNanos)).isLessThan(LONGEST_ALLOCATION);
    }

    private void run(long seed, int seconds, Consumer<SettingsBuilder> settings) {
        SettingsBuilder builder = new SettingsBuilder().waitTimeout(Duration.ZERO);
        settings.accept(builder);
        InMemorySegmentStore store = new InMemorySegmentStore().put("order", 1, STEP);
        Random random = new Random(seed);
        for (int i = 0; i < NODES; i++) {
            Random own = new Random(random.nextLong());
            new Node(store, builder.build(), own).callAfter(Duration.ofMillis(1 + own.nextInt(100)));
        }
        time.advance(Duration.ofSeconds(seconds));
    }

    private int[] allocationsPerSecond(int seconds) {
        int[] counts = new int[seconds];
        ends.stream()
                .map(TimeUnit.NANOSECONDS::toSeconds)
                .filter(second -> second < seconds)
                .forEach(second -> counts[Math.toIntExact(second)]++);
        return counts;
    }

    private static int peak(int[] perSecond, int from) {
        return Arrays.stream(perSecond).skip(from).max().orElseThrow();
    }

    private static double mean(int[] perSecond, int from) {
        return Arrays.stream(perSecond).skip(from).average().orElseThrow();
    }

    private void report(String what, int[] perSecond) {
        System.out.printf(
                "%s: peak second %d, mean %.0f; after three segments %d and %.0f; longest allocation %d ms, later %d ms; failed calls %d%n",
                what,
                peak(perSecond, 0),
                mean(perSecond, 0),
                peak(perSecond, THREE_SEGMENTS_SECONDS),
                mean(perSecond, THREE_SEGMENTS_SECONDS),
                TimeUnit.NANOSECONDS.toMillis(longestNanos),
                TimeUnit.NANOSECONDS.toMillis(longestAfterStartNanos),
                failedCalls);
    }

    /** An engine and the caller that takes its ids; a call that finds nothing is made again until its time is over. */
    private final class Node {

        private final SegmentIdGenerator generator;
        private long waitingSince = -1;

        Node(SegmentStore store, SegmentSettings settings, Random random) {
            ManualExecutor atOnce = new ManualExecutor();
            generator = new SegmentIdGenerator(
                    SegmentStores.of(store),
                    settings,
                    List.of(),
                    null,
                    event -> {},
                    time,
                    () -> new SegmentThreads(() -> new SegmentThreads.Pools(time, row, atOnce)),
                    random::nextDouble);
            generator.sequence("order");
        }

        void callAfter(Duration delay) {
            time.after(delay, this::call);
        }

        private void call() {
            try {
                generator.nextIds("order", IDS_PER_TICK);
                waitingSince = -1;
                callAfter(TICK);
            } catch (IdGenerationException ex) {
                noteWait();
                callAfter(Duration.ofMillis(5));
            }
        }

        private void noteWait() {
            long now = time.elapsedNanos();
            waitingSince = (waitingSince < 0) ? now : waitingSince;
            if (now - waitingSince > WAIT_NANOS) {
                failedCalls++;
                waitingSince = -1;
            }
        }
    }

    /** The database: every loader's tasks, one after the other. */
    private void serve(Runnable task) {
        long now = time.elapsedNanos();
        freeAtNanos = Math.max(now, freeAtNanos) + SERVICE_NANOS;
        time.after(Duration.ofNanos(freeAtNanos - now), () -> {
            long took = time.elapsedNanos() - now;
            longestNanos = Math.max(longestNanos, took);
            if (now > START.toNanos()) {
                longestAfterStartNanos = Math.max(longestAfterStartNanos, took);
            }
            ends.add(time.elapsedNanos());
            task.run();
        });
    }
}
