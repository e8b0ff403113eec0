package io.leafid.cluster;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A lane of a process: some tasks at a time, each an event of the timeline; a hand-over may fail. For one thread. */
final class Lane extends AbstractExecutorService {

    private final Timeline timeline;
    private final Run run;
    private final Queue<Runnable> queue = new ArrayDeque<>();
    private final int limit;
    private int busy;
    private int planned;
    private boolean isShutdown;

    Lane(Timeline timeline, Run run, int limit) {
        this.timeline = timeline;
        this.run = run;
        this.limit = limit;
    }

    @Override
    public void execute(Runnable task) {
        run.requireAlive();
        run.requireThread();
        if (isShutdown) {
            throw new RejectedExecutionException("shut down");
        }
        queue.add(task);
        plan();
    }

    private void plan() {
        if (busy + planned < limit && planned < queue.size()) {
            planned++;
            timeline.at(timeline.now() + run.random().nextInt(100_000), run, this::runNext);
        }
    }

    private void runNext() {
        planned--;
        Runnable task = queue.poll();
        if (task == null) {
            return;
        }
        busy++;
        try {
            task.run();
        } finally {
            busy--;
            plan();
        }
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Runnable action, T value) {
        return new Awaited<>(() -> {
            action.run();
            return value;
        });
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Callable<T> action) {
        return new Awaited<>(action);
    }

    @Override
    public void shutdown() {
        isShutdown = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
        isShutdown = true;
        List<Runnable> left = new ArrayList<>(queue);
        queue.clear();
        return left;
    }

    @Override
    public boolean isShutdown() {
        return isShutdown;
    }

    @Override
    public boolean isTerminated() {
        return isShutdown && queue.isEmpty() && busy == 0;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return timeline.await(run, unit.toNanos(timeout), this::isTerminated);
    }

    /** A task that can be waited for while the cluster goes on. */
    private final class Awaited<T> extends FutureTask<T> {

        Awaited(Callable<T> action) {
            super(action);
        }

        @Override
        public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
            if (!timeline.await(run, unit.toNanos(timeout), this::isDone)) {
                throw new TimeoutException();
            }
            return get();
        }
    }
}
