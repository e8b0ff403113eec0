package io.leafid.segment;

import io.leafid.time.Scheduler;
import io.leafid.time.TimeSource;
import java.util.concurrent.Executor;

/**
 * What the buffers of all tags share.
 *
 * @param store where ranges are bought
 * @param settings what can be set
 * @param backOff how long a failing store is left alone
 * @param time the clocks
 * @param scheduler for time-outs and delayed attempts; never blocked
 * @param loader runs purchases and refreshes
 * @param lookups runs the lookups of unknown tags, so that a flood of them cannot hold up purchases
 * @param health what the calls tell about the store
 */
record SegmentEngine(
        SegmentStore store,
        SegmentSettings settings,
        BackOff backOff,
        TimeSource time,
        Scheduler scheduler,
        Executor loader,
        Executor lookups,
        StoreHealth health) {

    StepPolicy stepPolicy() {
        return new StepPolicy(settings.targetDuration().toNanos());
    }

    /** The deadline of a call that begins to wait now. */
    Deadline deadline() {
        return Deadline.in(settings.waitTimeout(), time);
    }
}
