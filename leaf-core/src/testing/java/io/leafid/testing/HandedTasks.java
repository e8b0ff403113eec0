package io.leafid.testing;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** An executor without threads. It hands each task to a receiver. */
public final class HandedTasks extends AbstractExecutorService {

    private final Executor receiver;

    /** Hands tasks to this receiver. */
    public HandedTasks(Executor receiver) {
        this.receiver = receiver;
    }

    @Override
    public void execute(Runnable task) {
        receiver.execute(task);
    }

    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return false;
    }

    @Override
    public boolean isTerminated() {
        return true;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return true;
    }
}
