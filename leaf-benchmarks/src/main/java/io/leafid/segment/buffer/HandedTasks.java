package io.leafid.segment.buffer;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** A pool without threads: hands every task to whatever a stress test wants to do with it. */
final class HandedTasks extends AbstractExecutorService {

    private final Executor receiver;

    HandedTasks(Executor receiver) {
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
