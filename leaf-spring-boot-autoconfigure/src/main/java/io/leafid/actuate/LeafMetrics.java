package io.leafid.actuate;

import io.leafid.segment.SegmentIdGenerator;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.jspecify.annotations.Nullable;

/**
 * The engines' metrics. All of them are read from the engines when a registry asks for them; handing out an id costs
 * nothing more with metrics than without. Thread-safe.
 */
public final class LeafMetrics implements MeterBinder {

    private final @Nullable SegmentIdGenerator segment;
    private final @Nullable MeteredTags tags;
    private final @Nullable SnowflakeView snowflake;

    /**
     * Makes metrics of the engines that there are.
     *
     * @param segment the segment engine, if it is enabled
     * @param snowflake the snowflake engine, if it is enabled
     * @param maxTags tags that get meters of their own; the rest are summed up
     */
    public LeafMetrics(@Nullable SegmentIdGenerator segment, @Nullable SnowflakeView snowflake, int maxTags) {
        this.segment = segment;
        this.tags = (segment == null) ? null : new MeteredTags(segment, maxTags);
        this.snowflake = snowflake;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        if (tags != null) {
            tags.add(registry);
        }
        if (segment != null && !segment.databases().isEmpty()) {
            DatabaseMeters.bind(segment, registry);
        }
        if (segment != null) {
            bindTexts(segment, registry);
        }
        if (snowflake != null) {
            SnowflakeMeters.bind(snowflake, registry);
        }
        refresh();
    }

    private static void bindTexts(SegmentIdGenerator generator, MeterRegistry registry) {
        generator.texts().forEach((tag, settings) -> {
            if (TextDescriptor.isBounded(settings)) {
                Gauge.builder(MeterNames.TEXT_USED, generator, engine -> TextDescriptor.used(engine, tag))
                        .description("Share of the tag's texts of the present period that are used")
                        .tag(MeterNames.TAG, tag)
                        .register(registry);
            }
        });
    }

    /** Follows the tags that have come into use or are gone; to be called every few seconds. Asks no store. */
    public void refresh() {
        if (tags != null) {
            tags.refresh();
        }
    }
}
