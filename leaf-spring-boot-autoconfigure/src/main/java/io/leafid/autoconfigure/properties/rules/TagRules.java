package io.leafid.autoconfigure.properties.rules;

import io.leafid.Tags;
import io.leafid.autoconfigure.properties.ComponentKeys;
import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.TagProperties;
import io.leafid.segment.status.IdOrder;
import io.leafid.settings.InvalidSettingsException;

/** Rules for the settings of single tags. Stateless. */
final class TagRules {

    private TagRules() {}

    static void check(String tag, TagProperties settings, LeafProperties properties, Problems problems) {
        String key = ComponentKeys.ofTag(tag);
        problems.accept(
                key, () -> Tags.requireLegal(tag), "Name a tag of 1 to %d characters.".formatted(Tags.MAX_LENGTH));
        if (settings.mode() != null) {
            checkMode(settings.mode(), key + ".mode", properties, problems);
        }
        problems.accept(
                key + ".max-rate",
                settings::limit,
                "Set {}=10000, for example; to issue none, set %s.enabled=false.".formatted(key));
        if (settings.order() == IdOrder.GLOBAL) {
            checkGlobalOrder(tag, key, settings, properties, problems);
        }
        TextRules.check(tag, settings, properties, problems);
        try {
            settings.settings(null);
        } catch (InvalidSettingsException ex) {
            problems.addAll(key, ex);
        }
    }

    /** Ids of a tag must not silently come from another engine than the one that was asked for. */
    static void checkMode(IdEngine mode, String key, LeafProperties properties, Problems problems) {
        boolean anyEngine = properties.uses(IdEngine.SEGMENT) || properties.uses(IdEngine.SNOWFLAKE);
        problems.require(
                properties.uses(mode) || !anyEngine,
                key,
                "names an engine that is not enabled",
                "Set leaf.%s.enabled=true, or remove {}.".formatted(mode.text()));
    }

    /** Only a store can give the order of all nodes, at the moment of the call. */
    private static void checkGlobalOrder(
            String tag, String key, TagProperties settings, LeafProperties properties, Problems problems) {
        if (properties.uses(IdEngine.SNOWFLAKE) && properties.modeOf(tag) == IdEngine.SNOWFLAKE) {
            problems.add(
                    key + ".order",
                    "cannot be had from snowflake ids, which grow on each node and only roughly across nodes",
                    "Set %s.mode=segment and leaf.segment.enabled=true, or remove {}.".formatted(key));
            return;
        }
        problems.require(
                !settings.preload(),
                key + ".preload",
                "has no effect with %s.order=global, where nothing is reserved ahead".formatted(key),
                "Remove {}.");
        problems.require(
                !properties.segment().waitTimeout().isZero(),
                "leaf.segment.wait-timeout",
                "would refuse every call for tag '%s', whose ids are allocated while the call waits (%s.order=global)"
                        .formatted(tag, key),
                "Set {}=1s, for example.");
    }
}
