package io.leafid.workerid;

import io.leafid.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A task for one thread that is asked for again and again, of which at most one waits: a call that hangs must not leave
 * a queue behind it. Thread-safe.
 */
final class Errand {

    private static final Logger logger = LoggerFactory.getLogger(Errand.class);

    private final ExecutorService thread;
    private final TimeSource time;
    private final Runnable action;
    private final AtomicBoolean waiting = new AtomicBoolean();
    private volatile boolean underWay;
    private volatile long sinceNanos;

    Errand(ExecutorService thread, TimeSource time, Runnable action) {
        this.thread = thread;
        this.time = time;
        this.action = action;
    }

    /** Has the task run once more, unless it waits to be run anyway. */
    void ask() {
        if (!waiting.compareAndSet(false, true)) {
            return;
        }
        begun();
        try {
            thread.execute(this::run);
        } catch (RejectedExecutionException ex) {
            logger.debug("the thread has ended, task dropped", ex);
        }
    }

    private void run() {
        waiting.set(false);
        begun();
        try {
            action.run();
        } finally {
            underWay = false;
        }
    }

    private void begun() {
        if (!underWay) {
            sinceNanos = time.nanoTime();
            underWay = true;
        }
    }

    /** Whether the task was asked for longer ago than this and has not ended since. */
    boolean isLate(Duration patience) {
        return underWay && time.nanoTime() - sinceNanos > patience.toNanos();
    }
}
