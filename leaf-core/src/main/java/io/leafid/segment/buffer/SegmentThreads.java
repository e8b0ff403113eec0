package io.leafid.segment.buffer;

import io.leafid.time.Deadline;
import io.leafid.time.LeafThreads;
import io.leafid.time.Scheduler;
import io.leafid.time.SharedThreads;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The threads of one generator, from one start to the next stop; a new start makes new ones. Thread-safe. */
public final class SegmentThreads {

    /** Allocations that can run at the same time; one tag uses one of them, or two if the store hangs. */
    public static final int LOADERS = 8;

    /** Lookups of unknown tags that can run at the same time. */
    private static final int LOOKUPS = 4;

    private final Supplier<Pools> factory;
    private volatile Pools pools;

    /** Threads that the factory makes anew for each run. */
    public SegmentThreads(Supplier<Pools> factory) {
        this.factory = factory;
        this.pools = factory.get();
    }

    /** Threads of its own. */
    public static SegmentThreads create() {
        return new SegmentThreads(() -> new Pools(
                LeafThreads.scheduler("leaf-segment-timer"),
                LeafThreads.pool("leaf-segment-loader", LOADERS),
                LeafThreads.pool("leaf-segment-lookup", LOOKUPS)));
    }

    /** Makes the threads of the next run. */
    public Pools renew() {
        Pools fresh = factory.get();
        pools = fresh;
        return fresh;
    }

    /** Threads that others use too. */
    public static SegmentThreads of(SharedThreads shared) {
        return new SegmentThreads(() -> new Pools(
                shared.scheduler(), shared.pool("segment-loader", LOADERS), shared.pool("segment-lookup", LOOKUPS)));
    }

    /** The threads of the run that is under way; a start that comes later makes others. */
    public Pools current() {
        return pools;
    }

    /**
     * The threads of one run, apart by what they may be held up by.
     *
     * @param scheduler for time-outs and delayed attempts; never blocked
     * @param storeCalls runs allocations and refreshes, which the store may hold up; callers for ids start them
     * @param lookups runs the lookups of unknown tags, so that a flood of them cannot hold up allocations
     */
    public record Pools(Scheduler scheduler, ExecutorService storeCalls, ExecutorService lookups) {

        /** Takes no more tasks; what was taken already is done. */
        public void shutDown() {
            scheduler.close();
            storeCalls.shutdown();
            lookups.shutdown();
        }

        /** Waits until all is done; returns whether that was before the deadline. */
        public boolean awaitEnd(Deadline deadline) throws InterruptedException {
            return storeCalls.awaitTermination(deadline.nanosLeft(), TimeUnit.NANOSECONDS)
                    && lookups.awaitTermination(deadline.nanosLeft(), TimeUnit.NANOSECONDS);
        }
    }
}
