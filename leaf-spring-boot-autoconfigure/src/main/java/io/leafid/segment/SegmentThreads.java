package io.leafid.segment;

import io.leafid.time.LeafThreads;
import io.leafid.time.Scheduler;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The threads of one generator, apart by what they may be held up by.
 *
 * @param scheduler for time-outs and delayed attempts; never blocked
 * @param loader runs purchases and refreshes, which the store may hold up; callers for ids start them
 * @param lookups runs the lookups of unknown tags, so that a flood of them cannot hold up purchases
 */
record SegmentThreads(Scheduler scheduler, ExecutorService loader, ExecutorService lookups) {

    /** Purchases that can run at the same time; one tag uses one of them, or two if the store hangs. */
    private static final int LOADERS = 8;

    /** Lookups of unknown tags that can run at the same time. */
    private static final int LOOKUPS = 4;

    static SegmentThreads create() {
        return new SegmentThreads(
                LeafThreads.scheduler("leaf-segment-timer"),
                LeafThreads.readyPool("leaf-segment-loader", LOADERS),
                LeafThreads.pool("leaf-segment-lookup", LOOKUPS));
    }

    /** Takes no more tasks; what was taken already is done. */
    void shutDown() {
        scheduler.close();
        pools().forEach(ExecutorService::shutdown);
    }

    /** Waits until all is done; returns whether that was before the deadline. */
    boolean awaitEnd(Deadline deadline) throws InterruptedException {
        for (ExecutorService pool : pools()) {
            if (!pool.awaitTermination(deadline.nanosLeft(), TimeUnit.NANOSECONDS)) {
                return false;
            }
        }
        return true;
    }

    private List<ExecutorService> pools() {
        return List.of(loader, lookups);
    }
}
