package io.leafid.autoconfigure.properties;

import io.leafid.SnowflakeLayout;
import io.leafid.Tags;
import io.leafid.autoconfigure.properties.SegmentProperties.OnFailover;
import io.leafid.segment.status.IdOrder;
import io.leafid.workerid.file.WorkerIdAssignment;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What settings must be that no record of an engine knows: how they go together, and what names and addresses look like. Stateless. */
final class CrossPropertyRules {

    private static final String WORK_ID_MAP = "leaf.snowflake.local.work-id-map";

    private static final String WORKER_ID = "leaf.snowflake.local.worker-id";

    private CrossPropertyRules() {}

    static void check(
            LeafEnvironment.Reading reading, LeafEnvironment environment, Instant now, PropertyProblems problems) {
        LeafProperties properties = reading.properties();
        checkName(properties.name(), problems);
        checkJdbc(properties, problems);
        if (environment.isSet("leaf.default-mode")) {
            checkMode(properties.defaultMode(), "leaf.default-mode", properties, problems);
        }
        new TreeMap<>(properties.tags()).forEach((tag, settings) -> checkTag(tag, settings, properties, problems));
        if (reading.sets("leaf.segment")) {
            checkSegment(properties.segment(), problems);
        }
        if (reading.sets("leaf.snowflake")) {
            checkPeers(properties.snowflake().peerCheck().threshold(), problems);
            checkLayout(properties.snowflake(), now, problems);
        }
        properties.publicIds().check(problems);
        RemoteProperties.Rules.check(properties, environment, problems);
    }

    private static void checkName(@Nullable String name, PropertyProblems problems) {
        problems.require(
                name == null || LeafEnvironment.isValidName(name),
                "leaf.name",
                "must be usable as one part of a path: no slash, no control character, not '.' or '..'",
                "Set leaf.name to the name of the service, such as orders.");
    }

    private static void checkJdbc(LeafProperties properties, PropertyProblems problems) {
        JdbcProperties jdbc = properties.jdbc();
        String url = jdbc.url();
        if (url != null) {
            problems.require(
                    url.startsWith("jdbc:"),
                    "leaf.jdbc.url",
                    "must begin with jdbc:",
                    "Set leaf.jdbc.url=jdbc:mysql://localhost:3306/leaf, for example.");
        } else if (properties.uses(IdEngine.SEGMENT)) {
            requireUnset(jdbc.username(), "leaf.jdbc.username", problems);
            requireUnset(jdbc.driverClassName(), "leaf.jdbc.driver-class-name", problems);
        }
    }

    private static void requireUnset(@Nullable String value, String key, PropertyProblems problems) {
        problems.require(
                value == null,
                key,
                "has no effect without leaf.jdbc.url",
                "Set leaf.jdbc.url too, or remove what else is set below leaf.jdbc.");
    }

    private static void checkTag(
            String tag, TagProperties settings, LeafProperties properties, PropertyProblems problems) {
        String key = ComponentKeys.ofTag(tag);
        problems.requireAccepted(
                () -> Tags.requireLegal(tag), key, "Name a tag of 1 to %d characters.".formatted(Tags.MAX_LENGTH));
        if (settings.mode() != null) {
            checkMode(settings.mode(), key + ".mode", properties, problems);
        }
        problems.requireAccepted(
                settings::limit,
                key + ".max-rate",
                "Set %s.max-rate=10000, for example; to issue none, set %s.enabled=false.".formatted(key, key));
        if (settings.order() == IdOrder.GLOBAL) {
            checkGlobalOrder(tag, settings, properties, problems);
        }
    }

    /** What contradicts the order of all nodes, which only a store can give, at the moment of the call. */
    private static void checkGlobalOrder(
            String tag, TagProperties settings, LeafProperties properties, PropertyProblems problems) {
        String key = ComponentKeys.ofTag(tag);
        if (properties.uses(IdEngine.SNOWFLAKE) && properties.modeOf(tag) == IdEngine.SNOWFLAKE) {
            problems.add(
                    key + ".order",
                    "cannot be had from snowflake ids, which grow on each node and only roughly across nodes",
                    "Set %s.mode=segment and leaf.segment.enabled=true, or remove %s.order.".formatted(key, key));
            return;
        }
        problems.require(
                !settings.preload(),
                key + ".preload",
                "has no effect with %s.order=global, where nothing is reserved ahead".formatted(key),
                "Remove %s.preload.".formatted(key));
        problems.require(
                !properties.segment().waitTimeout().isZero(),
                "leaf.segment.wait-timeout",
                "would refuse every call for tag '%s', whose ids are allocated while the call waits (%s.order=global)"
                        .formatted(tag, key),
                "Set leaf.segment.wait-timeout=1s, for example.");
    }

    /** Ids of a tag must not silently come from another engine than the one that was asked for. */
    private static void checkMode(IdEngine mode, String key, LeafProperties properties, PropertyProblems problems) {
        boolean anyEngine = properties.uses(IdEngine.SEGMENT) || properties.uses(IdEngine.SNOWFLAKE);
        problems.require(
                properties.uses(mode) || !anyEngine,
                key,
                "names an engine that is not enabled",
                "Set leaf.%s.enabled=true, or remove %s.".formatted(mode.text(), key));
    }

