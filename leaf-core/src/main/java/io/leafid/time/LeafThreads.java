package io.leafid.time;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes every thread that Leaf owns: daemons with a name, in bounded numbers.
 *
 * <p>Daemons, so that a forgotten {@code close()} cannot keep the application from ending.
 */
public final class LeafThreads {

    private static final Logger logger = LoggerFactory.getLogger(LeafThreads.class);

    private static final Duration IDLE_TIME = Duration.ofSeconds(30);

    private LeafThreads() {}

    /** Returns a pool of at most {@code size} threads, which end when idle; what exceeds them queues. */
    public static ExecutorService pool(String name, int size) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                size, size, IDLE_TIME.toMillis(), TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(), daemons(name));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /**
     * Returns a pool as above whose caller hardly ever pays for a thread, which takes a millisecond at times: one is there from
     * the beginning and stays, and an idle one is used before another is made.
     */
    public static ExecutorService readyPool(String name, int size) {
        HandOver tasks = new HandOver();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                1, size, IDLE_TIME.toMillis(), TimeUnit.MILLISECONDS, tasks, daemons(name), tasks);
        pool.prestartCoreThread();
        return pool;
    }

    /** The same without a thread at the beginning; a {@link SharedThreads.SparingTask} queues before another thread is made. */
    static ThreadPoolExecutor sparing(String name, int size) {
        HandOver tasks = new HandOver();
        return new ThreadPoolExecutor(
                1, size, IDLE_TIME.toMillis(), TimeUnit.MILLISECONDS, tasks, daemons(name), tasks);
    }

    /**
     * Tasks on their way to a thread. A pool makes another thread when a task is not accepted, so only what an idle thread
     * takes is accepted; what comes when all threads are at work is put in after all.
     */
    private static final class HandOver extends LinkedTransferQueue<Runnable> implements RejectedExecutionHandler {

        private static final long serialVersionUID = 1L;

        @Override
        public boolean offer(Runnable task) {
            if (tryTransfer(task)) {
                return true;
            }
            if (task instanceof SharedThreads.SparingTask sparing) {
                sparing.queued();
                return super.offer(task);
            }
            return false;
        }

        /** For what was not accepted. It will be taken, for one thread always stays until the pool is closed. */
        @Override
        public void rejectedExecution(Runnable task, ThreadPoolExecutor pool) {
            if (pool.isShutdown()) {
                throw new RejectedExecutionException("the pool is closed");
            }
            super.offer(task);
            if (pool.isShutdown() && remove(task)) { // closed in between, and no thread may be left to take it
                throw new RejectedExecutionException("the pool is closed");
            }
        }
    }

    /** Returns a scheduler with one thread, for tasks that do not block. */
    public static Scheduler scheduler(String name) {
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, daemons(name));
        executor.setRemoveOnCancelPolicy(true);
        executor.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy()); // once it is closed
        return new ThreadScheduler(executor);
    }

    private static ThreadFactory daemons(String name) {
        AtomicInteger count = new AtomicInteger();
        return action -> {
            Thread thread = new Thread(action, name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    private record ThreadScheduler(ScheduledThreadPoolExecutor executor) implements Scheduler {

        @Override
        public Task after(Duration delay, Runnable action) {
            Planned task = new Planned(action);
            task.handle = executor.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
            return task;
        }

        @Override
        public Task every(Duration pause, Runnable action) {
            long nanos = pause.toNanos();
            Planned task = new Planned(action);
            task.handle = executor.scheduleWithFixedDelay(task, nanos, nanos, TimeUnit.NANOSECONDS);
            return task;
        }

        @Override
        public void close() {
            executor.shutdownNow();
        }
    }

    /** A task of the scheduler. */
    private static final class Planned implements Runnable, Scheduler.Task {

        private final Runnable action;
        private volatile @Nullable Future<?> handle;

        Planned(Runnable action) {
            this.action = action;
        }

        /** A periodic task that lets anything out, even what the log throws for want of memory, would never run again. */
        @Override
        public void run() {
            try {
                runLogged();
            } catch (OutOfMemoryError ex) {
                // there is no memory to say so
            }
        }

        private void runLogged() {
            try {
                action.run();
            } catch (RuntimeException | Error ex) {
                logger.error("scheduled task failed", ex);
            }
        }

        @Override
        public void cancel() {
            Future<?> known = handle;
            if (known != null) {
                known.cancel(false);
            }
        }
    }
}
