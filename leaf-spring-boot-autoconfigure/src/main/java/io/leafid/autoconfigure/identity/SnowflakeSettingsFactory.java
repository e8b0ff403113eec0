package io.leafid.autoconfigure.identity;

import io.leafid.SnowflakeLayout;
import io.leafid.autoconfigure.properties.LeafEnvironment;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.autoconfigure.properties.SnowflakeProperties;
import io.leafid.autoconfigure.properties.WorkerIdMode.Registry;
import io.leafid.file.StateHome;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.text.Digits;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.file.StatePlace;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The properties as the engine's own types. Stateless.
 *
 * @param properties the properties
 * @param environment where those of the application are found
 */
public record SnowflakeSettingsFactory(LeafProperties properties, LeafEnvironment environment) {

    private static final Logger logger = LoggerFactory.getLogger(SnowflakeSettingsFactory.class);

    /** The port of a server that says nothing else; as good as any number that identifies the instance. */
    private static final int DEFAULT_PORT = 8080;

    private static final String DEFAULT_NAME = "leaf";

    public SnowflakeLayout layout() {
        return properties.snowflake().idLayout();
    }

    public void setTags(SnowflakeIdGenerator generator) {
        properties.tags().forEach((tag, own) -> generator.limit(tag, own.limit()));
    }

    public NodeIdentity identity() {
        SnowflakeProperties snowflake = properties.snowflake();
        return IdentityResolver.resolve(
                snowflake.host(), port(snowflake.port()), snowflake.mode().registry() == Registry.DISK);
    }

    private int port(@Nullable Integer configured) {
        if (configured != null) {
            return configured;
        }
        String server = environment.text("server.port");
        if (server == null) {
            return DEFAULT_PORT;
        }
        long port = Digits.parse(server, 5).orElse(0);
        if (port == 0) {
            throw noPort(server);
        }
        return (int) port;
    }

    private static LeafStartException noPort(String server) {
        return new LeafStartException(
                "Leaf cannot tell this instance from others on its host: leaf.snowflake.port is not set, and server.port is"
                        + " %s, which is no port that stays the same.".formatted(server),
                "Set leaf.snowflake.port to a number from 1 to 65535 that no other instance on this host has. Nothing listens"
                        + " on it.",
                null);
    }

    /** The name of the namespace in ZooKeeper. */
    public String requiredName() {
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

    /** The place where this instance keeps its mark; instances on one host differ in their ports. */
    public StatePlace statePlace(NodeIdentity identity) {
        StatePlace place = place(identity);
        if (place.kind() == StatePlace.Kind.TEMPORARY) {
            logger.warn(
                    "the last timestamp is kept in {}, which a machine may empty; set leaf.snowflake.state-directory",
                    place.directory());
        }
        return place;
    }

    /** The directory of the same, without a warning. */
    public Path stateDirectory(NodeIdentity identity) {
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
