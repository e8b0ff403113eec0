package io.leafid.autoconfigure.properties;

import io.leafid.Tags;
import io.leafid.segment.buffer.TagSettings;
import io.leafid.settings.Ranges;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Everything that can be set about Leaf. Immutable.
 *
 * <p>Names of the original Leaf are accepted as deprecated components and merged when the record is made, so that the
 * accessors tell what holds.
 *
 * @param enabled Whether Leaf is configured at all.
 * @param name Name of this service, shared by all of its instances; if not set, spring.application.name.
 * @param defaultMode Engine that serves the tags without a mode of their own when both engines are enabled.
 * @param jdbc Database of Leaf's own; if no URL is set, the application's DataSource is used.
 * @param segment Ids from ranges that are allocated from a database.
 * @param tags Settings of single tags, by tag; write tags with dots or colons in brackets.
 * @param snowflake Ids made of a timestamp, a worker id and a sequence.
 * @param web Ids over HTTP.
 * @param metrics Metrics of the engines.
 */
@LeafSettings
@ConfigurationProperties("leaf")
public record LeafProperties(
        @DefaultValue("true") boolean enabled,
        @Nullable String name,
        @DefaultValue("segment") IdEngine defaultMode,
        @DefaultValue @NestedConfigurationProperty JdbcProperties jdbc,
        @DefaultValue @NestedConfigurationProperty SegmentProperties segment,
        @DefaultValue Map<String, TagProperties> tags,
        @DefaultValue @NestedConfigurationProperty SnowflakeProperties snowflake,
        @DefaultValue @NestedConfigurationProperty WebProperties web,
        @DefaultValue @NestedConfigurationProperty Metrics metrics) {

    public LeafProperties {
        name = PropertyText.orNull(name);
        jdbc = jdbc.orElse(segment.url(), segment.username(), segment.password());
        tags = Map.copyOf(tags);
    }

    /** The engine that serves a tag: its own, else the only one that is enabled, else the default one. */
    public IdEngine modeOf(String tag) {
        TagProperties settings = Tags.ofOwner(tags, tag);
        if (settings != null && settings.mode() != null) {
            return settings.mode();
        }
        return uses(defaultMode) ? defaultMode : (uses(IdEngine.SEGMENT) ? IdEngine.SEGMENT : IdEngine.SNOWFLAKE);
    }

    /** The engines of those tags that name one. */
    public Map<String, IdEngine> modeByTag() {
        Map<String, IdEngine> chosen = new HashMap<>();
        tags.forEach((tag, settings) -> {
            if (settings.mode() != null) {
                chosen.put(tag, settings.mode());
            }
        });
        return chosen;
    }

    /** Returns whether ids are to be served over HTTP. */
    public boolean isWeb() {
        return web.enabled();
    }

    /** Returns whether worker ids are leased in a database, which {@code leaf.jdbc.url} may name. */
    public boolean leasesInDatabase() {
        return uses(IdEngine.SNOWFLAKE) && snowflake().mode().registry() == WorkerIdMode.Registry.DATABASE;
    }

    /** The settings of single tags, for the segment engine. */
    public Map<String, TagSettings> tagSettings() {
        Map<String, TagSettings> byTag = new HashMap<>();
        for (Map.Entry<String, TagProperties> tag : tags.entrySet()) {
            byTag.put(tag.getKey(), tag.getValue().settings());
        }
        return byTag;
    }

    /** The names that get a row where there is none; a period always does. */
    public Predicate<String> rowsOnFirstUse() {
        return name -> segment().autoCreate().enabled() || !Tags.ownerOf(name).equals(name);
    }

    public boolean uses(IdEngine mode) {
        return enabled && ((mode == IdEngine.SEGMENT) ? segment.enabled() : snowflake.enabled());
    }

    /**
     * Metrics of the engines. Immutable.
     *
     * @param maxTags Tags that get metrics; further ones have none.
     */
    public record Metrics(@DefaultValue("100") int maxTags) {

        public Metrics {
            Ranges.check().atLeast("maxTags", maxTags, 0).orThrow();
        }
    }
}
