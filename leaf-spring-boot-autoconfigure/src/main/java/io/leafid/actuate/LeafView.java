package io.leafid.actuate;

import io.leafid.TextIds;
import io.leafid.concurrent.Availability;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.snowflake.SnowflakeIdGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The engines of an application, as endpoint, health, info and live page read them. Thread-safe.
 *
 * @param name name that all instances of the service share, if it is known
 * @param defaultMode engine of the tags that name none
 * @param segment the segment engine, if it is enabled
 * @param snowflake the snowflake engine, if it is enabled
 * @param texts the texts that are made of ids, if there are any
 */
public record LeafView(
        @Nullable String name,
        String defaultMode,
        @Nullable SegmentIdGenerator segment,
        @Nullable SnowflakeView snowflake,
        @Nullable TextIds texts) {

    /** The engine unless a test has replaced it by a mock, which answers with nothing where an engine has a state. A spy is an engine. */
    public static @Nullable SegmentIdGenerator unlessMocked(@Nullable SegmentIdGenerator engine) {
        Availability.@Nullable Status state = (engine == null) ? null : engine.storeStatus();
        return (state == null) ? null : engine;
    }

    /** The same. */
    public static @Nullable SnowflakeIdGenerator unlessMocked(@Nullable SnowflakeIdGenerator engine) {
        @Nullable Object layout = (engine == null) ? null : engine.layout();
        return (layout == null) ? null : engine;
    }
}
