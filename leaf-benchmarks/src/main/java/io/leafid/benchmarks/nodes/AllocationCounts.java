package io.leafid.benchmarks.nodes;

import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.ForwardingSegmentStore;
import io.leafid.segment.store.SegmentStore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * The allocations of many nodes, second by second, and how long they took. Thread-safe.
 *
 * <p>The first of each node are told from all others: they come at the same moment, so that each waits for those before it.
 */
final class AllocationCounts {

    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final NodeWaits clock;
    private final int seconds;
    private final int steadyFrom;
    private final AtomicIntegerArray perSecond;
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong longestNanos = new AtomicLong();
    private final AtomicLong slowAtFirst = new AtomicLong();
    private final AtomicLong slowLater = new AtomicLong();
    private final AtomicLong slowWhenSteady = new AtomicLong();

    /**
     * Counts none yet.
     *
     * @param clock tells the time since the begin
     * @param seconds of the run
     * @param steadyFrom the second in which the fourth segments begin
     */
    AllocationCounts(NodeWaits clock, int seconds, int steadyFrom) {
        this.clock = clock;
        this.seconds = seconds;
        this.steadyFrom = steadyFrom;
        this.perSecond = new AtomicIntegerArray(seconds);
    }

    /** The store of one node. */
    SegmentStore countedOf(SegmentStore store) {
        return new Counted(store);
    }

    private void ended(boolean isFirst, long nanos) {
        long second = TimeUnit.NANOSECONDS.toSeconds(clock.elapsedNanos());
        if (second < seconds) {
            perSecond.incrementAndGet((int) second);
        }
        longestNanos.accumulateAndGet(nanos, Math::max);
        if (nanos > SLOW_NANOS) {
            (isFirst ? slowAtFirst : slowLater).incrementAndGet();
            slowWhenSteady.addAndGet((second >= steadyFrom) ? 1 : 0);
        }
    }

    double peak() {
        return IntStream.range(0, seconds).map(perSecond::get).max().orElse(0);
    }

    double steadyPeak() {
        return IntStream.range(steadyFrom, seconds).map(perSecond::get).max().orElse(0);
    }

    double steadyMean() {
        return IntStream.range(steadyFrom, seconds)
                .map(perSecond::get)
                .average()
                .orElse(0);
    }

    double failed() {
        return (double) failed.get();
    }

    double longestMillis() {
        return longestNanos.get() / 1e6;
    }

    /** Longer than 100 ms, of each node's first. */
    double slowAtFirst() {
        return (double) slowAtFirst.get();
    }

    /** Longer than 100 ms, of all others. */
    double slowLater() {
        return (double) slowLater.get();
    }

    /** Longer than 100 ms, after three segments. */
    double slowWhenSteady() {
        return (double) slowWhenSteady.get();
    }

    /** One node's. */
    private final class Counted extends ForwardingSegmentStore {

        private volatile boolean isFirst = true;

        Counted(SegmentStore store) {
            super(store);
        }

        @Override
        public AllocatedSegment allocate(String tag, long amount, long floor) {
            long begun = System.nanoTime();
            boolean wasFirst = isFirst;
            isFirst = false;
            try {
                return super.allocate(tag, amount, floor);
            } catch (RuntimeException ex) {
                failed.incrementAndGet();
                throw ex;
            } finally {
                ended(wasFirst, System.nanoTime() - begun);
            }
        }

        @Override
        public boolean giveBack(String tag, long start, long end) {
            return false; // what matters is the run, not its end
        }
    }
}
