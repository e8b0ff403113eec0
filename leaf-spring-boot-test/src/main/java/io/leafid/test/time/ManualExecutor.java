package io.leafid.test.time;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An executor without threads. It runs tasks at once until it is told to keep them until the test asks for them, to let a
 * virtual latency pass first, or to refuse them. Thread-safe.
 */
public final class ManualExecutor extends AbstractExecutorService {

    private final Queue<Runnable> queue = new ArrayDeque<>();
    private volatile Runnable onSubmit = this::runAll;
    private volatile Runnable refusal = () -> {};
    private volatile boolean shutdown;

    /** Runs each task on the thread that submits it. */
    public ManualExecutor runAtOnce() {
        onSubmit = this::runAll;
        return this;
    }

    /** Keeps each task until {@link #runNext} or {@link #runAll}. */
    public ManualExecutor defer() {
        onSubmit = () -> {};
        return this;
    }

    /** Runs each task when some time has passed, so that the store seems to have a latency. */
    public ManualExecutor delayBy(ManualTime time, Duration latency) {
        onSubmit = () -> time.after(latency, this::runNext);
        return this;
    }

    /** Makes each submission run something first, which throws what a pool throws that cannot take a task. */
    public void refuseWith(Runnable thrower) {
        refusal = thrower;
    }

    /** Takes tasks again. */
    public void refuseNothing() {
        refusal = () -> {};
    }

    @Override
    public void execute(Runnable task) {
        refusal.run();
        if (shutdown) {
            throw new RejectedExecutionException("shut down");
        }
        synchronized (this) {
            queue.add(task);
        }
        onSubmit.run();
    }

    /** Runs the task that has waited longest; returns whether there was one. */
    public boolean runNext() {
        @Nullable Runnable task;
        synchronized (this) {
            task = queue.poll();
        }
        if (task == null) {
            return false;
        }
        task.run();
        return true;
    }

    /** Runs all tasks, those included that they submit. */
    public void runAll() {
        boolean more = true;
        while (more) {
            more = runNext();
        }
    }

    /** The number of tasks that wait. */
    public synchronized int queued() {
        return queue.size();
    }

    /** Takes tasks again after it was shut down, as a new pool would. */
    public ManualExecutor reopen() {
        shutdown = false;
        return this;
    }

    @Override
    public void shutdown() {
        shutdown = true;
    }

    @Override
    public synchronized List<Runnable> shutdownNow() {
        shutdown = true;
        List<Runnable> rest = new ArrayList<>(queue);
        queue.clear();
        return rest;
    }

    @Override
    public boolean isShutdown() {
        return shutdown;
    }

    @Override
    public boolean isTerminated() {
        return shutdown && queued() == 0;
    }

    /** Runs what is left, as the threads of a real pool would do meanwhile. */
    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        runAll();
        return isTerminated();
    }
}
