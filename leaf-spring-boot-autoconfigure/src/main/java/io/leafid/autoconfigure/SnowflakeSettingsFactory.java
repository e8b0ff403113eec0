package io.leafid.autoconfigure;

import io.leafid.SnowflakeLayout;
import io.leafid.autoconfigure.identity.IdentityResolver;
import io.leafid.autoconfigure.properties.LeafEnvironment;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.autoconfigure.properties.SnowflakeProperties;
import io.leafid.file.StateHome;
import io.leafid.lease.KeeperSettings;
import io.leafid.snowflake.SnowflakeSettings;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.file.StatePlace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the engine's own types say for the properties. Stateless.
 *
 * @param properties the properties
 * @param environment where those of the application are found
 */
record SnowflakeSettingsFactory(LeafProperties properties, LeafEnvironment environment) {

    private static final Logger logger = LoggerFactory.getLogger(SnowflakeSettingsFactory.class);

    /** What a server listens on that says nothing else; as good as any number that identifies the instance. */
    private static final int DEFAULT_PORT = 8080;

    private static final String DEFAULT_NAME = "leaf";

    private static final Pattern PORT = Pattern.compile("[1-9][0-9]{0,4}");

    SnowflakeLayout layout() {
        SnowflakeProperties snowflake = properties.snowflake();
        SnowflakeProperties.Layout bits = snowflake.layout();
        return new SnowflakeLayout(
                snowflake.epoch().toEpochMilli(), bits.timestampBits(), bits.workerIdBits(), bits.sequenceBits());
    }

    SnowflakeSettings settings() {
        SnowflakeProperties snowflake = properties.snowflake();
        SnowflakeProperties.Clock clock = snowflake.clock();
        return new SnowflakeSettings(
                snowflake.sequence(), clock.toleratedBackwards(), clock.onBackwards(), clock.maxLead());
    }

    /** A fixed worker id waits for its own reservation to pass; a free one rather takes another. */
    KeeperSettings keeperSettings(WorkerIdHolder holder) {
        SnowflakeProperties snowflake = properties.snowflake();
        boolean isFree = !holder.isFixed();
        Duration reservation = isFree ? snowflake.recycle().reservation() : snowflake.reservation();
        Duration twoReports = snowflake.reportInterval().multipliedBy(2);
        SnowflakeProperties.PeerCheck peers = snowflake.peerCheck();
        return new KeeperSettings(
                snowflake.reportInterval(),
                reservation,
                isFree ? twoReports : reservation.plus(twoReports),
                snowflake.onRegistryLoss(),
                peers.enabled() ? peers.threshold() : Duration.ZERO);
    }

    NodeIdentity identity() {
        SnowflakeProperties snowflake = properties.snowflake();
        return IdentityResolver.resolve(snowflake.host(), snowflake.networkInterface(), port(snowflake.port()));
    }

    private int port(@Nullable Integer configured) {
        if (configured != null) {
            return configured;
        }
        String server = environment.text("server.port");
        if (server == null) {
            return DEFAULT_PORT;
        }
        if (!PORT.matcher(server).matches()) {
            throw new LeafStartException(
                    "Leaf cannot tell this instance from others on its host: leaf.snowflake.port is not set, and server.port is"
                            + " %s, which is no port that stays the same.".formatted(server),
                    "Set leaf.snowflake.port to a number from 1 to 65535 that no other instance on this host has. Nothing listens"
                            + " on it.",
                    null);
        }
        return Integer.parseInt(server);
    }

    /** The name of the namespace in ZooKeeper. */
    String requiredName() {
        String name = environment.nameOf(properties);
        if (name == null) {
            throw new LeafStartException(
                    "Leaf cannot lease worker ids in ZooKeeper: neither leaf.name nor spring.application.name is set to a"
                            + " name that can be part of a path.",
                    "Set leaf.name, to the same text for all instances that share worker ids.",
                    null);
        }
        return name;
    }

    /** Where this instance keeps its mark; instances on one host differ in their ports. */
    StatePlace statePlace(NodeIdentity identity) {
        StatePlace place = place(identity);
        if (place.kind() == StatePlace.Kind.TEMPORARY) {
            logger.warn(
                    "the last timestamp is kept in {}, which a machine may empty; set leaf.snowflake.state-directory",
                    place.directory());
        }
        return place;
    }

    /** The directory of the same, without a warning. */
    Path stateDirectory(NodeIdentity identity) {
        return place(identity).directory();
    }

    private StatePlace place(NodeIdentity identity) {
        String known = environment.nameOf(properties);
        String name = (known == null) ? DEFAULT_NAME : known;
        Path configured = properties.snowflake().stateDirectory();
        return (configured != null)
                ? StatePlace.configured(configured, name, identity.port())
                : StatePlace.byDefault(StateHome.ofThisProcess(), name, identity.port());
    }
}
