package io.leafid.cluster;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A thread of a process that is simulated. It is a real one, so that it keeps its place in the midst of a call; but of all of them
 * and the loop of events one alone runs at any moment, and hands over at points that the schedule decides about.
 */
final class Strand {

    /** Threads are used again, by all clusters. */
    private static final ExecutorService THREADS = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "simulated");
        thread.setDaemon(true);
        return thread;
    });

    private static final ThreadLocal<@Nullable Strand> CURRENT = new ThreadLocal<>();

    /** No step takes so long, unless a strand waits for what the timeline does not know. */
    private static final long MOST_SECONDS = 300;

    private final Semaphore own = new Semaphore(0);
    private final Semaphore loop = new Semaphore(0);
    private final Run run;
    private @Nullable Throwable failure;
    private boolean isEnded;
    private long delayed;

    Strand(Run run, Runnable action) {
        this.run = run;
        THREADS.execute(() -> {
            own.acquireUninterruptibly();
            CURRENT.set(this);
            try {
                action.run();
            } catch (Run.Killed ex) {
                // its process has ended in the midst of it
            } catch (RuntimeException | Error ex) {
                failure = ex;
            } finally {
                CURRENT.remove();
                isEnded = true;
                loop.release();
            }
        });
    }

    /** The one that runs; {@code null} in the loop. */
    static @Nullable Strand current() {
        return CURRENT.get();
    }

    Run run() {
        return run;
    }

    boolean isEnded() {
        return isEnded;
    }

    /** Goes on until it waits or ends. Called by the loop. */
    void goOn() {
        own.release();
        try {
            if (!loop.tryAcquire(MOST_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("a thread of " + run + " waits for what is not simulated");
            }
        } catch (InterruptedException ex) {
            throw new IllegalStateException("interrupted", ex);
        }
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
    }

    /** Lets the loop go on, until that lets this one go on. Called by the strand. */
    void handOver() {
        loop.release();
        own.acquireUninterruptibly();
    }

    /** It has been kept from running for longer than it wanted to wait. */
    void delayedBy(long nanos) {
        delayed += Math.max(0, nanos);
    }

    /** For how long it has been kept from running. */
    long delayed() {
        return delayed;
    }
}
