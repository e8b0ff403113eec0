package io.leafid.actuate;

import io.leafid.segment.SegmentIdGenerator;
import io.leafid.snowflake.SnowflakeStatus;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;

/** Tells which engines serve ids, by what stays the same while the application runs. Thread-safe. */
public final class LeafInfoContributor implements InfoContributor {

    private final @Nullable String name;
    private final String defaultMode;
    private final @Nullable SegmentIdGenerator segment;
    private final @Nullable SnowflakeView snowflake;

    /**
     * Makes the contributor of the engines that there are.
     *
     * @param name name that all instances of the service share, if it is known
     * @param defaultMode engine of the tags that name none
     * @param segment the segment engine, if it is enabled
     * @param snowflake the snowflake engine, if it is enabled
     */
    public LeafInfoContributor(
            @Nullable String name,
            String defaultMode,
            @Nullable SegmentIdGenerator segment,
            @Nullable SnowflakeView snowflake) {
        this.name = name;
        this.defaultMode = defaultMode;
        this.segment = segment;
        this.snowflake = snowflake;
    }

    private static Map<String, Object> describe(SnowflakeView snowflake) {
        Map<String, Object> engine = new LinkedHashMap<>();
        SnowflakeStatus status = snowflake.status();
        engine.put("mode", snowflake.mode());
        engine.put("workerId", status.lease().window().workerId());
        engine.put("epoch", status.layout().epoch().toString());
        engine.put("lastInstant", status.layout().lastInstant().toString());
        return engine;
    }

    @Override
    public void contribute(Info.Builder builder) {
        Map<String, Object> leaf = new LinkedHashMap<>();
        if (name != null) {
            leaf.put("name", name);
        }
        leaf.put("defaultMode", defaultMode);
        if (segment != null) {
            leaf.put("segment", Map.of("tagsInUse", segment.usedTags().size()));
        }
        if (snowflake != null) {
            leaf.put("snowflake", describe(snowflake));
        }
        builder.withDetail("leaf", leaf);
    }
}
