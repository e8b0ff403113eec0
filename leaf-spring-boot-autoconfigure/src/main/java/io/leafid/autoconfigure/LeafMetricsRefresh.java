package io.leafid.autoconfigure;

import io.leafid.time.Scheduler;
import io.leafid.time.SharedThreads;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/**
 * Lets the metrics follow the tags that come into use, so that neither the engine nor a scrape has to. Thread-safe.
 *
 * <p>On a worker, because what the application has registered with its meters may take its time.
 */
final class LeafMetricsRefresh implements SmartLifecycle {

    /** No longer than systems usually leave between two scrapes. */
    static final Duration INTERVAL = Duration.ofSeconds(5);

    private final Runnable refresh;
    private final SharedThreads threads;
    private final AtomicBoolean waiting = new AtomicBoolean();
    private @Nullable Scheduler scheduler; // guarded by this

    LeafMetricsRefresh(Runnable refresh, SharedThreads threads) {
        this.refresh = refresh;
        this.threads = threads;
    }

    @Override
    public synchronized void start() {
        if (scheduler == null) {
            ExecutorService worker = threads.sparingLane(1);
            scheduler = threads.scheduler();
            scheduler.every(INTERVAL, () -> ask(worker));
        }
    }

    /** Has the metrics refreshed, unless that waits to be done anyway. */
    private void ask(ExecutorService worker) {
        if (waiting.compareAndSet(false, true)) {
            try {
                worker.execute(this::run);
            } catch (RuntimeException | Error ex) { // the next time tries again
                waiting.set(false);
                throw ex;
            }
        }
    }

    private void run() {
        waiting.set(false);
        if (isRunning()) {
            refresh.run();
        }
    }

    @Override
    public synchronized void stop() {
        if (scheduler != null) {
            scheduler.close();
            scheduler = null;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return scheduler != null;
    }
}
