package io.leafid.time;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;

/**
 * The threads that all engines of a context share: one that keeps the time, and as many workers as are needed at a time.
 * Each user has lanes of its own, which no other user can fill. Thread-safe.
 *
 * <p>A worker that is idle is used before another is made. A task of a lane that spares threads also waits a moment for one that is at
 * work, and only then has another made: so tasks that are short, as a renewal and a mark in most cases are, share one worker,
 * and a task that hangs holds up the others for that moment and no longer. Idle workers end, but for one.
 */
public final class SharedThreads implements AutoCloseable {

    /** The time that a task of a lane that spares threads waits for a worker before another is made. */
    static final Duration SPARING = Duration.ofMillis(20);

    /** More than all lanes of both engines can use at a time, with one store. */
    private static final int MOST_WORKERS = 32;

    /** As many as the lanes of one more store can use at a time. */
    private static final int MORE_PER_STORE = 12;

    private final Scheduler timer;
    private final ThreadPoolExecutor workers;

    /**
     * Makes the threads; named after Leaf.
     *
     * @param moreStores how many stores there are besides the usual one; each has lanes that hang by themselves
     */
    public SharedThreads(int moreStores) {
        this(moreStores, LeafThreads.scheduler("leaf-timer"));
    }

    SharedThreads(int moreStores, Scheduler timer) {
        this.timer = timer;
        this.workers = LeafThreads.sparing("leaf-worker", MOST_WORKERS + moreStores * MORE_PER_STORE);
        workers.prestartCoreThread(); // the first caller hardly ever pays for it
    }

    /** A scheduler whose closing drops its own tasks and no others. */
    public Scheduler scheduler() {
        return new SchedulerView(timer);
    }

    /**
     * An executor with at most {@code size} tasks at work, which gets a worker at once. Others queue in their order; closing it
     * ends none of the shared threads.
     */
    public ExecutorService lane(int size) {
        return new Lane(workers, timer, size);
    }

    /** The same for tasks that can wait a moment for a worker. */
    public ExecutorService sparingLane(int size) {
        return new Lane(this::executeSparingly, timer, size);
    }

    private void executeSparingly(Runnable task) {
        SparingTask sparing = new SparingTask(task);
        workers.execute(sparing);
        if (sparing.isQueued()) {
            timer.after(SPARING, () -> makeWorkerFor(sparing));
        }
    }

    private void makeWorkerFor(SparingTask sparing) {
        if (!workers.remove(sparing)) {
            return; // it runs
        }
        try {
            workers.execute(sparing.task());
        } catch (RejectedExecutionException ex) {
            // closed meanwhile
        } catch (RuntimeException | Error ex) { // no thread to be had now
            workers.getQueue().add(sparing);
            throw ex;
        }
    }

    /** Ends the threads when they have done what they were given; no lane may be used any more. */
    @Override
    public void close() {
        timer.close();
        workers.shutdown();
    }

    /** A task that may wait in the queue although another worker could be made. */
    static final class SparingTask implements Runnable {

        private final Runnable task;
        private volatile boolean queued;

        private SparingTask(Runnable task) {
            this.task = task;
        }

        Runnable task() {
            return task;
        }

        boolean isQueued() {
            return queued;
        }

        void queued() {
            queued = true;
        }

        @Override
        public void run() {
            task.run();
        }
    }
}
