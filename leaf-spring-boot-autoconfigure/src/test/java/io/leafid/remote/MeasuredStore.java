package io.leafid.remote;

import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.ForwardingSegmentStore;
import io.leafid.segment.store.SegmentStore;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** A store that many clients share, and that notes how long each allocation takes. Thread-safe. */
final class MeasuredStore extends ForwardingSegmentStore {

    private static final double NANOS_PER_MILLI = 1e6;

    private final Queue<Long> nanos = new ConcurrentLinkedQueue<>();
    private final AtomicLong failed = new AtomicLong();

    MeasuredStore(SegmentStore store) {
        super(store);
    }

    /** Forgets what was noted. */
    void reset() {
        nanos.clear();
        failed.set(0);
    }

    /** Allocations that succeeded. */
    long count() {
        return nanos.size();
    }

    /** Allocations that failed. */
    long failed() {
        return failed.get();
    }

    /** What so many percent of the allocations took at most. */
    double percentileMillis(int percent) {
        List<Long> sorted = nanos.stream().sorted().toList();
        return sorted.isEmpty() ? 0 : sorted.get((sorted.size() - 1) * percent / 100) / NANOS_PER_MILLI;
    }

    String summary() {
        return "%d allocations by the client, p99 %.1f ms, %d failed"
                .formatted(count(), percentileMillis(99), failed());
    }

    @Override
    public AllocatedSegment allocate(String tag, long amount, long floor) {
        long begin = System.nanoTime();
        try {
            AllocatedSegment range = super.allocate(tag, amount, floor);
            nanos.add(System.nanoTime() - begin);
            return range;
        } catch (RuntimeException ex) {
            failed.incrementAndGet();
            throw ex;
        }
    }

    @Override
    public boolean giveBack(String tag, long first, long end) {
        return false; // what matters is the run, not its end
    }
}
