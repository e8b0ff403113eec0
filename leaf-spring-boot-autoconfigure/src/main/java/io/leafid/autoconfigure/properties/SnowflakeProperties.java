package io.leafid.autoconfigure.properties;

import io.leafid.SnowflakeLayout;
import io.leafid.lease.KeeperSettings;
import io.leafid.lease.KeeperSettings.OnRegistryLoss;
import io.leafid.snowflake.SnowflakeSettings;
import io.leafid.snowflake.SnowflakeSettings.OnBackwards;
import io.leafid.snowflake.SnowflakeSettings.SequenceMode;
import io.leafid.snowflake.StartAfter;
import io.leafid.workerid.WorkerIdRange;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.DeprecatedConfigurationProperty;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Ids made of a timestamp, a worker id and a sequence. Immutable.
 *
 * @param enable Old name of leaf.snowflake.enabled.
 * @param enabled Whether snowflake ids are served.
 * @param mode Where this instance gets its worker id.
 * @param host Host name or address that identifies this instance; if not set, it is found out.
 * @param port Port that identifies this instance on its host; if not set, server.port.
 * @param epoch Instant that timestamp 0 stands for; never change it once ids exist.
 * @param layout How the bits are divided; never change it once ids exist.
 * @param startAfter Id or instant that all ids are above, such as the largest id of the generator that was used before; recorded for
 * all instances of the name that start from then on.
 * @param workerIds Worker ids that this site may use, such as 0-511; if not set, all that the layout has.
 * @param standby Whether this instance starts without a worker id when none is free, and takes the first that becomes free.
 * @param handBack Whether an original's cache file, which is put aside at the start, is put back at a graceful shutdown, for an original
 * that follows.
 * @param sequence How the sequence begins in each millisecond.
 * @param reportInterval How often the reservation is moved forward.
 * @param reservation How far ahead timestamps are reserved.
 * @param onRegistryLoss Whether ids go on while the registry is unavailable, for the modes with a fixed worker id.
 * @param clock What happens when the clock steps back.
 * @param peerCheck Comparison of this instance's clock with its running peers at start.
 * @param stateDirectory Directory in which the last timestamp is kept across restarts; if not set, it is the service's by
 * systemd, else below the user's home, else below java.io.tmpdir, which a machine may empty.
 * @param zk ZooKeeper, for zk_normal and zk_recycle.
 * @param recycle Leases of the recycling modes, zk_recycle and jdbc_recycle.
 * @param mysql Table of mysql.
 * @param local Worker ids of local.
 * @param address Old name of leaf.snowflake.zk.address.
 */
