package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.ForwardingSegmentStore;
import io.leafid.segment.store.SegmentStore;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Notes what one generator was granted, so that the ids it hands out can be compared with that. Thread-safe. */
public final class RecordingSegmentStore extends ForwardingSegmentStore {

    private final Queue<AllocatedSegment> grants = new ConcurrentLinkedQueue<>();
    private final AtomicInteger attempts = new AtomicInteger();

    /** Puts itself between a generator and its store. */
    public RecordingSegmentStore(SegmentStore delegate) {
        super(delegate);
    }

    /** Allocations that were tried, whatever became of them. */
    public int attempts() {
        return attempts.get();
    }

    /** Allocations that succeeded. */
    public int successes() {
        return grants.size();
    }

    /** How many ids were granted. */
    public long granted() {
        return grants.stream().mapToLong(AllocatedSegment::size).sum();
    }

    /** The end, exclusive, of the highest range that was granted. */
    public long highestEnd() {
        return grants.stream().mapToLong(AllocatedSegment::end).max().orElse(0);
    }

    /** Fails unless each of the ids, in any order, lies in a range that was granted to this generator. */
    public void assertGranted(long[] ids) {
        long[] sorted = ids.clone();
        Arrays.sort(sorted);
        List<AllocatedSegment> ranges = grants.stream()
                .sorted(Comparator.comparingLong(AllocatedSegment::first))
                .toList();
        int checked = 0;
        for (AllocatedSegment range : ranges) {
            while (checked < sorted.length && sorted[checked] < range.end()) {
                assertThat(sorted[checked]).as("id below %s", range).isGreaterThanOrEqualTo(range.first());
                checked++;
            }
        }
        assertThat(checked).as("ids below the end of the last range").isEqualTo(sorted.length);
    }

    /** Fails if an id is there twice. */
    public static void assertDistinct(long[] ids) {
        long[] sorted = ids.clone();
        Arrays.sort(sorted);
        for (int i = 1; i < sorted.length; i++) {
            if (sorted[i] == sorted[i - 1]) {
                throw new AssertionError("id " + sorted[i] + " was handed out twice");
            }
        }
    }

    @Override
    public AllocatedSegment allocate(String tag, long amount, long floor) {
        attempts.incrementAndGet();
        AllocatedSegment grant = super.allocate(tag, amount, floor);
        grants.add(grant);
        return grant;
    }
}
