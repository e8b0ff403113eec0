package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.SegmentStore;
import io.leafid.segment.store.TagRow;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Notes what one generator was granted, so that the ids it hands out can be compared with that. Thread-safe. */
public final class RecordingSegmentStore implements SegmentStore {

    private final SegmentStore delegate;
    private final Queue<AllocatedSegment> grants = new ConcurrentLinkedQueue<>();
    private final AtomicInteger attempts = new AtomicInteger();

    /** Puts itself between a generator and its store. */
    public RecordingSegmentStore(SegmentStore delegate) {
        this.delegate = delegate;
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
    public AllocatedSegment allocate(String tag, long amount) {
        attempts.incrementAndGet();
        AllocatedSegment grant = delegate.allocate(tag, amount);
        grants.add(grant);
        return grant;
    }

    @Override
    public Optional<TagRow> find(String tag) {
        return delegate.find(tag);
    }

    @Override
    public List<TagRow> findAll() {
        return delegate.findAll();
    }

    @Override
    public boolean create(String tag, int step, long initialId) {
        return delegate.create(tag, step, initialId);
    }

    @Override
    public boolean giveBack(String tag, long first, long end) {
        return delegate.giveBack(tag, first, end);
    }
}
