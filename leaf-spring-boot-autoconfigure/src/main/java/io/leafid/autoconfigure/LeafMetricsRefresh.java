package io.leafid.autoconfigure;

import io.leafid.actuate.LeafMetrics;
import io.leafid.concurrent.CoalescingTask;
import io.leafid.time.Scheduler;
import io.leafid.time.SharedThreads;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/**
 * Lets the metrics follow the tags that come into use, so that neither the engine nor a scrape has to. Thread-safe.
 *
 * <p>On a worker, because what the application has registered with its meters may take its time.
 */
final class LeafMetricsRefresh implements SmartLifecycle, Runnable {

    /** No longer than systems usually leave between two scrapes. */
    static final Duration INTERVAL = Duration.ofSeconds(5);

    private final LeafMetrics metrics;
    private final SharedThreads threads;
    private @Nullable Scheduler scheduler; // guarded by this

    LeafMetricsRefresh(LeafMetrics metrics, SharedThreads threads) {
        this.metrics = metrics;
        this.threads = threads;
    }

    @Override
    public synchronized void start() {
        if (scheduler == null) {
            CoalescingTask task = new CoalescingTask(threads.pool("metrics", 1), this);
            scheduler = threads.scheduler();
            scheduler.every(INTERVAL, task::request);
        }
    }

    @Override
    public void run() {
        if (isRunning()) {
            metrics.refresh();
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
