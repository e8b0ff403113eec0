package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.SegmentUnavailableException;
import io.leafid.segment.store.AllocatedSegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A tag whose rate jumps, in virtual time: one id is asked for at each beat, and a caller that finds nothing asks again
 * after 100 µs.
 */
@Timeout(300)
class SegmentSurgeTest {

    private static final Duration LATENCY = Duration.ofMillis(5);
    private static final Duration RETRY = Duration.ofNanos(100_000);

    private final ManualGenerator leaf = new ManualGenerator();
    private final List<Long> waits = new ArrayList<>();

    @Test
    void stepFollowsASurgeFromTenToAHundredThousandASecondWithinTwoAllocations() {
        leaf.row("order", 1, 10).start();
        leaf.nextId("order");
        leaf.loader.delayBy(leaf.time, LATENCY);
        drive(10, 20);
        int calm = leaf.store.committed().size();
        waits.clear();

        drive(100_000, 500_000);

        List<Long> steps = leaf.store.committed().stream()
                .skip(calm)
                .map(AllocatedSegment::size)
                .toList();
        long longest = waits.stream().mapToLong(Long::longValue).max().orElse(0);
        System.out.printf(
                "surge from 10 to 100 000 ids/s: %d allocations %s, %d calls waited, the longest %s%n",
                steps.size(), steps, waits.size(), Duration.ofNanos(longest));

        // 100 000 a second use up 500 ids during one allocation
        assertThat(steps.get(2)).as("step of the third allocation").isGreaterThanOrEqualTo(1_000);
        assertThat(waits).as("calls that waited").hasSizeLessThanOrEqualTo(3);
        assertThat(longest).isLessThanOrEqualTo(LATENCY.plus(RETRY).toNanos());
        assertThat(steps.size()).as("allocations for 500 000 ids").isLessThan(30);
    }

    @Test
    void aSteadyRateThatTheStepCanCarryNeverWaits() {
        leaf.row("order", 1, 1_000).start();
        leaf.nextId("order");
        leaf.loader.delayBy(leaf.time, LATENCY);

        drive(100_000, 500_000);

        assertThat(waits).isEmpty();
    }

    private void drive(int idsPerSecond, int ids) {
        Duration beat = Duration.ofSeconds(1).dividedBy(idsPerSecond);
        for (int i = 0; i < ids; i++) {
            leaf.time.advance(beat);
            long began = leaf.time.elapsedNanos();
            while (!issues()) {
                leaf.time.advance(RETRY);
            }
            if (leaf.time.elapsedNanos() > began) {
                waits.add(leaf.time.elapsedNanos() - began);
            }
        }
    }

    private boolean issues() {
        try {
            leaf.nextId("order");
            return true;
        } catch (SegmentUnavailableException ex) {
            return false;
        }
    }
}
