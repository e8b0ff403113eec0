package io.leafid.workerid;

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
    private final Runnable action;
    private final AtomicBoolean waiting = new AtomicBoolean();
    private volatile boolean running;

    Errand(ExecutorService thread, Runnable action) {
        this.thread = thread;
        this.action = action;
    }

    /** Has the task run once more, unless it waits to be run anyway. */
    void ask() {
        if (!waiting.compareAndSet(false, true)) {
            return;
        }
        try {
            thread.execute(this::run);
        } catch (RejectedExecutionException ex) {
            logger.debug("the thread has ended, task dropped", ex);
        }
    }

    private void run() {
        running = true;
        waiting.set(false);
        try {
            action.run();
        } finally {
            running = false;
        }
    }

    /** Whether the task has been asked for and has not ended. */
    boolean isUnderWay() {
        return running || waiting.get();
    }
}
