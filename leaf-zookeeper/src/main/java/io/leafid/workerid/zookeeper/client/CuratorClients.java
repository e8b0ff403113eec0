package io.leafid.workerid.zookeeper.client;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.ACL;

/** The clients of ZooKeeper that Leaf opens itself. Stateless. */
final class CuratorClients {

    private CuratorClients() {}

    /**
     * Makes a client and lets it begin to connect.
     *
     * <p>The client never repeats a call by itself: a change whose answer was lost is looked at before it is made again.
     */
    static CuratorFramework open(ZooKeeperSettings settings) {
        ZKClientConfig config = new ClientConfig();
        config.setProperty(
                ZKClientConfig.ZOOKEEPER_REQUEST_TIMEOUT,
                Long.toString(settings.connectionTimeout().toMillis()));
        String digest = settings.digest();
        CuratorFrameworkFactory.Builder builder = CuratorFrameworkFactory.builder()
                .connectString(settings.address())
                .sessionTimeoutMs(Math.toIntExact(settings.sessionTimeout().toMillis()))
                .connectionTimeoutMs(
                        Math.toIntExact(settings.connectionTimeout().toMillis()))
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

    /**
     * The client's configuration, without the look at the JVM's properties where none of them is ZooKeeper's: it sets up all of TLS, trusted
     * certificates included, to learn the names that it looks for, which is a tenth of a second of an application's start.
     */
    static final class ClientConfig extends ZKClientConfig {

        private static final List<String> PREFIXES = List.of("zookeeper.", "ssl.", "jute.", "sun.security.jgss.");

        /** Called by the constructor of the superclass. */
        @Override
        protected void handleBackwardCompatibility() {
            for (String name : System.getProperties().stringPropertyNames()) {
                if (mayBeRead(name)) {
                    super.handleBackwardCompatibility();
                    return;
                }
            }
        }

        /** Returns whether ZooKeeper may look for a property of the JVM. */
        static boolean mayBeRead(String name) {
            return PREFIXES.stream().anyMatch(name::startsWith);
        }
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
