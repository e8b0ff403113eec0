package io.leafid.autoconfigure.properties.rules;

import io.leafid.SnowflakeLayout;
import io.leafid.Tags;
import io.leafid.autoconfigure.properties.ComponentKeys;
import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.LeafEnvironment;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.autoconfigure.properties.SegmentProperties;
import io.leafid.autoconfigure.properties.SegmentProperties.OnFailover;
import io.leafid.autoconfigure.properties.SnowflakeProperties;
import io.leafid.autoconfigure.properties.TagProperties;
import io.leafid.autoconfigure.properties.WorkerIdMode.Registry;
import io.leafid.segment.status.IdOrder;
import io.leafid.workerid.file.WorkerIdAssignment;
import io.leafid.workerid.zookeeper.ZooKeeperNamespace;
import io.leafid.workerid.zookeeper.client.ZooKeeperSettings;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rules for settings that a value's own type cannot state: how they go together. A range is stated by the record of the engine that needs
 * it, which is made here so that its refusal has the group. The first that is broken ends the start. Immutable.
 */
record SettingRules(LeafProperties properties) {

    private static final String EPOCH = "leaf.snowflake.epoch";

    private static final String EXAMPLE_EPOCH =
            "Set leaf.snowflake.epoch to a day before the first id, such as 2024-01-01T00:00:00Z.";

    void check(Instant now) {
        require(
                properties.name() == null || LeafEnvironment.isValidName(properties.name()),
                "leaf.name",
                "must be usable as one part of a path: no slash, no control character, no placeholder, not '.' or '..'",
                "Set leaf.name to the name of the service, such as orders.");
        String url = properties.jdbc().url();
        require(
                url == null || url.startsWith("jdbc:"),
                "leaf.jdbc.url",
                "must begin with jdbc:",
                "Set leaf.jdbc.url=jdbc:mysql://localhost:3306/leaf, for example.");
        requireEngine("leaf.default-mode", usesAny() ? otherwise() : null);
        new TreeMap<>(properties.tags()).forEach(this::checkTag);
        if (properties.uses(IdEngine.SEGMENT)) {
            checkSegment(properties.segment());
        }
        if (properties.uses(IdEngine.SNOWFLAKE)) {
            checkSnowflake(properties.snowflake(), now);
        }
        accept("leaf.web", properties.web()::check);
    }

    /** Fails unless a condition holds; what is wrong follows the key. */
    static void require(boolean holds, String key, String problem, String remedy) {
        if (!holds) {
            throw new LeafStartException("%s %s.".formatted(key, problem), remedy, null, List.of(key));
        }
    }

    /** Fails if a record of an engine refuses its components, whose names its message begins with. */
    static void accept(String group, Runnable settings) {
        try {
            settings.run();
        } catch (IllegalArgumentException | ArithmeticException ex) {
            String message = String.valueOf(ex.getMessage());
            String key = group + "." + message.replaceAll(" .*", "");
            throw new LeafStartException(
                    group + ": " + message.replaceAll("\\.$", "") + ".", "Correct it.", ex, List.of(key, group));
        }
    }

    private boolean usesAny() {
        return properties.uses(IdEngine.SEGMENT) || properties.uses(IdEngine.SNOWFLAKE);
    }

    /** The default engine if it is not simply the usual one. */
    private @Nullable IdEngine otherwise() {
        return (properties.defaultMode() == IdEngine.SEGMENT) ? null : properties.defaultMode();
    }

    /** Ids of a tag must not silently come from another engine than the one that was asked for. */
    private void requireEngine(String key, @Nullable IdEngine mode) {
        require(
                mode == null || properties.uses(mode),
                key,
                "names an engine that is not enabled",
                "Set leaf.%s.enabled=true, or remove %s.".formatted((mode == null) ? "" : mode.text(), key));
    }

    private void checkTag(String tag, TagProperties settings) {
        String key = ComponentKeys.ofTag(tag);
        accept(key, () -> Tags.requireLegal(tag));
        requireEngine(key + ".mode", usesAny() ? settings.mode() : null);
        accept(key, settings::limit);
        accept(key, settings::settings);
        if (settings.order() == IdOrder.GLOBAL && usesAny()) {
            checkGlobalOrder(key, tag, settings);
        }
    }

