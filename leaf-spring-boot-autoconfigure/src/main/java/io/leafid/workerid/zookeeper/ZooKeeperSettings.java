package io.leafid.workerid.zookeeper;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;

/**
 * How ZooKeeper is reached. Immutable.
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

    /** The session time-out unless something else is said. */
    public static final Duration DEFAULT_SESSION_TIMEOUT = Duration.ofSeconds(15);

    /** The connection time-out unless something else is said. */
    public static final Duration DEFAULT_CONNECTION_TIMEOUT = Duration.ofSeconds(10);

    /** Checks that all of it can be used. */
    public ZooKeeperSettings {
        if (address.isBlank()) {
            throw new IllegalArgumentException("the address of ZooKeeper is empty");
        }
        if (sessionTimeout.toMillis() < 1 || connectionTimeout.toMillis() < 1) {
            throw new IllegalArgumentException("the timeouts of ZooKeeper must be positive: session %s, connection %s"
                    .formatted(sessionTimeout, connectionTimeout));
        }
        if (digest != null && digest.indexOf(':') < 1) {
            throw new IllegalArgumentException("the digest for ZooKeeper must be written as user:password");
        }
    }

    /**
     * Makes a client and lets it begin to connect; returns at once, whether or not ZooKeeper can be reached. The caller
     * closes it.
     *
     * <p>The client never repeats a call by itself: a change whose answer was lost is looked at before it is made again.
     */
    public CuratorFramework open() {
        ZKClientConfig config = new ZKClientConfig();
        config.setProperty(ZKClientConfig.ZOOKEEPER_REQUEST_TIMEOUT, Long.toString(connectionTimeout.toMillis()));
        CuratorFrameworkFactory.Builder builder = CuratorFrameworkFactory.builder()
                .connectString(address)
                .sessionTimeoutMs(Math.toIntExact(sessionTimeout.toMillis()))
                .connectionTimeoutMs(Math.toIntExact(connectionTimeout.toMillis()))
                .ensembleTracker(false) // the servers may know each other by names that mean nothing here
                .zkClientConfig(config)
                .retryPolicy((count, elapsedMillis, sleeper) -> false);
        if (digest != null) {
            builder.authorization("digest", digest.getBytes(StandardCharsets.UTF_8));
            builder.aclProvider(new OwnersOnly());
        }
        CuratorFramework client = builder.build();
        client.start();
        return client;
    }

    /** All but the password. */
    @Override
    public String toString() {
        return "ZooKeeperSettings[address=%s, sessionTimeout=%s, connectionTimeout=%s, digest=%s]"
                .formatted(address, sessionTimeout, connectionTimeout, (digest == null) ? "none" : "set");
    }

    /** Access for the creator alone, but for nodes at the top, which other applications with other users share. */
    private static final class OwnersOnly implements ACLProvider {

        @Override
        public List<ACL> getDefaultAcl() {
            return ZooDefs.Ids.CREATOR_ALL_ACL;
        }

        @Override
        public List<ACL> getAclForPath(String path) {
            return (path.lastIndexOf('/') == 0) ? ZooDefs.Ids.OPEN_ACL_UNSAFE : ZooDefs.Ids.CREATOR_ALL_ACL;
        }
    }
}
