package io.leafid.actuate;

import io.leafid.segment.SegmentIdGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The engines of an application, as endpoint, health, info and live page read them. Thread-safe.
 *
 * @param name name that all instances of the service share, if it is known
 * @param defaultMode engine of the tags that name none
 * @param segment the segment engine, if it is enabled
 * @param snowflake the snowflake engine, if it is enabled
 */
public record LeafView(
        @Nullable String name,
        String defaultMode,
        @Nullable SegmentIdGenerator segment,
        @Nullable SnowflakeView snowflake) {}
