package io.leafid.segment;

import io.leafid.segment.buffer.SegmentContext;
import io.leafid.segment.buffer.SegmentThreads.Pools;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;

/** Reads the tags again and again in one run, on its threads; each time plans the next one when it ends. Thread-safe. */
final class Refreshes {

    private final SegmentContext context;
    private final Pools threads;
    private final Duration interval;
    private final Runnable reading;
    private volatile int failuresInARow; // written by the one refresh that is planned or runs
    private volatile boolean ended;

    Refreshes(SegmentContext context, Pools threads, Duration interval, Runnable reading) {
        this.context = context;
        this.threads = threads;
        this.interval = interval;
        this.reading = reading;
    }

    /** Plans the first one; the tags were read just now, or could not be. */
    void begin(boolean wasRead) {
        failuresInARow = wasRead ? 0 : 1;
        plan();
    }

    /** Plans no more; a refresh under way changes nothing any more. */
    void end() {
        ended = true;
    }

    private void plan() {
        if (!ended) {
            threads.scheduler().after(pause(), this::submit);
        }
    }

    private void submit() {
        try {
            threads.storeCalls().execute(this::refresh);
        } catch (RejectedExecutionException ex) { // the run has ended, or the next one may succeed
            failed();
            plan();
        }
    }

    private Duration pause() {
        Duration usual = context.spread().pause(interval);
        int failures = failuresInARow;
        if (failures == 0) {
            return usual;
        }
        Duration backOff = Duration.ofNanos(context.backOff().nanosAfter(failures));
        return (backOff.compareTo(usual) < 0) ? backOff : usual;
    }

    private void failed() {
        int before = failuresInARow;
        failuresInARow = before + 1;
    }

    private void refresh() {
        if (ended) {
            return;
        }
        long begun = context.time().nanoTime();
        try {
            reading.run();
            failuresInARow = 0;
        } catch (RuntimeException | Error ex) { // a driver may lack a class
            failed();
            context.health().failed(ex, begun);
        } finally {
            plan();
        }
    }
}
