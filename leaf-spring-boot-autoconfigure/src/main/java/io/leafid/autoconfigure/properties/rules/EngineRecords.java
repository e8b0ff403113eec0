package io.leafid.autoconfigure.properties.rules;

import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.SegmentProperties;
import io.leafid.autoconfigure.properties.SnowflakeProperties;
import io.leafid.autoconfigure.properties.WorkerIdMode.Registry;
import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.segment.interleaved.InterleavedSettings;
import io.leafid.segment.jdbc.FailoverPolicy;
import io.leafid.settings.InvalidSettingsException;
import io.leafid.time.TimeSource;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.zookeeper.ZooKeeperNamespace;
import io.leafid.workerid.zookeeper.ZooKeeperSettings;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/**
 * The records that the engines are set up with. Each is made where something of its group is written, since all defaults are in range, and
 * its refusal is reported under the keys of its components: a range is stated in the record that needs it and nowhere else. One method
 * instead of a lambda each, which a start would have to link. Stateless.
 */
enum EngineRecords {
    WEB("leaf.web", "leaf.web"),
    ALLOCATION("leaf.segment", "leaf.segment"),
    SEGMENT("leaf.segment", "leaf.segment"),
    SLOTS("leaf.segment.databases", "leaf.segment"),
    NEW_TAG("leaf.segment.auto-create", "leaf.segment.auto-create"),
    FAILOVER("leaf.segment.failover-margin", "leaf.segment"),
    FIXED_LEASE("leaf.snowflake", "leaf.snowflake"),
    FREE_LEASE("leaf.snowflake", "leaf.snowflake.recycle"),
    CLOCK("leaf.snowflake.clock", "leaf.snowflake.clock"),
    PORT("leaf.snowflake.port", "leaf.snowflake"),
    ZOOKEEPER("leaf.snowflake.zk", "leaf.snowflake.zk"),
    NAMESPACE("leaf.snowflake.zk", "leaf.snowflake.zk");

    private final String group;
    private final String prefix;

    EngineRecords(String group, String prefix) {
        this.group = group;
        this.prefix = prefix;
    }

    static void check(LeafProperties properties, Problems problems) {
        for (EngineRecords each : values()) {
            try {
                Object unused = problems.sets(each.group) ? each.make(properties) : each;
            } catch (InvalidSettingsException ex) {
                problems.addAll(each.prefix, ex);
            } catch (ArithmeticException ex) {
                problems.add(each.prefix, "value.long-duration");
            }
        }
    }

    private Object make(LeafProperties properties) {
        return switch (this) {
            case WEB -> properties.web().settings();
            case ALLOCATION -> properties.segment().allocation(Map.of());
            case SEGMENT -> properties.segment().settings(AllocationSettings.DEFAULT);
            case SLOTS -> slots(properties.segment());
            case NEW_TAG -> properties.segment().autoCreate().newTag();
            case FAILOVER -> isUsable(Registry.DATABASE) ? failover(properties.segment()) : this;
            case FIXED_LEASE -> properties.snowflake().keeperSettings(true);
            case FREE_LEASE -> properties.snowflake().keeperSettings(false);
            case CLOCK -> properties.snowflake().engineSettings();
            case PORT ->
                new NodeIdentity(
                        "localhost",
                        Objects.requireNonNullElse(properties.snowflake().port(), 1));
            case ZOOKEEPER ->
                isUsable(Registry.ZOOKEEPER) ? zooKeeper(properties.snowflake().zk()) : this;
            case NAMESPACE ->
                isUsable(Registry.ZOOKEEPER) ? namespace(properties.snowflake().zk()) : this;
        };
    }

    /** Settings of a module that is missing are used by nothing. */
    static boolean isUsable(Registry module) {
        return module.isUsable(EngineRecords.class.getClassLoader());
    }

    private static Object slots(SegmentProperties segment) {
        Duration timeout = segment.loadTimeout();
        return (segment.isInterleaved() && timeout.compareTo(Duration.ZERO) > 0)
                ? new InterleavedSettings(timeout, event -> {}, Runnable::run, TimeSource.system(), () -> 0)
                : SLOTS;
    }

    private static Object failover(SegmentProperties segment) {
        return new FailoverPolicy(segment.failoverMargin(), event -> {}, TimeSource.system());
    }

    private static Object zooKeeper(SnowflakeProperties.Zk zk) {
        String servers = Objects.requireNonNullElse(zk.address(), "localhost");
        return new ZooKeeperSettings(servers, zk.sessionTimeout(), zk.connectionTimeout(), zk.digest());
    }

    private static Object namespace(SnowflakeProperties.Zk zk) {
        return new ZooKeeperNamespace(zk.root(), "any");
    }
}
