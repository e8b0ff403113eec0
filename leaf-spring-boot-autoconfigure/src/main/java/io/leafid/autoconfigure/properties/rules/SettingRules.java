package io.leafid.autoconfigure.properties.rules;

import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.JdbcProperties;
import io.leafid.autoconfigure.properties.LeafEnvironment;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.SegmentProperties;
import io.leafid.autoconfigure.properties.SegmentProperties.OnFailover;
import io.leafid.autoconfigure.properties.WorkerIdMode.Registry;
import io.leafid.jdbc.TableName;
import java.time.Instant;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Rules that no record of an engine can state: how settings go together, and what names and addresses look like. Stateless. */
final class SettingRules {

    private SettingRules() {}

    static void check(LeafProperties properties, CheckedBinding binding, Instant now, Problems problems) {
        problems.require(
                properties.name() == null || LeafEnvironment.isValidName(properties.name()),
                "leaf.name",
                "must be usable as one part of a path: no slash, no control character, not '.' or '..'",
                "Set leaf.name to the name of the service, such as orders.");
        checkJdbc(properties, problems);
        if (problems.isSet("leaf.default-mode")) {
            TagRules.checkMode(properties.defaultMode(), "leaf.default-mode", properties, problems);
        }
        if (!properties.tags().isEmpty()) {
            new TreeMap<>(properties.tags())
                    .forEach((tag, settings) -> TagRules.check(tag, settings, properties, problems));
        }
        if (binding.sets("leaf.segment")) {
            checkSegment(properties.segment(), problems);
        }
        checkTopics(properties, binding, now, problems);
        EngineRecords.check(properties, binding, problems);
    }

    private static void checkTopics(LeafProperties properties, CheckedBinding binding, Instant now, Problems problems) {
        if (binding.sets("leaf.snowflake")) {
            SnowflakeRules.check(properties.snowflake(), now, problems);
        }
        if (binding.sets("leaf.public-ids")) {
            PublicIdRules.check(properties.publicIds(), problems);
        }
        if (binding.sets("leaf.remote")) {
            RemoteRules.check(properties, problems);
        }
        if (mayNameDatabases(binding)) {
            DatabaseRules.check(properties, problems);
        }
    }

    private static boolean mayNameDatabases(CheckedBinding binding) {
        return binding.sets("leaf.databases")
                || binding.sets("leaf.tags")
                || binding.sets("leaf.segment.databases")
                || binding.sets("leaf.segment.slots");
    }

    private static void checkJdbc(LeafProperties properties, Problems problems) {
        JdbcProperties jdbc = properties.jdbc();
        if (jdbc.url() != null) {
            DatabaseRules.checkUrl("leaf.jdbc.url", jdbc.url(), problems);
        } else if (properties.uses(IdEngine.SEGMENT)) {
            requireUnset(jdbc.username(), "leaf.jdbc.username", problems);
            requireUnset(jdbc.driverClassName(), "leaf.jdbc.driver-class-name", problems);
        }
    }

    private static void requireUnset(@Nullable String value, String key, Problems problems) {
        problems.require(
                value == null,
                key,
                "has no effect without leaf.jdbc.url",
                "Set leaf.jdbc.url too, or remove what else is set below leaf.jdbc.");
    }

    private static void checkSegment(SegmentProperties segment, Problems problems) {
        int step = segment.autoCreate().step();
        problems.require(
                !segment.autoCreate().enabled() || step <= segment.maxStep() || segment.maxStep() < 1,
                "leaf.segment.auto-create.step",
                "is larger than leaf.segment.max-step (%d), which would have no effect".formatted(segment.maxStep()),
                "Set leaf.segment.max-step to at least {} (%d), or lower the latter.".formatted(step));
        problems.require(
                segment.onFailover() != OnFailover.SKIP || segment.failoverMargin() != 0,
                "leaf.segment.failover-margin",
                "would skip nothing, although leaf.segment.on-failover is skip",
                "Set {}=10000000, ten times the default max-step, for example.");
        if (problems.isSet("leaf.segment.table") && EngineRecords.isUsable(Registry.DATABASE)) {
            problems.accept("leaf.segment.table", () -> new TableName(segment.table()), "Set {}=leaf_alloc.");
        }
    }
}
