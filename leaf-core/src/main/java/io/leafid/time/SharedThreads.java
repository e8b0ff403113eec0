package io.leafid.time;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;

/**
 * The threads of a context: one that keeps the time for all engines, and a pool for each user, which no other user can fill. Threads are
 * made when they are needed and end when they are idle. Thread-safe.
 */
public final class SharedThreads implements AutoCloseable {

    private final Scheduler timer = LeafThreads.scheduler("leaf-timer");
    private final Queue<ExecutorService> pools = new ConcurrentLinkedQueue<>();

    /** A scheduler whose closing drops its own tasks and no others. */
    public Scheduler scheduler() {
        return new SchedulerView(timer);
    }

    /**
     * A pool for one user.
     *
     * @param name what it does, as a part of the names of its threads
     * @param size tasks that it has at work at most; others queue in their order
     */
    public ExecutorService pool(String name, int size) {
        ExecutorService pool = LeafThreads.pool("leaf-" + name, size);
        pools.add(pool);
        return pool;
    }

    /** Ends the threads when they have done what they were given. */
    @Override
    public void close() {
        timer.close();
        pools.forEach(ExecutorService::shutdown);
    }
}
