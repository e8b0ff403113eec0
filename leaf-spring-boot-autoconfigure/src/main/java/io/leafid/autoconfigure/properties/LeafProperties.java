package io.leafid.autoconfigure.properties;

import io.leafid.segment.SegmentSettings;
import io.leafid.settings.Ranges;
import io.leafid.textid.TextSettings;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
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
 * @param databases Databases that have names, for single tags or several for all tags.
 * @param segment Ids from ranges that are allocated from a database.
 * @param tags Settings of single tags, by tag; write tags with dots or colons in brackets.
 * @param snowflake Ids made of a timestamp, a worker id and a sequence.
 * @param web Ids over HTTP.
 * @param remote Id service from which ranges are allocated instead of from a database.
 * @param metrics Metrics of the engines.
 * @param publicIds Ids as outsiders see them.
 * @param json Ids in JSON.
 */
@ConfigurationProperties("leaf")
public record LeafProperties(
        @DefaultValue("true") boolean enabled,
        @Nullable String name,
        @DefaultValue("segment") IdEngine defaultMode,
        @DefaultValue @NestedConfigurationProperty JdbcProperties jdbc,
        @DefaultValue Map<String, JdbcProperties.NamedDatabase> databases,
        @DefaultValue @NestedConfigurationProperty SegmentProperties segment,
        @DefaultValue Map<String, TagProperties> tags,
        @DefaultValue @NestedConfigurationProperty SnowflakeProperties snowflake,
        @DefaultValue @NestedConfigurationProperty WebProperties web,
        @DefaultValue @NestedConfigurationProperty RemoteProperties remote,
        @DefaultValue @NestedConfigurationProperty Metrics metrics,
        @DefaultValue @NestedConfigurationProperty PublicIdsProperties publicIds,
        @DefaultValue Json json) {

    public LeafProperties {
        name = PropertyText.orNull(name);
        jdbc = jdbc.orElse(segment.url(), segment.username(), segment.password());
        databases = Map.copyOf(databases);
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

    /** The tags that one of the databases with names serves alone, by its name. */
    public SortedMap<String, Set<String>> tagsByDatabase() {
        SortedMap<String, Set<String>> chosen = new TreeMap<>();
        tags.forEach((tag, settings) -> {
            if (settings.database() != null) {
                chosen.computeIfAbsent(settings.database(), name -> new TreeSet<>())
                        .add(tag);
            }
        });
        return chosen;
    }

    /** The names of all databases that ids come from. */
    public SortedSet<String> databasesInUse() {
        SortedSet<String> used = new TreeSet<>(segment.databases());
        used.addAll(tagsByDatabase().keySet());
        return used;
    }

    /** For the segment engine. */
    public SegmentSettings segmentSettings() {
        Map<String, TextSettings> texts = texts(IdEngine.SEGMENT);
        return segment.settings(segment.allocation(tags.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, tag -> tag.getValue().settings(texts.get(tag.getKey()))))));
    }

    /** How texts are made of the ids of those tags that an engine serves. */
    public Map<String, TextSettings> texts(IdEngine mode) {
        Map<String, TextSettings> texts = new HashMap<>();
        tags.forEach((tag, settings) -> {
            TextSettings own = settings.texts(segment.autoCreate().step());
            if (own != null && modeOf(tag) == mode) {
                texts.put(tag, own);
            }
        });
        return texts;
    }

    /** Whether ids are served by an engine. */
    boolean uses(IdEngine mode) {
        return enabled
                && switch (mode) {
                    case SEGMENT -> segment.enabled();
                    case SNOWFLAKE -> snowflake.enabled();
                };
    }

    /**
     * Ids in JSON.
     *
     * @param idsAsStrings Whether properties with @LeafId are written as strings, which a browser does not round; both are read.
     */
    public record Json(@DefaultValue("false") boolean idsAsStrings) {}

    /**
     * Metrics of the engines. Immutable.
     *
     * @param maxTags Tags that get metrics of their own; those of further tags are summed up as tag 'other'.
     */
    public record Metrics(@DefaultValue("100") int maxTags) {

        /** Checks the range. */
        public Metrics {
            Ranges.check()
                    .require(
                            maxTags >= 0,
                            "maxTags",
                            maxTags,
                            "must not be negative",
                            "Set {maxTags}=100, for example, or 0 to have the sums only.")
                    .orThrow();
        }
    }
}
