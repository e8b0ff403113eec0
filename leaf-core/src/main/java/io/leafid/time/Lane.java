package io.leafid.time;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An executor that uses the threads of another one, at most so many at a time, in the order of its tasks. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - `runners` counts those that were handed to the threads and have not found the queue empty; at most `size`.
 *   - While the queue is not empty there is a runner, or the timer will try to have one.
 *   - A thread is in `busy` only while it runs a task of this lane; only then is it interrupted.
 * Locks: `this` guards the fields; tasks run and threads are asked for outside of it.
 * </pre>
 */
final class Lane extends AbstractExecutorService {

    private static final Logger logger = LoggerFactory.getLogger(Lane.class);

    /** The pause before a thread is asked for again when none could be made. */
    private static final Duration RETRY = Duration.ofMillis(100);

    private final Executor threads;
    private final Scheduler timer;
    private final int size;
    private final Queue<Runnable> queue = new ArrayDeque<>();
    private final @Nullable Thread[] busy;
    private int runners;
    private boolean isShutdown;

    Lane(Executor threads, Scheduler timer, int size) {
        this.threads = threads;
        this.timer = timer;
        this.size = size;
        this.busy = new Thread[size];
    }

    @Override
    public void execute(Runnable task) {
        synchronized (this) {
            if (isShutdown) {
                throw new RejectedExecutionException("the lane is closed");
            }
            queue.add(task);
        }
        try {
            startRunner();
        } catch (RuntimeException | Error ex) {
            if (withdraw(task)) {
                throw ex;
            }
        }
    }

    /** Takes back what no thread could be had for, unless another runner has taken it. */
    private synchronized boolean withdraw(Runnable task) {
        return queue.remove(task);
    }

    private void startRunner() {
        synchronized (this) {
            if (runners == size || queue.isEmpty()) {
                return;
            }
            runners++;
        }
        try {
            threads.execute(this::run);
        } catch (RuntimeException | Error ex) {
            synchronized (this) {
                runners--;
                notifyAll();
            }
            timer.after(RETRY, this::startRunner); // others may have relied on this runner
            throw ex;
        }
    }

    private void run() {
        for (Runnable task = next(); task != null; task = next()) {
            try {
                runLogged(task);
            } catch (OutOfMemoryError ex) {
                // there is no memory to say so
            } finally {
                release();
            }
        }
    }

    private static void runLogged(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error ex) {
            logger.error("task failed", ex);
        }
    }

    private synchronized @Nullable Runnable next() {
        Runnable task = queue.poll();
        if (task == null) {
            runners--;
            notifyAll();
        } else {
            replaceBusy(null, Thread.currentThread());
        }
        return task;
    }

    /** Makes nothing, so that no task is lost for want of memory. */
    private void replaceBusy(@Nullable Thread one, @Nullable Thread other) {
        int place = 0;
        while (busy[place] != one) {
            place++;
        }
        busy[place] = other;
    }

    /** The thread goes on to other users, who must not find it interrupted. */
    private synchronized void release() {
        replaceBusy(Thread.currentThread(), null);
        Thread.interrupted();
    }

    @Override
    public synchronized void shutdown() {
        isShutdown = true;
        notifyAll();
    }

    @Override
    public synchronized List<Runnable> shutdownNow() {
        shutdown();
        List<Runnable> rest = new ArrayList<>(queue);
        queue.clear();
        for (Thread thread : busy) {
            if (thread != null) {
                thread.interrupt();
            }
        }
        return rest;
    }

    @Override
    public synchronized boolean isShutdown() {
        return isShutdown;
    }

    @Override
    public synchronized boolean isTerminated() {
        return isShutdown && runners == 0 && queue.isEmpty();
    }

    @Override
    public synchronized boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + unit.toNanos(timeout);
        while (!isTerminated()) {
            long left = deadlineNanos - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }
}