    /** Only a store can give the order of all nodes, at the moment of the call. */
    private void checkGlobalOrder(String key, String tag, TagProperties settings) {
        require(
                properties.modeOf(tag) == IdEngine.SEGMENT,
                key + ".order",
                "cannot be had from snowflake ids, which grow on each node and only roughly across nodes",
                "Set %s.mode=segment and leaf.segment.enabled=true, or remove %s.order.".formatted(key, key));
        require(
                !settings.preload(),
                key + ".preload",
                "has no effect with order=global, where nothing is reserved ahead",
                "Remove %s.preload.".formatted(key));
        require(
                !properties.segment().waitTimeout().isZero(),
                "leaf.segment.wait-timeout",
                "would refuse every call for tag '%s', whose ids are allocated while the call waits".formatted(tag),
                "Set leaf.segment.wait-timeout=1s, for example.");
    }

    private static void checkSegment(SegmentProperties segment) {
        accept("leaf.segment", () -> segment.settings(Map.of()));
        accept("leaf.segment.auto-create", segment.autoCreate()::newTag);
        int step = segment.autoCreate().step();
        require(
                !segment.autoCreate().enabled() || step <= segment.maxStep(),
                "leaf.segment.max-step",
                "is below leaf.segment.auto-create.step (%s)".formatted(step),
                "Raise it, or lower the step.");
        require(
                segment.onFailover() != OnFailover.SKIP || segment.failoverMargin() > 0,
                "leaf.segment.failover-margin",
                "would skip nothing, although leaf.segment.on-failover is skip",
                "Set leaf.segment.failover-margin=10000000, ten times the default max-step, for example.");
    }

    private static void checkSnowflake(SnowflakeProperties snowflake, Instant now) {
        accept("leaf.snowflake", snowflake::idLayout);
        SnowflakeLayout layout = snowflake.idLayout();
        Instant end = layout.lastInstant();
        require(!layout.epoch().isAfter(now), EPOCH, "is in the future by the clock of this machine", EXAMPLE_EPOCH);
        require(
                end.isAfter(now),
                EPOCH,
                "is too far back: %s bits of milliseconds have ended at %s".formatted(layout.timestampBits(), end),
                "Set more leaf.snowflake.layout.timestamp-bits, or a later epoch if no ids exist yet.");
        checkWorkerIds(snowflake, layout.maxWorkerId());
        accept("leaf.snowflake", () -> snowflake.keeperSettings(true));
        accept("leaf.snowflake.recycle", () -> snowflake.keeperSettings(false));
        accept("leaf.snowflake.clock", snowflake::engineSettings);
        if (snowflake.mode().registry() == Registry.ZOOKEEPER && Registry.ZOOKEEPER.isUsable(null)) {
            SnowflakeProperties.Zk zk = snowflake.zk();
            String servers = Objects.requireNonNullElse(zk.address(), "localhost");
            accept(
                    "leaf.snowflake.zk",
                    () -> new ZooKeeperSettings(servers, zk.sessionTimeout(), zk.connectionTimeout(), zk.digest()));
            accept("leaf.snowflake.zk", () -> new ZooKeeperNamespace(zk.root(), "any"));
        }
    }

    private static void checkWorkerIds(SnowflakeProperties snowflake, int max) {
        String workerId = snowflake.local().workerId();
        boolean isNumber = workerId != null && workerId.matches("[0-9]{1,9}");
        require(
                !isNumber || Integer.parseInt(workerId) <= max,
                "leaf.snowflake.local.worker-id",
                "must be from 0 to %s, or %s".formatted(max, WorkerIdAssignment.ORDINAL),
                "Set leaf.snowflake.local.worker-id to a number that no other instance has.");
        Map<String, Integer> workIdMap = snowflake.local().workIdMap();
        workIdMap.forEach((owner, id) -> require(
                id <= max,
                "leaf.snowflake.local.work-id-map",
                "has worker id %s for '%s', which is not from 0 to %s".formatted(id, owner, max),
                "Give '%s' a worker id from 0 to %s.".formatted(owner, max)));
    }
}
