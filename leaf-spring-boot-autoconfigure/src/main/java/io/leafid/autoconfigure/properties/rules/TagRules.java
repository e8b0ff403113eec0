package io.leafid.autoconfigure.properties.rules;

import io.leafid.Tags;
import io.leafid.autoconfigure.properties.ComponentKeys;
import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.TagProperties;
import io.leafid.segment.status.IdOrder;
import io.leafid.textid.TextPattern;
import io.leafid.textid.TextPeriod;
import io.leafid.textid.TextSettings;
import java.time.Duration;
import java.util.TreeMap;

/** Rules for the settings of a tag, and for the texts that are made of its ids. Used by one thread. */
record TagRules(String tag, String key, TagProperties settings, LeafProperties properties, Problems problems) {

    static void check(LeafProperties properties, Problems problems) {
        new TreeMap<>(properties.tags())
                .forEach((tag, settings) ->
                        new TagRules(tag, ComponentKeys.ofTag(tag), settings, properties, problems).check());
    }

    private void check() {
        problems.accept(key, "tag.name", () -> Tags.requireLegal(tag));
        if (settings.mode() != null) {
            SettingRules.checkMode(settings.mode(), key + ".mode", properties, problems);
        }
        problems.accept(key + ".max-rate", "tag.max-rate", settings::limit);
        if (settings.order() == IdOrder.GLOBAL) {
            checkGlobalOrder();
        }
        if (settings.database() != null) {
            checkDatabase(settings.database());
        }
        checkTexts();
        problems.accept(key, () -> settings.settings(null));
    }

    /** Only a store can give the order of all nodes, at the moment of the call. */
    private void checkGlobalOrder() {
        if (problems.require(!isSnowflake(), key + ".order", "tag.order.snowflake")) {
            boolean isOne = settings.database() != null || !properties.segment().isInterleaved();
            boolean waits = !properties.segment().waitTimeout().isZero();
            problems.require(isOne, key + ".order", "tag.order.databases");
            problems.require(!settings.preload(), key + ".preload", "tag.order.preload");
            problems.require(waits, "leaf.segment.wait-timeout", "tag.order.wait-timeout", tag, key);
        }
    }

    private void checkTexts() {
        boolean hasPeriod = settings.period() != TextPeriod.NONE;
        Duration retention = settings.retention();
        if (settings.text() == null) {
            problems.require(!hasPeriod, key + ".period", "tag.text.unused");
            problems.require(!problems.sets(key + ".zone"), key + ".zone", "tag.text.unused");
            problems.require(retention == null, key + ".retention", "tag.text.unused");
        } else if (problems.accept(key + ".text", "tag.text", this::texts)) {
            boolean isShort = texts().pattern().capacity() < Long.MAX_VALUE;
            boolean isLong = tag.length() > TextPeriod.LONGEST_TAG;
            problems.require(hasPeriod || retention == null, key + ".retention", "tag.retention.unused");
            problems.require(!hasPeriod || !isSnowflake(), key + ".period", "tag.period.snowflake");
            problems.require(!isShort || !isSnowflake(), key + ".text", "tag.text.snowflake");
            problems.require(!hasPeriod || !isLong, key + ".period", "tag.period.long-tag", TextPeriod.LONGEST_TAG);
        }
        boolean isKept = retention == null || retention.compareTo(TextSettings.SHORTEST_RETENTION) >= 0;
        problems.require(isKept, key + ".retention", "tag.retention", TextSettings.SHORTEST_RETENTION.toDays());
    }

    private void checkDatabase(String name) {
        new DatabaseRules(properties, problems).checkKnown(name, key + ".database");
        problems.require(!isSnowflake(), key + ".database", "tag.database.snowflake");
        problems.require(!properties.sellsRanges(), key + ".database", "tag.database.ranges");
    }

    private TextSettings texts() {
        TextPattern pattern = TextPattern.of(String.valueOf(settings.text()));
        return new TextSettings(pattern, settings.period(), settings.zone(), 1);
    }

    private boolean isSnowflake() {
        return properties.uses(IdEngine.SNOWFLAKE) && properties.modeOf(tag) == IdEngine.SNOWFLAKE;
    }
}
