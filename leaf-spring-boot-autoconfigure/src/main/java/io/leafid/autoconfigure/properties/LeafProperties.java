package io.leafid.autoconfigure.properties;

import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Everything that can be set about Leaf. Immutable.
 *
 * <p>Names of the original Leaf are accepted as deprecated components and merged when the record is made, so that the
 * accessors tell what holds. {@link LeafPropertiesCheck} has judged all values before this record is a bean.
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
        @DefaultValue @NestedConfigurationProperty MetricsProperties metrics) {

    public LeafProperties {
        name = PropertyText.orNull(name);
        jdbc = jdbc.orElse(segment.url(), segment.username(), segment.password());
        tags = Map.copyOf(tags);
    }

    /** The engine that serves a tag: its own, else the only one that is enabled, else the default one. */
    public IdEngine modeOf(String tag) {
        TagProperties settings = tags.get(tag);
        if (settings != null && settings.mode() != null) {
            return settings.mode();
        }
        return uses(defaultMode) ? defaultMode : (uses(IdEngine.SEGMENT) ? IdEngine.SEGMENT : IdEngine.SNOWFLAKE);
    }

    /** The engines of those tags that name one. */
    public Map<String, IdEngine> modeByTag() {
        return tags.entrySet().stream()
                .filter(tag -> tag.getValue().mode() != null)
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        tag -> Objects.requireNonNull(tag.getValue().mode())));
    }

    /** Whether ids are served by an engine. */
    boolean uses(IdEngine mode) {
        return enabled
                && switch (mode) {
                    case SEGMENT -> segment.enabled();
                    case SNOWFLAKE -> snowflake.enabled();
                };
    }
}
