package io.leafid.segment;

import io.leafid.segment.buffer.SegmentContext;
import io.leafid.segment.notes.TagNotes;
import org.jspecify.annotations.Nullable;

/**
 * Phases of the engine of one store, and its runs. Used under the lock of {@link StoreEngines}.
 *
 * <pre>
 * Invariants
 *   - `phase` moves from NEW to RUNNING, between RUNNING and STOPPED, and to CLOSED for good. A move to STOPPED or CLOSED and the end of
 *     issuing are one step: a second call that finds it made returns after it.
 *   - Each run is another object; `run` is the one that runs, or ran last.
 * </pre>
 */
final class SegmentLifecycle {

    private final SegmentContext context;
    private final SegmentSettings settings;
    private final TagRegistry registry;
    private final TagNotes notes;
    private SegmentRun run;
    private Phase phase = Phase.NEW;

    SegmentLifecycle(SegmentContext context, SegmentSettings settings, TagRegistry registry, TagNotes notes) {
        this.context = context;
        this.settings = settings;
        this.registry = registry;
        this.notes = notes;
        this.run = new SegmentRun(
                context, settings, registry, notes, context.threads().current());
    }

    /** Begins a run, which is then to be started; {@code null} if one has begun already. */
    @Nullable SegmentRun begin() {
        if (phase == Phase.CLOSED) {
            throw new IllegalStateException("the segment generator is closed and cannot be started again");
        }
        if (phase == Phase.RUNNING) {
            return null;
        }
        if (phase == Phase.STOPPED) {
            run = new SegmentRun(
                    context, settings, registry, notes, context.threads().renew());
            registry.open();
        }
        phase = Phase.RUNNING;
        return run;
    }

    /** Ends issuing until the next start; returns the run that is to be ended, if there is one. */
    @Nullable SegmentRun stop() {
        if (phase != Phase.RUNNING) {
            return null;
        }
        phase = Phase.STOPPED;
        run.endIssuing("the segment generator is stopped; it issues ids again once it is started");
        return run;
    }

    /** The same for good. */
    @Nullable SegmentRun close() {
        Phase before = phase;
        phase = Phase.CLOSED;
        if (before == Phase.STOPPED) {
            registry.close("the segment generator is closed"); // the stop does the rest
        }
        if (before == Phase.STOPPED || before == Phase.CLOSED) {
            return null;
        }
        run.endIssuing("the segment generator is closed");
        return run;
    }

    private enum Phase {
        NEW,
        RUNNING,
        STOPPED,
        CLOSED
    }
}
