package io.leafid.workerid.zookeeper;

import io.leafid.time.TimeSource;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdHolder;
import org.apache.curator.framework.CuratorFramework;

/** The contract. */
class FixedZooKeeperHolderTest extends ZooKeeperHolderContract {

    @Override
    WorkerIdHolder newHolder(CuratorFramework client, NodeIdentity identity, TimeSource clock) {
        return new FixedZooKeeperHolder(client, namespace, identity, clock);
    }
}
