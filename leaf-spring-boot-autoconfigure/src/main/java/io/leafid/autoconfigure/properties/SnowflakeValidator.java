package io.leafid.autoconfigure.properties;

import io.leafid.SnowflakeLayout;
import io.leafid.autoconfigure.properties.SnowflakeProperties.Layout;
import io.leafid.jdbc.TableName;
import io.leafid.workerid.file.WorkerIdAssignment;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** What the settings of the snowflake engine must be. Stateless. */
final class SnowflakeValidator {

    private static final Pattern HOST_AND_PORT = Pattern.compile("\\S+:[1-9]\\d{0,4}");

    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

    private static final String WORK_ID_MAP = "leaf.snowflake.local.work-id-map";

    private static final int MAX_PORT = 65_535;

    private SnowflakeValidator() {}

    static void check(SnowflakeProperties snowflake, Instant now, PropertyProblems problems) {
        problems.requirePositive(snowflake.reportInterval(), "leaf.snowflake.report-interval", "3s");
        problems.requirePositive(snowflake.reservation(), "leaf.snowflake.reservation", "10s");
        requireTwice("leaf.snowflake.reservation", snowflake.reservation(), snowflake, problems);
        requireTwice("leaf.snowflake.recycle.reservation", snowflake.recycle().reservation(), snowflake, problems);
        problems.requireNotNegative(
                snowflake.clock().toleratedBackwards(), "leaf.snowflake.clock.tolerated-backwards", "5ms");
        problems.requireNotNegative(snowflake.clock().maxLead(), "leaf.snowflake.clock.max-lead", "1s");
        problems.requirePositive(snowflake.peerCheck().threshold(), "leaf.snowflake.peer-check.threshold", "5s");
        problems.requirePositive(snowflake.recycle().reservation(), "leaf.snowflake.recycle.reservation", "10m");
        Integer port = snowflake.port();
        problems.require(
                port == null || (port >= 1 && port <= MAX_PORT),
                "leaf.snowflake.port",
                "must be from 1 to 65535, since a port of 0 tells no instance from another",
                "Set leaf.snowflake.port=8080, for example; it identifies this instance, nothing listens on it.");
        problems.requireAccepted(
                () -> new TableName(snowflake.mysql().table()),
                "leaf.snowflake.mysql.table",
                "Set leaf.snowflake.mysql.table=leaf_workerid_alloc.");
        checkZooKeeper(snowflake.zk(), problems);
        checkLayout(snowflake, now, problems);
    }

    private static void requireTwice(
            String key, Duration reservation, SnowflakeProperties snowflake, PropertyProblems problems) {
        problems.require(
                reservation.dividedBy(2).compareTo(snowflake.reportInterval()) >= 0,
                "leaf.snowflake.report-interval",
                "must be at most half of %s, or ids would pause when one report is late".formatted(key),
                "Set %1$s to at least twice leaf.snowflake.report-interval, or lower leaf.snowflake.report-interval to half of %1$s."
                        .formatted(key));
    }

    private static void checkZooKeeper(SnowflakeProperties.Zk zk, PropertyProblems problems) {
        problems.requirePositive(zk.sessionTimeout(), "leaf.snowflake.zk.session-timeout", "15s");
        problems.requirePositive(zk.connectionTimeout(), "leaf.snowflake.zk.connection-timeout", "10s");
        problems.require(
                zk.root().startsWith("/")
                        && (zk.root().length() == 1 || !zk.root().endsWith("/")),
                "leaf.snowflake.zk.root",
                "must begin with a slash and end without one",
                "Set leaf.snowflake.zk.root=/snowflake.");
    }

    private static void checkLayout(SnowflakeProperties snowflake, Instant now, PropertyProblems problems) {
        Layout bits = snowflake.layout();
        SnowflakeLayout layout;
        try {
            layout = new SnowflakeLayout(
                    snowflake.epoch().toEpochMilli(), bits.timestampBits(), bits.workerIdBits(), bits.sequenceBits());
        } catch (IllegalArgumentException ex) {
            boolean epoch = snowflake.epoch().toEpochMilli() < 0;
            String remedy = epoch
                    ? "Set leaf.snowflake.epoch to a day before the first id, such as 2024-01-01T00:00:00Z."
                    : "Choose the three parts of leaf.snowflake.layout so that they fill %d bits, such as 41 + 10 + 12."
                            .formatted(SnowflakeLayout.TOTAL_BITS);
            String key = epoch ? "leaf.snowflake.epoch" : "leaf.snowflake.layout";
            problems.add(key, String.valueOf(ex.getMessage()), remedy);
            return;
        }
        checkEpoch(snowflake.epoch(), layout, now, problems);
        int max = layout.maxWorkerId();
        problems.require(
                snowflake.workerIds().last() <= max,
                "leaf.snowflake.worker-ids",
                "must end at %d or below, which is what the layout has room for".formatted(max),
                "Set leaf.snowflake.worker-ids=0-%d.".formatted(max));
        checkLocal(snowflake.local(), max, problems);
    }

    private static void checkEpoch(Instant epoch, SnowflakeLayout layout, Instant now, PropertyProblems problems) {
        String remedy = "Set leaf.snowflake.epoch to a day before the first id, such as 2024-01-01T00:00:00Z.";
        problems.require(
                !epoch.isAfter(now),
                "leaf.snowflake.epoch",
                "lies in the future by the clock of this machine, and no id can be made before it",
                remedy);
        Instant last = layout.lastInstant();
        problems.require(
                last.isAfter(now),
                "leaf.snowflake.epoch",
                "lies too far back: %d bits of milliseconds end at %s, which has passed"
                        .formatted(layout.timestampBits(), last),
                "Set more leaf.snowflake.layout.timestamp-bits, or a later leaf.snowflake.epoch if no ids exist yet.");
    }

    private static void checkLocal(SnowflakeProperties.Local local, int max, PropertyProblems problems) {
        String workerId = local.workerId();
        boolean isNumber = workerId != null && NUMBER.matcher(workerId).matches();
        problems.require(
                workerId == null
                        || workerId.equals(WorkerIdAssignment.ORDINAL)
                        || (isNumber && Integer.parseInt(workerId) <= max),
                "leaf.snowflake.local.worker-id",
                "must be from 0 to %d, or %s".formatted(max, WorkerIdAssignment.ORDINAL),
                "Set leaf.snowflake.local.worker-id to a number that no other instance has.");
        Map<Integer, String> owners = new HashMap<>();
        local.workIdMap().forEach((owner, id) -> {
            checkMapping(owner, id, max, problems);
            String other = owners.putIfAbsent(id, owner);
            problems.require(
                    other == null,
                    WORK_ID_MAP,
                    "'%s' and '%s' have the same worker id %d".formatted(other, owner, id),
                    "Give every instance a worker id of its own.");
        });
    }

    private static void checkMapping(String owner, int id, int max, PropertyProblems problems) {
        problems.require(
                HOST_AND_PORT.matcher(owner).matches(),
                WORK_ID_MAP,
                "key '%s' is not host:port".formatted(owner),
                "Write " + WORK_ID_MAP
                        + "[10.0.0.1:8080]=1 in a properties file, \"[10.0.0.1:8080]\" as a key in YAML.");
        problems.require(
                id >= 0 && id <= max,
                WORK_ID_MAP,
                "worker id %d of '%s' is not from 0 to %d".formatted(id, owner, max),
                "Give '%s' a worker id from 0 to %d.".formatted(owner, max));
    }
}
