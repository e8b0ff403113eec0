package io.leafid.actuate;

import io.leafid.snowflake.SnowflakeStatus;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;

/** The contributor that tells which engines serve ids, by what stays the same while the application runs. Thread-safe. */
public final class LeafInfoContributor implements InfoContributor {

    private final LeafView view;

    /**
     * Makes the contributor.
     *
     * @param view the engines that there are
     */
    public LeafInfoContributor(LeafView view) {
        this.view = view;
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
        if (view.name() != null) {
            leaf.put("name", view.name());
        }
        leaf.put("defaultMode", view.defaultMode());
        if (view.segment() != null) {
            leaf.put("segment", Map.of("tagsInUse", view.segment().usedTags().size()));
        }
        if (view.snowflake() != null) {
            leaf.put("snowflake", describe(view.snowflake()));
        }
        builder.withDetail("leaf", leaf);
    }
}
