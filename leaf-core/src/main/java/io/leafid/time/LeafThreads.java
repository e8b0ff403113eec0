package io.leafid.time;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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
    public static ThreadPoolExecutor pool(String name, int size) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                size, size, IDLE_TIME.toMillis(), TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(), daemons(name));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** Returns a scheduler with one thread, for tasks that do not block. */
    public static Scheduler scheduler(String name) {
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, daemons(name));
        executor.setRemoveOnCancelPolicy(true);
        executor.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy()); // once it is closed
        return new ThreadScheduler(executor);
    }

    /**
     * Makes threads that inherit no thread locals: one that makes a DataSource choose a tenant's database would lead a caller's allocation, and
     * those of all others after it, to that one. From JDK 19 on, such a thread has to be given its context class loader.
     */
    public static ThreadFactory daemons(String name) {
        AtomicInteger count = new AtomicInteger();
        return action -> {
            Thread thread = new Thread(null, action, name + "-" + count.incrementAndGet(), 0, false);
            thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
            thread.setDaemon(true);
            return thread;
        };
    }

    private record ThreadScheduler(ScheduledThreadPoolExecutor executor) implements Scheduler {

        @Override
        public Task after(Duration delay, Runnable action) {
            return cancelling(executor.schedule(logged(action), delay.toNanos(), TimeUnit.NANOSECONDS));
        }

        @Override
        public Task every(Duration pause, Runnable action) {
            long nanos = pause.toNanos();
            return cancelling(executor.scheduleWithFixedDelay(logged(action), nanos, nanos, TimeUnit.NANOSECONDS));
        }

        private static Task cancelling(Future<?> planned) {
            return () -> planned.cancel(false);
        }

        /** A periodic task that throws would never run again. */
        private static Runnable logged(Runnable action) {
            return () -> {
                try {
                    action.run();
                } catch (RuntimeException ex) {
                    logger.error("scheduled task failed", ex);
                }
            };
        }

        @Override
        public void close() {
            executor.shutdownNow();
        }
    }
}
