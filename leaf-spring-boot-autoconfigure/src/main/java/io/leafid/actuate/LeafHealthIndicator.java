package io.leafid.actuate;

import io.leafid.segment.SegmentIdGenerator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/**
 * Down exactly when one of the engines cannot issue a single id now; then whoever needs ids of that engine should be sent
 * elsewhere. Asks no store. Thread-safe.
 */
public final class LeafHealthIndicator extends AbstractHealthIndicator {

    private final @Nullable SegmentIdGenerator segment;
    private final @Nullable SnowflakeView snowflake;

    /**
     * Makes the indicator of the engines that there are.
     *
     * @param segment the segment engine, if it is enabled
     * @param snowflake the snowflake engine, if it is enabled
     */
    public LeafHealthIndicator(@Nullable SegmentIdGenerator segment, @Nullable SnowflakeView snowflake) {
        super("the state of Leaf could not be read");
        this.segment = segment;
        this.snowflake = snowflake;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        Map<String, EngineHealth> engines = new LinkedHashMap<>();
        if (segment != null) {
            engines.put("segment", SegmentHealth.of(segment));
        }
        if (snowflake != null) {
            engines.put("snowflake", snowflake.health());
        }
        boolean isDown = engines.values().stream().anyMatch(EngineHealth::isDown);
        builder.status(isDown ? Status.DOWN : Status.UP);
        engines.forEach((engine, health) -> builder.withDetail(engine, health.details()));
    }
}
