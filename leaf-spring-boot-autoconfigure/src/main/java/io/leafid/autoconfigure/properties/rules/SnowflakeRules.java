package io.leafid.autoconfigure.properties.rules;

import io.leafid.SnowflakeLayout;
import io.leafid.autoconfigure.properties.SnowflakeProperties;
import io.leafid.autoconfigure.properties.WorkerIdMode.Registry;
import io.leafid.jdbc.TableName;
import io.leafid.workerid.file.WorkerIdAssignment;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rules for snowflake ids. Stateless. */
final class SnowflakeRules {

    private static final String WORK_ID_MAP = "leaf.snowflake.local.work-id-map";

    private static final String WORKER_ID = "leaf.snowflake.local.worker-id";

    private static final String EPOCH_REMEDY =
            "Set leaf.snowflake.epoch to a day before the first id, such as 2024-01-01T00:00:00Z.";

    private SnowflakeRules() {}

    /** The record of the engine takes 0 for no comparison of clocks, which has a setting of its own. */
    static void check(SnowflakeProperties snowflake, Instant now, Problems problems) {
        problems.require(
                !snowflake.peerCheck().threshold().isZero(),
                "leaf.snowflake.peer-check.threshold",
                "must be longer than 0",
                "Set leaf.snowflake.peer-check.enabled=false to compare no clocks.");
        boolean isOld = snowflake.epoch().toEpochMilli() < 0;
        String key = isOld ? "leaf.snowflake.epoch" : "leaf.snowflake.layout";
        String remedy = isOld ? EPOCH_REMEDY : snowflake.layout().remedy();
        if (problems.accept(key, snowflake::idLayout, remedy)) {
            checkLayout(snowflake, snowflake.idLayout(), now, problems);
        }
        if (EngineRecords.isUsable(Registry.DATABASE)) {
            problems.accept(
                    "leaf.snowflake.mysql.table",
                    () -> new TableName(snowflake.mysql().table()),
                    "Set {}=leaf_workerid_alloc.");
        }
    }

    private static void checkLayout(
            SnowflakeProperties snowflake, SnowflakeLayout layout, Instant now, Problems problems) {
        int max = layout.maxWorkerId();
        problems.require(
                !layout.epoch().isAfter(now),
                "leaf.snowflake.epoch",
                "is in the future by the clock of this machine, and no id can be made before it",
                EPOCH_REMEDY);
        problems.require(
                layout.lastInstant().isAfter(now),
                "leaf.snowflake.epoch",
                "is too far back: %d bits of milliseconds end at %s, which has passed"
                        .formatted(layout.timestampBits(), layout.lastInstant()),
                "Set more leaf.snowflake.layout.timestamp-bits, or a later leaf.snowflake.epoch if no ids exist yet.");
        problems.require(
                snowflake.workerIds().last() <= max || !problems.isSet("leaf.snowflake.worker-ids"),
                "leaf.snowflake.worker-ids",
                "must end at %d or below, which is what the layout has room for".formatted(max),
                "Set {}=0-%d.".formatted(max));
        checkWorkerId(snowflake.local().workerId(), max, problems);
        checkWorkIdMap(snowflake.local().workIdMap(), max, problems);
    }

    private static void checkWorkerId(@Nullable String workerId, int max, Problems problems) {
        String remedy = "Set {} to a number that no other instance has.";
        if (workerId != null && problems.accept(WORKER_ID, () -> WorkerIdAssignment.of(workerId, Map.of()), remedy)) {
            problems.require(
                    workerId.equals(WorkerIdAssignment.ORDINAL) || Integer.parseInt(workerId) <= max,
                    WORKER_ID,
                    "must be from 0 to %d, or %s".formatted(max, WorkerIdAssignment.ORDINAL),
                    remedy);
        }
    }

    /** Each instance by itself, so that all problems are reported, then all together. */
    private static void checkWorkIdMap(Map<String, Integer> workIdMap, int max, Problems problems) {
        Map<String, Integer> usable = new LinkedHashMap<>();
        workIdMap.forEach((owner, id) -> {
            if (problems.accept(
                    WORK_ID_MAP,
                    () -> WorkerIdAssignment.of(null, Map.of(owner, id)),
                    "Write {}[10.0.0.1:8080]=1 in a properties file, \"[10.0.0.1:8080]\" as a key in YAML.")) {
                usable.put(owner, id);
            }
            problems.require(
                    id <= max,
                    WORK_ID_MAP,
                    "worker id %d of '%s' is not from 0 to %d".formatted(id, owner, max),
                    "Give '%s' a worker id from 0 to %d.".formatted(owner, max));
        });
        if (!usable.isEmpty()) {
            problems.accept(
                    WORK_ID_MAP,
                    () -> WorkerIdAssignment.of(null, usable),
                    "Give every instance a worker id of its own.");
        }
    }
}
