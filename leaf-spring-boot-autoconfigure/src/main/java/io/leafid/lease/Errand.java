package io.leafid.lease;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A task for one thread that is asked for again and again, of which at most one waits: a call that hangs must not leave
 * a queue behind it. Whatever is thrown once, for want of a thread or by the task itself, the next request tries again.
 * Thread-safe.
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

    /** Has the task run once more, unless it waits to be run anyway. Never throws. */
    void ask() {
        if (!waiting.compareAndSet(false, true)) {
            return;
        }
        try {
            thread.execute(this::run);
        } catch (RejectedExecutionException ex) {
            logger.debug("the thread has ended, task dropped", ex);
        } catch (RuntimeException | Error ex) { // no thread to be had, which may be over at the next request
            waiting.set(false);
            log("a task could not be handed over and is tried again", ex);
        }
    }

    /** Lets nothing out: a thread that ends of it may not be replaced, with a task that waits behind. */
    private void run() {
        running = true;
        waiting.set(false);
        try {
            action.run();
        } catch (RuntimeException | Error ex) {
            log("a task failed and is tried again", ex);
        } finally {
            running = false;
        }
    }

    private static void log(String what, Throwable failure) {
        try {
            logger.error(what, failure);
        } catch (OutOfMemoryError ex) {
            // there is no memory to say so
        }
    }

    /** Whether the task has been asked for and has not ended. */
    boolean isUnderWay() {
        return running || waiting.get();
    }
}
