package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.SegmentUnavailableException;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When an allocation that failed is tried again: soon if callers need it, later the more is left. */
@Timeout(300)
class SegmentRetryTest {

    private final ManualGenerator leaf = new ManualGenerator().row("order", 1, 1_000);

    @Test
    void prefetchThatFailsIsTriedLessOftenTheLongerTheReserveLasts() {
        int scarce = attemptsInAMinuteOfOutage(1_000, 0.1);
        int plenty = attemptsInAMinuteOfOutage(100_000, 0.001);

        assertThat(scarce).as("90 s are left, then 30").isBetween(6, 14);
        assertThat(plenty).as("almost three hours are left").isBetween(0, 2);
    }

    @Test
    void burstThatUsesTheReserveUpDoesNotWaitForTheLongPause() {
        leaf.row("order", 1, 100_000)
                .with(settings -> settings.maxStep(100_000).prefetchAt(0))
                .start();
        leaf.nextId("order");
        leaf.store.goDown();
        use(60);
        leaf.store.comeUp();
        int before = leaf.store.allocations();
        use(20);
        assertThat(leaf.store.allocations()).as("the long pause has begun").isEqualTo(before);
        leaf.nextIds("order", Math.toIntExact(leaf.status("order").reserve().unused()));

        assertThat(leaf.nextId("order")).as("the usual pause is over").isPositive();
    }

    @Test
    void nodesThatFailTogetherDoNotComeBackTogether() {
        long[] retries = LongStream.range(0, 20)
                .map(seed -> firstRetryNanos(new SplittableRandom(seed)))
                .distinct()
                .toArray();

        assertThat(retries).hasSize(20);
    }

    @Test
    void tagsAreReadAgainAtTimesThatDifferFromNodeToNode() {
        long[] refreshes = LongStream.range(0, 20)
                .map(seed -> firstRefreshNanos(new SplittableRandom(seed)))
                .distinct()
                .toArray();

        assertThat(refreshes).hasSizeGreaterThan(15);
        assertThat(LongStream.of(refreshes).boxed())
                .allMatch(nanos -> nanos >= Duration.ofSeconds(45).toNanos()
                        && nanos <= Duration.ofSeconds(75).toNanos());
    }

    @Test
    void nextSegmentIsBoughtAtAPointThatDiffersFromNodeToNodeAndSegmentToSegment() {
        long[] points = LongStream.range(0, 20)
                .map(seed -> idsBeforeTheNextAllocation(new SplittableRandom(seed)))
                .distinct()
                .toArray();

        assertThat(points).hasSizeGreaterThan(12);
        assertThat(LongStream.of(points).boxed()).allMatch(ids -> ids >= 1 && ids <= 201);
    }

    /** At ten ids a second, from when the next segment is wanted for the first time. */
    private static int attemptsInAMinuteOfOutage(int step, double prefetchAt) {
        try (ManualGenerator node = new ManualGenerator().row("order", 1, step)) {
            node.with(settings -> settings.maxStep(step).prefetchAt(prefetchAt)).start();
            node.nextId("order");
            node.store.goDown();
            while (node.store.allocations() < 2) {
                node.time.advance(Duration.ofMillis(100));
                node.nextId("order");
            }
            for (int i = 0; i < 600; i++) {
                node.time.advance(Duration.ofMillis(100));
                node.nextId("order");
            }
            return node.store.allocations() - 2;
        }
    }

    private void use(int seconds) {
        for (int i = 0; i < seconds; i++) {
            leaf.time.advance(Duration.ofSeconds(1));
            leaf.nextId("order");
        }
    }

    private static long firstRetryNanos(SplittableRandom random) {
        try (ManualGenerator node = new ManualGenerator().row("order", 1, 1_000).random(random::nextDouble)) {
            node.start();
            node.store.goDown();
            int before = node.store.allocations();
            while (node.store.allocations() < before + 2) {
                node.time.advance(Duration.ofNanos(10_000));
                try {
                    node.nextId("order");
                } catch (SegmentUnavailableException ex) {
                    assertThat(ex).hasMessageContaining("scripted outage");
                }
            }
            return node.time.elapsedNanos();
        }
    }

    private static long firstRefreshNanos(SplittableRandom random) {
        try (ManualGenerator node = new ManualGenerator().row("order", 1, 1_000).random(random::nextDouble)) {
            node.start();
            int before = node.store.calls();
            while (node.store.calls() == before) {
                node.time.advance(Duration.ofMillis(100));
            }
            return node.time.elapsedNanos();
        }
    }

    private static long idsBeforeTheNextAllocation(SplittableRandom random) {
        try (ManualGenerator node = new ManualGenerator().row("order", 1, 1_000).random(random::nextDouble)) {
            node.start();
            long issued = 0;
            while (node.store.allocations() < 2) {
                node.nextId("order");
                issued++;
            }
            return issued;
        }
    }
}
