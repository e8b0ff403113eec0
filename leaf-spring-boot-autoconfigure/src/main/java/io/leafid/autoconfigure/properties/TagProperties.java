package io.leafid.autoconfigure.properties;

import io.leafid.TagLimit;
import io.leafid.segment.buffer.TagSettings;
import io.leafid.segment.status.IdOrder;
import io.leafid.textid.TextPattern;
import io.leafid.textid.TextPeriod;
import io.leafid.textid.TextSettings;
import java.time.Duration;
import java.time.ZoneId;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of one tag. Immutable.
 *
 * @param mode Engine that serves the tag; if not set, leaf.default-mode.
 * @param maxStep Most ids that one allocation of this tag takes; if not set, leaf.segment.max-step.
 * @param preload Whether the tag's first segment is allocated at start, before the first call.
 * @param order Calls among which the tag's ids grow: those of one node, or those of all nodes, for which nothing is reserved ahead.
 * @param maxRate Most ids per second of this tag in this process, of which those of one second may come at once; if not set, as many as
 * are asked for.
 * @param database Name of the database below leaf.databases that serves this tag alone; if not set, the one of all other tags.
 * @param enabled Whether ids of this tag are issued in this process.
 * @param text Pattern of the texts that are made of the tag's ids, such as INV-{date:yyyyMMdd}-{id:06}; if not set, their digits.
 * @param period Period in which the counter of the tag's texts begins at 1.
 * @param retention How much older than the tag's latest row the row of a period may be before it is removed, such as 400d; if not set,
 * all are kept.
 * @param zone Time zone whose calendar the dates and periods of the texts follow.
 */
public record TagProperties(
        @Nullable IdEngine mode,
        @Nullable Integer maxStep,
        @DefaultValue("false") boolean preload,
        @DefaultValue("node") IdOrder order,
        @Nullable Long maxRate,
        @Nullable String database,
        @DefaultValue("true") boolean enabled,
        @Nullable String text,
        @DefaultValue("none") TextPeriod period,
        @Nullable Duration retention,
        @DefaultValue("UTC") ZoneId zone) {

    public TagProperties {
        database = PropertyText.orNull(database);
        text = PropertyText.orNull(text);
    }

    /** For the segment engine, with how texts are made if it makes them. */
    TagSettings settings(@Nullable TextSettings texts) {
        return new TagSettings(maxStep, order, texts);
    }

    /**
     * How texts are made of the tag's ids; {@code null} if they are not.
     *
     * @param step ids per allocation of the row of a period
     * @throws IllegalArgumentException if the pattern is none, or does not tell periods apart
     */
    @Nullable TextSettings texts(int step) {
        return (text == null) ? null : new TextSettings(TextPattern.of(text), period, zone, step, retention);
    }

    /** What callers may ask of the tag. */
    public TagLimit limit() {
        return new TagLimit(enabled, maxRate);
    }

    /** What the texts of tags must be, and what they go together with. Stateless. */
    static final class Rules {

        private static final String EXAMPLE = "Set %s.text=INV-{date:yyyyMMdd}-{id:06}, for example.";

        private Rules() {}

        static void check(LeafProperties properties, PropertyProblems problems) {
            new TreeMap<>(properties.tags()).forEach((tag, settings) -> check(tag, settings, properties, problems));
        }

        private static void check(
                String tag, TagProperties settings, LeafProperties properties, PropertyProblems problems) {
            String key = ComponentKeys.ofTag(tag);
            if (settings.text() == null) {
                requireText(settings.period() == TextPeriod.NONE, key, "period", problems);
                requireText(!problems.isSet(key + ".zone"), key, "zone", problems);
                requireText(settings.retention() == null, key, "retention", problems);
            } else if (problems.requireAccepted(() -> texts(settings), key + ".text", EXAMPLE.formatted(key))) {
                checkPeriod(tag, settings, properties, problems);
            }
            problems.require(
                    settings.retention() == null
                            || settings.retention().compareTo(TextSettings.SHORTEST_RETENTION) >= 0,
                    key + ".retention",
                    "must be at least %d days, more than any clock is behind"
                            .formatted(TextSettings.SHORTEST_RETENTION.toDays()),
                    "Set %s.retention=400d, for example.".formatted(key));
        }

        private static TextSettings texts(TagProperties settings) {
            TextPattern pattern = TextPattern.of(String.valueOf(settings.text()));
            return new TextSettings(pattern, settings.period(), settings.zone(), 1);
        }

        private static void requireText(boolean holds, String key, String name, PropertyProblems problems) {
            problems.require(holds, key + "." + name, "has no effect without " + key + ".text", EXAMPLE.formatted(key));
        }

        private static void checkPeriod(
                String tag, TagProperties settings, LeafProperties properties, PropertyProblems problems) {
            String key = ComponentKeys.ofTag(tag);
            boolean isSnowflake = properties.modeOf(tag) == IdEngine.SNOWFLAKE;
            problems.require(
                    settings.period() == TextPeriod.NONE || !isSnowflake,
                    key + ".period",
                    "cannot be had from snowflake ids, which begin anew in no period",
                    "Set %s.mode=segment and leaf.segment.enabled=true, or remove %s.period.".formatted(key, key));
            problems.require(
                    !isSnowflake || texts(settings).pattern().capacity() == Long.MAX_VALUE,
                    key + ".text",
                    "has no room for snowflake ids, which have up to 19 digits",
                    "Write {id} without a width, or set %s.mode=segment.".formatted(key));
            problems.require(
                    settings.period() == TextPeriod.NONE || tag.length() <= TextPeriod.LONGEST_TAG,
                    key + ".period",
                    "needs a tag of %d characters at most, since its rows are called tag/20261123"
                            .formatted(TextPeriod.LONGEST_TAG),
                    "Shorten the tag, or remove %s.period.".formatted(key));
        }
    }
}