public record SnowflakeProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("zk_normal") WorkerIdMode mode,
        @Nullable String host,
        @Nullable Integer port,
        @DefaultValue("2010-11-04T01:42:54.657Z") Instant epoch,
        @DefaultValue @NestedConfigurationProperty Layout layout,
        @Nullable StartAfter startAfter,
        @DefaultValue("0-1023") WorkerIdRange workerIds,
        @DefaultValue("false") boolean standby,
        @DefaultValue("false") boolean handBack,
        @DefaultValue("rolling") SequenceMode sequence,
        @DefaultValue("3s") Duration reportInterval,
        @DefaultValue("10s") Duration reservation,
        @DefaultValue("continue") OnRegistryLoss onRegistryLoss,
        @DefaultValue @NestedConfigurationProperty Clock clock,
        @DefaultValue @NestedConfigurationProperty PeerCheck peerCheck,
        @Nullable Path stateDirectory,
        @DefaultValue @NestedConfigurationProperty Zk zk,
        @DefaultValue @NestedConfigurationProperty Recycle recycle,
        @DefaultValue @NestedConfigurationProperty Mysql mysql,
        @DefaultValue @NestedConfigurationProperty Local local,

        @DeprecatedConfigurationProperty(replacement = "leaf.snowflake.enabled") @Nullable Boolean enable,

        @DeprecatedConfigurationProperty(replacement = "leaf.snowflake.zk.address") @Nullable String address) {

    public SnowflakeProperties {
        enabled = enabled || Boolean.TRUE.equals(enable);
        mode = mode.meant();
        host = PropertyText.orNull(host);
        zk = zk.orElse(address);
    }

    /** The first millisecond of which ids may be; 0 if they may be of any. */
    public long floorMillis(SnowflakeLayout of) {
        return (startAfter == null) ? 0 : startAfter.firstMillis(of);
    }

    /** For the engine. */
    public SnowflakeSettings engineSettings() {
        return new SnowflakeSettings(sequence, clock.toleratedBackwards(), clock.onBackwards(), clock.maxLead());
    }

    /** For the lease keeper. A fixed worker id waits for its own reservation to pass; a free one rather takes another. */
    public KeeperSettings keeperSettings(boolean isFixed) {
        Duration ahead = isFixed ? reservation : recycle.reservation();
        Duration twoReports = reportInterval.multipliedBy(2);
        return new KeeperSettings(
                reportInterval,
                ahead,
                isFixed ? ahead.plus(twoReports) : twoReports,
                onRegistryLoss,
                peerCheck.enabled() ? peerCheck.threshold() : Duration.ZERO,
                (clock.onBackwards() == OnBackwards.BORROW) ? clock.maxLead() : Duration.ZERO);
    }

    /**
     * The layout of the ids.
     *
     * @throws IllegalArgumentException if the parts do not fit
     */
    public SnowflakeLayout idLayout() {
        return layout.at(epoch);
    }

    /**
     * The layout of ids.
     *
     * @param preset Numbers of bits that go together, and how many an id may have.
     * @param timestampBits Bits of the timestamp; if not set, those of the preset.
     * @param workerIdBits Bits of the worker id; if not set, those of the preset.
     * @param sequenceBits Bits of the sequence within a millisecond; if not set, those of the preset.
     */
    public record Layout(
            @DefaultValue("standard") Preset preset,
            @Nullable Integer timestampBits,
            @Nullable Integer workerIdBits,
            @Nullable Integer sequenceBits) {

        private SnowflakeLayout at(Instant epoch) {
            int timestamp = Objects.requireNonNullElse(timestampBits, preset.timestampBits);
            int workerId = Objects.requireNonNullElse(workerIdBits, preset.workerIdBits);
            int sequence = Objects.requireNonNullElse(sequenceBits, preset.sequenceBits);
            SnowflakeLayout made = new SnowflakeLayout(epoch.toEpochMilli(), timestamp, workerId, sequence);
            if (made.totalBits() > preset.maxBits) {
                String name = preset.name().toLowerCase(Locale.ROOT);
                throw new IllegalArgumentException(
                        "ids of timestamp=%s + worker-id=%s + sequence=%s = %s bits are larger than the %s bits that preset %s allows"
                                .formatted(timestamp, workerId, sequence, made.totalBits(), preset.maxBits, name));
            }
            return made;
        }
    }

    /** Numbers of bits that go together. */
    public enum Preset {
        /** All bits of a positive number. */
        STANDARD(41, 10, 12, SnowflakeLayout.TOTAL_BITS),
        /** Ids that a number of JavaScript keeps exactly. */
        JAVASCRIPT(41, 5, 7, SnowflakeLayout.JAVASCRIPT_BITS);

        private final int timestampBits;
        private final int workerIdBits;
        private final int sequenceBits;
        private final int maxBits;

        Preset(int timestampBits, int workerIdBits, int sequenceBits, int maxBits) {
            this.timestampBits = timestampBits;
            this.workerIdBits = workerIdBits;
            this.sequenceBits = sequenceBits;
            this.maxBits = maxBits;
        }
    }

    /**
     * The reaction to a clock that steps back.
     *
     * @param toleratedBackwards Step back that callers wait out.
     * @param onBackwards What happens on a larger step back.
     * @param maxLead How far timestamps may run ahead of the clock when they are borrowed.
     */
    public record Clock(
            @DefaultValue("5ms") Duration toleratedBackwards,
            @DefaultValue("fail") OnBackwards onBackwards,
            @DefaultValue("1s") Duration maxLead) {}

    /**
     * Comparison of the clock with running peers.
     *
     * @param enabled Whether the clock is compared at start.
     * @param threshold Difference from which the start is refused.
     */
    public record PeerCheck(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("5s") Duration threshold) {}

    /**
     * ZooKeeper.
     *
     * @param address Connect string, such as zk1:2181,zk2:2181,zk3:2181.
     * @param root Path below which the nodes of all services are kept.
     * @param sessionTimeout Silence after which ZooKeeper takes this instance for dead.
     * @param connectionTimeout How long to wait for a connection.
     * @param digest User and password for ZooKeeper's digest scheme, such as user:password.
     */
    public record Zk(
            @Nullable String address,
            @DefaultValue("/snowflake") String root,
            @DefaultValue("15s") Duration sessionTimeout,
            @DefaultValue("10s") Duration connectionTimeout,
            @Nullable String digest) {

        public Zk {
            address = PropertyText.orNull(address);
            digest = PropertyText.orNull(digest);
        }

        Zk orElse(@Nullable String oldAddress) {
            return new Zk(PropertyText.firstOf(address, oldAddress), root, sessionTimeout, connectionTimeout, digest);
        }

        /**
         * The address, without which there is no ZooKeeper.
         *
         * @throws LeafStartException if it is not set
         */
        public String requiredAddress() {
            if (address == null) {
                throw new LeafStartException(
                        "Leaf cannot lease worker ids in ZooKeeper: leaf.snowflake.zk.address is not set.", """
                        Do one of these:

                            - Set leaf.snowflake.zk.address, such as zk1:2181,zk2:2181,zk3:2181.
                            - Put @LeafZooKeeper on a CuratorFramework of the application.
                            - Set leaf.snowflake.mode=mysql, jdbc_recycle or local to go without ZooKeeper.""", null);
            }
            return address;
        }

        /** Without the digest, since settings end up in logs. */
        @Override
        public String toString() {
            return "Zk[address=%s, root=%s]".formatted(address, root);
        }
    }

    /**
     * Leases of worker ids.
     *
     * @param reservation How far ahead a leased worker id is reserved, which is also the outage that can be survived.
     */
    public record Recycle(@DefaultValue("10m") Duration reservation) {}

    /**
     * Worker ids in a database.
     *
     * @param table Table with a row per host and port.
     */
    public record Mysql(@DefaultValue("leaf_workerid_alloc") String table) {}

    /**
     * Worker ids by configuration.
     *
     * @param workerId Worker id of this instance, or "ordinal" for the number that the host name of a pod ends with.
     * @param workIdMap Worker ids by host and port, such as [10.0.0.1:8080]; also one line of JSON.
     */
    public record Local(
            @Nullable String workerId, @DefaultValue WorkIdMap workIdMap) {

        public Local {
            workerId = PropertyText.orNull(workerId);
        }
    }
}
