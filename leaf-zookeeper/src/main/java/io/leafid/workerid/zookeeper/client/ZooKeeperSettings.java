package io.leafid.workerid.zookeeper.client;

import io.leafid.settings.Ranges;
import java.time.Duration;
import org.apache.curator.framework.CuratorFramework;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the connection to ZooKeeper. Immutable.
 *
 * @param address servers as {@code host:port}, separated by commas, and a path to begin at if any
 * @param sessionTimeout how long ZooKeeper takes a silent client for alive; the servers may limit it
 * @param connectionTimeout how long a call waits for a connection, and for an answer
 * @param digest {@code user:password}, or {@code null} to go without; with it, what is created below a namespace's root
 *     can be used by this user only
 */
public record ZooKeeperSettings(
        String address,
        Duration sessionTimeout,
        Duration connectionTimeout,
        @Nullable String digest) {

    private static final Duration SHORTEST = Duration.ofMillis(1);

    /** ZooKeeper counts milliseconds in an int. */
    private static final Duration LONGEST = Duration.ofDays(24);

    private static final String TIMEOUT_RANGE = "must be from 1ms to 24d";

    /** The session time-out unless something else is said. */
    public static final Duration DEFAULT_SESSION_TIMEOUT = Duration.ofSeconds(15);

    /** The connection time-out unless something else is said. */
    public static final Duration DEFAULT_CONNECTION_TIMEOUT = Duration.ofSeconds(10);

    /** Checks that all of it can be used. */
    public ZooKeeperSettings {
        Ranges.check()
                .require(!address.isBlank(), "address", address, "must name a server")
                .require(
                        !address.contains("://"),
                        "address",
                        address,
                        "must be servers without a scheme",
                        "Set {address}=zk1:2181,zk2:2181,zk3:2181, for example.")
                .require(isCountable(sessionTimeout), "sessionTimeout", sessionTimeout, TIMEOUT_RANGE)
                .require(isCountable(connectionTimeout), "connectionTimeout", connectionTimeout, TIMEOUT_RANGE)
                .require(
                        digest == null || digest.indexOf(':') >= 1,
                        "digest",
                        "not shown",
                        "must be written as user:password",
                        "Set {digest}=leaf:PASSWORD, for example.")
                .orThrow();
    }

    private static boolean isCountable(Duration timeout) {
        return timeout.compareTo(SHORTEST) >= 0 && timeout.compareTo(LONGEST) <= 0;
    }

    /**
     * Makes a client and lets it begin to connect; returns at once, whether or not ZooKeeper can be reached. The caller
     * closes it.
     */
    public CuratorFramework open() {
        return CuratorClients.open(this); // apart from here, so that the ranges are checked without Curator too
    }

    /** All but the password. */
    @Override
    public String toString() {
        return "ZooKeeperSettings[address=%s, sessionTimeout=%s, connectionTimeout=%s, digest=%s]"
                .formatted(address, sessionTimeout, connectionTimeout, (digest == null) ? "none" : "set");
    }
}
