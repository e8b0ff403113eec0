package io.leafid.actuate;

import io.leafid.segment.SegmentIdGenerator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * The health of both engines: down exactly when one of them cannot issue a single id now, so that requests which need its ids
 * should go elsewhere, and out of service where that is so because it is a standby. Asks no store. Thread-safe.
 */
public final class LeafHealthIndicator extends AbstractHealthIndicator {

    private final LeafView view;

    /**
     * Makes the indicator.
     *
     * @param view the engines that there are
     */
    public LeafHealthIndicator(LeafView view) {
        super("the state of Leaf could not be read");
        this.view = view;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        Map<String, EngineHealth> engines = new LinkedHashMap<>();
        SegmentIdGenerator segment = view.segment();
        if (segment != null) {
            engines.put("segment", SegmentHealth.of(segment));
        }
        SnowflakeView snowflake = view.snowflake();
        if (snowflake != null) {
            engines.put("snowflake", snowflake.health());
        }
        builder.status(EngineHealth.worstOf(engines.values()));
        for (Map.Entry<String, EngineHealth> engine : engines.entrySet()) {
            builder.withDetail(engine.getKey(), engine.getValue().details());
        }
    }
}
