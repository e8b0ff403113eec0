package io.leafid.autoconfigure.properties;

import io.leafid.autoconfigure.properties.WorkerIdMode.Registry;
import io.leafid.jdbc.TableName;
import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.segment.interleaved.InterleavedSettings;
import io.leafid.segment.jdbc.FailoverPolicy;
import io.leafid.time.TimeSource;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.zookeeper.ZooKeeperNamespace;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The records that the engines are set up with: each is made once, and what it refuses is reported under the keys of its components. So a
 * range is stated in the record that needs it and nowhere else. Stateless.
 */
final class SettingsRecords {

    private static final String ANY_SERVER = "localhost";

    private SettingsRecords() {}

    /** Where nothing is set all defaults hold, which are in range; the records of engines that are not used need not be loaded. */
    static void check(LeafEnvironment.Reading reading, PropertyProblems problems) {
        LeafProperties properties = reading.properties();
        new TreeMap<>(properties.tags())
                .forEach((tag, settings) -> problems.make(ComponentKeys.ofTag(tag), () -> settings.settings(null)));
        if (reading.sets("leaf.web")) {
            problems.make("leaf.web", properties.web()::settings);
        }
        if (reading.sets("leaf.segment")) {
            checkSegment(properties.segment(), problems);
        }
        if (reading.sets("leaf.snowflake")) {
            checkSnowflake(properties.snowflake(), problems);
        }
    }

    private static void checkSegment(SegmentProperties segment, PropertyProblems problems) {
        problems.make("leaf.segment", () -> segment.allocation(Map.of()));
        problems.make("leaf.segment", () -> segment.settings(AllocationSettings.DEFAULT));
        if (segment.isInterleaved() && segment.loadTimeout().compareTo(Duration.ZERO) > 0) {
            problems.make("leaf.segment", () -> interleaved(segment.loadTimeout()));
        }
        problems.make("leaf.segment.auto-create", segment.autoCreate()::newTag);
        if (isUsable(Registry.DATABASE)) {
            problems.requireAccepted(
                    () -> new TableName(segment.table()), "leaf.segment.table", "Set leaf.segment.table=leaf_alloc.");
            problems.make(
                    "leaf.segment",
                    () -> new FailoverPolicy(segment.failoverMargin(), event -> {}, TimeSource.system()));
        }
    }

    /** Settings of a module that is missing are used by nothing. */
    private static boolean isUsable(Registry module) {
        return module.isUsable(SettingsRecords.class.getClassLoader());
    }

    private static void interleaved(Duration loadTimeout) {
        new InterleavedSettings(loadTimeout, event -> {}, Runnable::run, TimeSource.system(), () -> 0);
    }

    private static void checkPort(@Nullable Integer port, PropertyProblems problems) {
        if (port != null) {
            problems.make("leaf.snowflake", () -> new NodeIdentity(ANY_SERVER, port));
        }
    }

    private static void checkSnowflake(SnowflakeProperties snowflake, PropertyProblems problems) {
        problems.make("leaf.snowflake", () -> snowflake.keeperSettings(true));
        problems.make("leaf.snowflake.recycle", () -> snowflake.keeperSettings(false));
        problems.make("leaf.snowflake.clock", snowflake::engineSettings);
        checkPort(snowflake.port(), problems);
        if (isUsable(Registry.DATABASE)) {
            problems.requireAccepted(
                    () -> new TableName(snowflake.mysql().table()),
                    "leaf.snowflake.mysql.table",
                    "Set leaf.snowflake.mysql.table=leaf_workerid_alloc.");
        }
        if (isUsable(Registry.ZOOKEEPER)) {
            problems.make(
                    "leaf.snowflake.zk",
                    () -> snowflake
                            .zk()
                            .settings(Objects.requireNonNullElse(snowflake.zk().address(), ANY_SERVER)));
            problems.make(
                    "leaf.snowflake.zk",
                    () -> new ZooKeeperNamespace(snowflake.zk().root(), "any"));
        }
    }
}
