package io.leafid.concurrent;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A task of one thread that is requested often and of which at most one run waits: a run that hangs must not leave a queue
 * behind it. After a failure the next request tries again. Thread-safe.
 */
public final class CoalescingTask {

    private static final Logger logger = LoggerFactory.getLogger(CoalescingTask.class);

    private final Executor thread;
    private final Runnable action;
    private final AtomicBoolean waiting = new AtomicBoolean();
    private volatile boolean running;

    /** Makes a task for a thread; it does not run before it is requested. */
    public CoalescingTask(Executor thread, Runnable action) {
        this.thread = thread;
        this.action = action;
    }

    /** Has the task run once more unless a run waits already. Never throws. */
    public void request() {
        if (!waiting.compareAndSet(false, true)) {
            return;
        }
        try {
            thread.execute(this::run);
        } catch (RejectedExecutionException ex) {
            waiting.set(false);
            logger.debug("the thread has ended, task dropped", ex);
        }
    }

    private void run() {
        running = true;
        waiting.set(false);
        try {
            action.run();
        } catch (RuntimeException ex) {
            logger.error("a task failed and is tried again", ex);
        } finally {
            running = false;
        }
    }

    /** Returns whether a requested run has not ended. */
    public boolean isUnderWay() {
        return running || waiting.get();
    }
}
