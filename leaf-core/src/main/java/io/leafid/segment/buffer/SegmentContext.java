package io.leafid.segment.buffer;

import io.leafid.segment.step.Spread;
import io.leafid.segment.store.SegmentStore;
import io.leafid.time.BackOff;
import io.leafid.time.Deadline;
import io.leafid.time.Scheduler;
import io.leafid.time.TimeSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The context that the buffers of all tags share.
 *
 * @param index the segments of this store and of others by their tags
 * @param store where ranges are allocated
 * @param settings how ids are allocated and waited for
 * @param random numbers from 0 (inclusive) to 1 (exclusive)
 * @param time the clocks
 * @param threads where everything runs
 * @param health what the calls tell about the store
 * @param notedIn the file in which earlier runs have noted what they handed out; {@code null} if there is none
 */
public record SegmentContext(
        TagIndex index,
        SegmentStore store,
        AllocationSettings settings,
        DoubleSupplier random,
        TimeSource time,
        SegmentThreads threads,
        StoreHealth health,
        @Nullable Path notedIn) {

    /** Keeps the time of this run. */
    public Scheduler scheduler() {
        return threads.current().scheduler();
    }

    /** The pauses of a failing store. */
    public BackOff backOff() {
        return new BackOff(random);
    }

    /** The spread that keeps nodes from allocating together. */
    public Spread spread() {
        return new Spread(random);
    }

    /** The deadline of a call that begins to wait now. */
    public Deadline deadline() {
        return Deadline.in(settings.waitTimeout(), time);
    }

    /** The same of a call for which something must be allocated; so it has time for that where callers must not wait for ids. */
    public Deadline allocationDeadline() {
        Duration wait = settings.waitTimeout().isZero() ? settings.loadTimeout() : settings.waitTimeout();
        return Deadline.in(wait, time);
    }
}
