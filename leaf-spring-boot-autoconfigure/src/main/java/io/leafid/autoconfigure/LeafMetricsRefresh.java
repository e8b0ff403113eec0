package io.leafid.autoconfigure;

import io.leafid.time.LeafThreads;
import io.leafid.time.Scheduler;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/**
 * Lets the metrics follow the tags that come into use, so that neither the engine nor a scrape has to. Thread-safe.
 */
final class LeafMetricsRefresh implements SmartLifecycle {

    /** No longer than systems usually leave between two scrapes. */
    static final Duration INTERVAL = Duration.ofSeconds(5);

    private final Runnable refresh;
    private @Nullable Scheduler scheduler; // guarded by this

    LeafMetricsRefresh(Runnable refresh) {
        this.refresh = refresh;
    }

    @Override
    public synchronized void start() {
        if (scheduler == null) {
            scheduler = LeafThreads.scheduler("leaf-metrics");
            scheduler.every(INTERVAL, refresh);
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
