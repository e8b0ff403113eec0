package io.leafid.autoconfigure.properties.rules;

import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.LeafEnvironment;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.SegmentProperties;
import io.leafid.autoconfigure.properties.SegmentProperties.OnFailover;
import io.leafid.autoconfigure.properties.WorkerIdMode.Registry;
import io.leafid.jdbc.TableName;
import io.leafid.segment.SegmentSettings;
import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.segment.jdbc.FailoverPolicy;
import io.leafid.settings.InvalidSettingsException;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * The rules of all topics, and those of segments. A range is stated in the record of the engine that needs it and nowhere else: the record
 * is made where something of its group is written, since all defaults are in range, and its refusal is reported under the keys of its
 * components. The rules here are what no record can state: how settings go together, and what names and addresses look like. Stateless.
 */
final class SettingRules {

    private SettingRules() {}

    static void check(LeafProperties properties, Instant now, Problems problems) {
        boolean isName = properties.name() == null || LeafEnvironment.isValidName(properties.name());
        problems.require(isName, "leaf.name", "service-name");
        checkJdbc(properties, problems);
        if (problems.sets("leaf.default-mode")) {
            checkMode(properties.defaultMode(), "leaf.default-mode", properties, problems);
        }
        if (problems.sets("leaf.tags")) {
            TagRules.check(properties, problems);
        }
        if (problems.sets("leaf.segment")) {
            checkSegment(properties.segment(), problems);
        }
        if (problems.sets("leaf.snowflake")) {
            SnowflakeRules.check(properties.snowflake(), now, problems);
        }
        if (problems.sets("leaf.remote")) {
            RemoteRules.check(properties, problems);
        }
        if (problems.sets("leaf.databases")
                || problems.sets("leaf.segment.databases")
                || problems.sets("leaf.segment.slots")) {
            new DatabaseRules(properties, problems).check();
        }
        if (problems.sets("leaf.web")) {
            problems.accept("leaf.web", properties.web()::settings);
        }
    }

    private static void checkJdbc(LeafProperties properties, Problems problems) {
        String url = properties.jdbc().url();
        if (url != null) {
            problems.require(url.startsWith("jdbc:"), "leaf.jdbc.url", "database.url");
        } else if (properties.uses(IdEngine.SEGMENT)) {
            problems.require(properties.jdbc().username() == null, "leaf.jdbc.username", "jdbc.no-url");
            problems.require(properties.jdbc().driverClassName() == null, "leaf.jdbc.driver-class-name", "jdbc.no-url");
        }
    }

    /** Ids of a tag must not silently come from another engine than the one that was asked for. */
    static void checkMode(IdEngine mode, String key, LeafProperties properties, Problems problems) {
        boolean anyEngine = properties.uses(IdEngine.SEGMENT) || properties.uses(IdEngine.SNOWFLAKE);
        problems.require(properties.uses(mode) || !anyEngine, key, "mode", mode.text());
    }

    private static void checkSegment(SegmentProperties segment, Problems problems) {
        int step = segment.autoCreate().step();
        int max = segment.maxStep();
        boolean isReached = !segment.autoCreate().enabled() || step <= max || max < 1;
        problems.require(isReached, "leaf.segment.auto-create.step", "segment.step", max, step);
        boolean isSkipped = segment.onFailover() != OnFailover.SKIP || segment.failoverMargin() != 0;
        problems.require(isSkipped, "leaf.segment.failover-margin", "segment.failover-margin");
        if (problems.sets("leaf.segment.table") && Registry.DATABASE.isUsable(null)) {
            problems.accept("leaf.segment.table", "segment.table", () -> new TableName(segment.table()));
        }
        checkRanges(segment, problems);
    }

    /** Makes the records of the engine at once, and one by one if one is refused: a lambda for each is what a start would have to link. */
    private static void checkRanges(SegmentProperties segment, Problems problems) {
        try {
            segment.autoCreate().newTag();
            segment.settings(Map.of());
        } catch (InvalidSettingsException ex) {
            Duration refresh = segment.refreshInterval();
            problems.accept("leaf.segment", () -> segment.allocation(Map.of()));
            problems.accept(
                    "leaf.segment", () -> new SegmentSettings(AllocationSettings.DEFAULT, refresh, true, null, true));
            problems.accept("leaf.segment.auto-create", segment.autoCreate()::newTag);
        }
        if (problems.sets("leaf.segment.failover-margin") && Registry.DATABASE.isUsable(null)) {
            long margin = segment.failoverMargin();
            problems.accept("leaf.segment", () -> new FailoverPolicy(margin, event -> {}, TimeSource.system()));
        }
    }
}
