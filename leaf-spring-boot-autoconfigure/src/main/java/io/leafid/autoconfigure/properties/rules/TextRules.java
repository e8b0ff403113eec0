package io.leafid.autoconfigure.properties.rules;

import io.leafid.autoconfigure.properties.ComponentKeys;
import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.TagProperties;
import io.leafid.textid.TextPattern;
import io.leafid.textid.TextPeriod;
import io.leafid.textid.TextSettings;

/** Rules for the texts that are made of a tag's ids. Stateless. */
final class TextRules {

    private static final String EXAMPLE = "Set %s.text=INV-{date:yyyyMMdd}-{id:06}, for example.";

    private TextRules() {}

    static void check(String tag, TagProperties settings, LeafProperties properties, Problems problems) {
        String key = ComponentKeys.ofTag(tag);
        if (settings.text() == null) {
            requireText(settings.period() == TextPeriod.NONE, key, "period", problems);
            requireText(!problems.isSet(key + ".zone"), key, "zone", problems);
            requireText(settings.retention() == null, key, "retention", problems);
        } else if (problems.accept(key + ".text", () -> texts(settings), EXAMPLE.formatted(key))) {
            checkPeriod(tag, settings, properties, problems);
        }
        checkRetention(settings, key, problems);
    }

    private static void checkRetention(TagProperties settings, String key, Problems problems) {
        problems.require(
                settings.retention() == null || settings.retention().compareTo(TextSettings.SHORTEST_RETENTION) >= 0,
                key + ".retention",
                "must be at least %d days, more than any clock is behind"
                        .formatted(TextSettings.SHORTEST_RETENTION.toDays()),
                "Set %s.retention=400d, for example.".formatted(key));
    }

    private static TextSettings texts(TagProperties settings) {
        TextPattern pattern = TextPattern.of(String.valueOf(settings.text()));
        return new TextSettings(pattern, settings.period(), settings.zone(), 1);
    }

    private static void requireText(boolean holds, String key, String name, Problems problems) {
        problems.require(holds, key + "." + name, "has no effect without " + key + ".text", EXAMPLE.formatted(key));
    }

    private static void checkPeriod(String tag, TagProperties settings, LeafProperties properties, Problems problems) {
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
