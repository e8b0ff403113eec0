package io.leafid.workerid.zookeeper;

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
        ZKClientConfig config = new ZKClientConfig();
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
