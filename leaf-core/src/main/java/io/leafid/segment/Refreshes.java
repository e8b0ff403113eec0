package io.leafid.segment;

import io.leafid.segment.buffer.SegmentContext;
import io.leafid.segment.buffer.SegmentThreads.Pools;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the tags again and again in one run, on its threads. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - At most one refresh is planned or runs; `pending` is set by compare-and-set and cleared when it has ended, or when it
 *     could not be handed over.
 *   - Whatever is thrown where a refresh is handed over, the watch plans it again within an interval.
 * </pre>
 */
final class Refreshes {

    private static final Logger logger = LoggerFactory.getLogger(Refreshes.class);

    private final SegmentContext context;
    private final Pools threads;
    private final Duration interval;
    private final Runnable reading;
    private final AtomicBoolean pending = new AtomicBoolean();
    private final AtomicInteger failuresInARow = new AtomicInteger();
    private volatile boolean ended;

    Refreshes(SegmentContext context, Pools threads, Duration interval, Runnable reading) {
        this.context = context;
        this.threads = threads;
        this.interval = interval;
        this.reading = reading;
    }

    /** Plans the first one; the tags were read just now, or could not be. */
    void begin(boolean wasRead) {
        failuresInARow.set(wasRead ? 0 : 1);
        threads.scheduler().every(interval, this::plan);
        plan();
    }

    /** Plans no more; a refresh under way changes nothing any more. */
    void end() {
        ended = true;
    }

    private void plan() {
        if (ended || !pending.compareAndSet(false, true)) {
            return;
        }
        try {
            threads.scheduler().after(pause(), this::submit);
        } catch (RuntimeException | Error ex) { // no memory or no thread to be had: the watch comes again
            notHandedOver(ex);
        }
    }

    private Duration pause() {
        Duration usual = context.spread().pause(interval);
        int failures = failuresInARow.get();
        if (failures == 0) {
            return usual;
        }
        Duration backOff = Duration.ofNanos(context.backOff().nanosAfter(failures));
        return (backOff.compareTo(usual) < 0) ? backOff : usual;
    }

    private void submit() {
        try {
            threads.storeCalls().execute(this::refresh);
        } catch (RuntimeException | Error ex) { // rejected, or no thread to be had: the next one may succeed
            notHandedOver(ex);
            plan();
        }
    }

    private void notHandedOver(Throwable ex) {
        failuresInARow.incrementAndGet();
        pending.set(false);
        logger.debug("a refresh of the tags could not be started", ex);
    }

    private void refresh() {
        long begun = context.time().nanoTime();
        try {
            if (!ended) {
                reading.run();
                failuresInARow.set(0);
            }
        } catch (RuntimeException | Error ex) {
            failuresInARow.incrementAndGet();
            context.health().failed(ex, begun);
        } finally {
            pending.set(false);
            plan();
        }
    }
}
