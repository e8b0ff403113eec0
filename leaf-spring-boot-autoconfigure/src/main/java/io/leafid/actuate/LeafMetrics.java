package io.leafid.actuate;

import io.leafid.segment.SegmentIdGenerator;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The engines' metrics. All of them are read from the engines when a registry asks for them; handing out an id costs
 * nothing more with metrics than without. Thread-safe.
 */
public final class LeafMetrics implements MeterBinder {

    private final @Nullable SegmentIdGenerator segment;
    private final List<SegmentMeters> tags = new CopyOnWriteArrayList<>();
    private final @Nullable SnowflakeView snowflake;

    /**
     * Makes metrics of the engines that there are.
     *
     * @param segment the segment engine, if it is enabled
     * @param snowflake the snowflake engine, if it is enabled
     */
    public LeafMetrics(@Nullable SegmentIdGenerator segment, @Nullable SnowflakeView snowflake) {
        this.segment = segment;
        this.snowflake = snowflake;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        if (segment != null) {
            tags.add(new SegmentMeters(registry, segment));
        }
        if (segment != null && !segment.databases().isEmpty()) {
            DatabaseMeters.bind(segment, registry);
        }
        if (snowflake != null) {
            SnowflakeMeters.bind(snowflake, registry);
        }
        refresh();
    }

    /** Follows the tags that have come into use or are gone; to be called every few seconds. Asks no store. */
    public void refresh() {
        tags.forEach(SegmentMeters::refresh);
    }
}
