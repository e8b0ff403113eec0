package io.leafid.autoconfigure.properties.rules;

import io.leafid.SnowflakeLayout;
import io.leafid.autoconfigure.properties.SnowflakeProperties;
import io.leafid.autoconfigure.properties.SnowflakeProperties.Preset;
import io.leafid.autoconfigure.properties.WorkerIdMode.Registry;
import io.leafid.jdbc.TableName;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.file.WorkerIdAssignment;
import io.leafid.workerid.zookeeper.ZooKeeperNamespace;
import io.leafid.workerid.zookeeper.client.ZooKeeperSettings;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Rules for snowflake ids. Stateless. */
final class SnowflakeRules {

    private static final String EPOCH = "leaf.snowflake.epoch";

    private static final String WORKER_ID = "leaf.snowflake.local.worker-id";

    private static final String WORK_ID_MAP = "leaf.snowflake.local.work-id-map";

    private SnowflakeRules() {}

    /** The record of the engine takes 0 for no comparison of clocks, which has a setting of its own. */
    static void check(SnowflakeProperties snowflake, Instant now, Problems problems) {
        boolean compares = !snowflake.peerCheck().threshold().isZero();
        problems.require(compares, "leaf.snowflake.peer-check.threshold", "snowflake.peer-threshold");
        boolean isOld = snowflake.epoch().toEpochMilli() < 0;
        boolean isSmall = snowflake.layout().preset() == Preset.JAVASCRIPT;
        String key = isOld ? EPOCH : "leaf.snowflake.layout";
        if (problems.accept(
                key,
                isOld ? "snowflake.epoch" : isSmall ? "snowflake.layout.javascript" : "snowflake.layout",
                snowflake::idLayout)) {
            checkLayout(snowflake, snowflake.idLayout(), now, problems);
        }
        if (Registry.DATABASE.isUsable(null)) {
            String table = snowflake.mysql().table();
            problems.accept("leaf.snowflake.mysql.table", "snowflake.table", () -> new TableName(table));
        }
        checkRanges(snowflake, problems);
    }

    private static void checkRanges(SnowflakeProperties snowflake, Problems problems) {
        problems.accept("leaf.snowflake", () -> snowflake.keeperSettings(true));
        problems.accept("leaf.snowflake.recycle", () -> snowflake.keeperSettings(false));
        problems.accept("leaf.snowflake.clock", snowflake::engineSettings);
        int port = Objects.requireNonNullElse(snowflake.port(), 1);
        problems.accept("leaf.snowflake", () -> new NodeIdentity("localhost", port));
        if (problems.sets("leaf.snowflake.zk") && Registry.ZOOKEEPER.isUsable(null)) {
            SnowflakeProperties.Zk zk = snowflake.zk();
            String servers = Objects.requireNonNullElse(zk.address(), "localhost");
            problems.accept(
                    "leaf.snowflake.zk",
                    () -> new ZooKeeperSettings(servers, zk.sessionTimeout(), zk.connectionTimeout(), zk.digest()));
            problems.accept("leaf.snowflake.zk", () -> new ZooKeeperNamespace(zk.root(), "any"));
        }
    }

    private static void checkLayout(
            SnowflakeProperties snowflake, SnowflakeLayout layout, Instant now, Problems problems) {
        Instant end = layout.lastInstant();
        int max = layout.maxWorkerId();
        boolean isRange = snowflake.workerIds().last() <= max || !problems.sets("leaf.snowflake.worker-ids");
        problems.require(!layout.epoch().isAfter(now), EPOCH, "snowflake.epoch.future");
        problems.require(end.isAfter(now), EPOCH, "snowflake.epoch.past", layout.timestampBits(), end);
        problems.require(isRange, "leaf.snowflake.worker-ids", "snowflake.worker-ids", max);
        checkWorkerId(snowflake.local().workerId(), max, problems);
        Map<String, Integer> workIdMap = snowflake.local().workIdMap();
        if (!workIdMap.isEmpty()) {
            checkWorkIdMap(workIdMap, max, problems);
        }
    }

    private static void checkWorkerId(@Nullable String workerId, int max, Problems problems) {
        if (workerId != null
                && problems.accept(WORKER_ID, "snowflake.worker-id", () -> WorkerIdAssignment.of(workerId, Map.of()))) {
            boolean isFree = workerId.equals(WorkerIdAssignment.ORDINAL) || Integer.parseInt(workerId) <= max;
            problems.require(isFree, WORKER_ID, "snowflake.worker-id.range", max, WorkerIdAssignment.ORDINAL);
        }
    }

    /** Each instance by itself, so that all problems are reported, then all together. */
    private static void checkWorkIdMap(Map<String, Integer> workIdMap, int max, Problems problems) {
        Map<String, Integer> usable = new LinkedHashMap<>();
        workIdMap.forEach((owner, id) -> {
            Map<String, Integer> alone = Map.of(owner, id);
            if (problems.accept(WORK_ID_MAP, "snowflake.work-id-map.entry", () -> WorkerIdAssignment.of(null, alone))) {
                usable.put(owner, id);
            }
            problems.require(id <= max, WORK_ID_MAP, "snowflake.work-id-map.range", id, owner, max);
        });
        problems.accept(WORK_ID_MAP, "snowflake.work-id-map", () -> WorkerIdAssignment.of(null, usable));
    }
}
