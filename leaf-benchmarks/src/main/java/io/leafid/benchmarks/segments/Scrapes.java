package io.leafid.benchmarks.segments;

import io.leafid.actuate.LeafMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The engine's meters in a registry, and a reader of all of them. */
@State(Scope.Benchmark)
public class Scrapes {

    private static final long PAUSE_MILLIS = 100;

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final ScheduledExecutorService reader = Executors.newSingleThreadScheduledExecutor();

    private @Nullable Future<?> reading;

    /** The figure that was read last, so that reading has an effect. */
    volatile double sum;

    /** Adds the meters of all tags and begins to read. */
    @Setup(Level.Trial)
    public void start(LeafSource source) {
        LeafMetrics metrics = new LeafMetrics(source.generator, null);
        metrics.bindTo(registry);
        reading = reader.scheduleWithFixedDelay(() -> read(metrics), 0, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void read(LeafMetrics metrics) {
        metrics.refresh();
        double read = 0;
        for (var meter : registry.getMeters()) {
            for (var measurement : meter.measure()) {
                read += measurement.getValue();
            }
        }
        sum = read;
    }

    /** Ends the reader. */
    @TearDown(Level.Trial)
    public void stop() {
        if (reading == null || reading.isDone()) {
            throw new IllegalStateException("nothing was read, the figure would be worth nothing");
        }
        reader.shutdownNow();
        registry.close();
    }
}
