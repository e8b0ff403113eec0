package io.leafid.segment;

import io.leafid.time.Scheduler;
import io.leafid.time.TimeSource;

/**
 * What the buffers of all tags share.
 *
 * @param store where ranges are allocated
 * @param settings what can be set
 * @param backOff how long a failing store is left alone
 * @param spread what keeps nodes from allocating together
 * @param time the clocks
 * @param threads where everything runs
 * @param health what the calls tell about the store
 */
record SegmentContext(
        SegmentStore store,
        SegmentSettings settings,
        BackOff backOff,
        Spread spread,
        TimeSource time,
        SegmentThreads threads,
        StoreHealth health) {

    Scheduler scheduler() {
        return threads.scheduler();
    }

    StepPolicy stepPolicy() {
        return new StepPolicy(settings.targetDuration().toNanos());
    }

    /** The deadline of a call that begins to wait now. */
    Deadline deadline() {
        return Deadline.in(settings.waitTimeout(), time);
    }
}