    private static void checkSegment(SegmentProperties segment, PropertyProblems problems) {
        int step = segment.autoCreate().step();
        problems.require(
                !segment.autoCreate().enabled() || step <= segment.maxStep() || segment.maxStep() < 1,
                "leaf.segment.auto-create.step",
                "is larger than leaf.segment.max-step (%d), which would have no effect".formatted(segment.maxStep()),
                "Set leaf.segment.max-step to at least leaf.segment.auto-create.step (%d), or lower the latter."
                        .formatted(step));
        problems.require(
                segment.onFailover() != OnFailover.SKIP || segment.failoverMargin() != 0,
                "leaf.segment.failover-margin",
                "would skip nothing, although leaf.segment.on-failover is skip",
                "Set leaf.segment.failover-margin=10000000, ten times the default max-step, for example.");
    }

    /** A record of the engine takes 0 for no comparison, which has a setting of its own. */
    private static void checkPeers(Duration threshold, PropertyProblems problems) {
        problems.require(
                !threshold.isZero(),
                "leaf.snowflake.peer-check.threshold",
                "must be longer than 0",
                "Set leaf.snowflake.peer-check.enabled=false to compare no clocks.");
    }

    private static void checkLayout(SnowflakeProperties snowflake, Instant now, PropertyProblems problems) {
        boolean isOld = snowflake.epoch().toEpochMilli() < 0;
        String key = isOld ? "leaf.snowflake.epoch" : "leaf.snowflake.layout";
        String remedy = isOld
                ? "Set leaf.snowflake.epoch to a day before the first id, such as 2024-01-01T00:00:00Z."
                : snowflake.layout().remedy();
        if (problems.requireAccepted(snowflake::idLayout, key, remedy)) {
            SnowflakeLayout layout = snowflake.idLayout();
            checkEpoch(layout, now, problems);
            checkWorkerIds(snowflake, layout.maxWorkerId(), problems);
        }
    }

    private static void checkEpoch(SnowflakeLayout layout, Instant now, PropertyProblems problems) {
        problems.require(
                !layout.epoch().isAfter(now),
                "leaf.snowflake.epoch",
                "lies in the future by the clock of this machine, and no id can be made before it",
                "Set leaf.snowflake.epoch to a day before the first id, such as 2024-01-01T00:00:00Z.");
        problems.require(
                layout.lastInstant().isAfter(now),
                "leaf.snowflake.epoch",
                "lies too far back: %d bits of milliseconds end at %s, which has passed"
                        .formatted(layout.timestampBits(), layout.lastInstant()),
                "Set more leaf.snowflake.layout.timestamp-bits, or a later leaf.snowflake.epoch if no ids exist yet.");
    }

    private static void checkWorkerIds(SnowflakeProperties snowflake, int max, PropertyProblems problems) {
        problems.require(
                snowflake.workerIds().last() <= max || !problems.isSet("leaf.snowflake.worker-ids"),
                "leaf.snowflake.worker-ids",
                "must end at %d or below, which is what the layout has room for".formatted(max),
                "Set leaf.snowflake.worker-ids=0-%d.".formatted(max));
        checkWorkerId(snowflake.local().workerId(), max, problems);
        checkWorkIdMap(snowflake.local().workIdMap(), max, problems);
    }

    private static void checkWorkerId(@Nullable String workerId, int max, PropertyProblems problems) {
        String remedy = "Set %s to a number that no other instance has.".formatted(WORKER_ID);
        boolean isOne = problems.requireAccepted(() -> WorkerIdAssignment.of(workerId, Map.of()), WORKER_ID, remedy);
        if (isOne && workerId != null && !workerId.equals(WorkerIdAssignment.ORDINAL)) {
            String range = "must be from 0 to %d, or %s".formatted(max, WorkerIdAssignment.ORDINAL);
            problems.require(Integer.parseInt(workerId) <= max, WORKER_ID, range, remedy);
        }
    }

    /** Each instance by itself, so that all problems are reported, then all together. */
    private static void checkWorkIdMap(Map<String, Integer> workIdMap, int max, PropertyProblems problems) {
        Map<String, Integer> usable = new LinkedHashMap<>();
        workIdMap.forEach((owner, id) -> {
            if (isInstance(owner, id, problems)) {
                usable.put(owner, id);
            }
            problems.require(
                    id <= max,
                    WORK_ID_MAP,
                    "worker id %d of '%s' is not from 0 to %d".formatted(id, owner, max),
                    "Give '%s' a worker id from 0 to %d.".formatted(owner, max));
        });
        problems.requireAccepted(
                () -> WorkerIdAssignment.of(null, usable), WORK_ID_MAP, "Give every instance a worker id of its own.");
    }

    private static boolean isInstance(String owner, int id, PropertyProblems problems) {
        return problems.requireAccepted(
                () -> WorkerIdAssignment.of(null, Map.of(owner, id)),
                WORK_ID_MAP,
                "Write %1$s[10.0.0.1:8080]=1 in a properties file, \"[10.0.0.1:8080]\" as a key in YAML."
                        .formatted(WORK_ID_MAP));
    }
}
