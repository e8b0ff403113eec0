package io.leafid.workerid.zookeeper;

/** The rules of {@code zk_normal} that need no waiting, on a real server. */
class FixedHolderOnZooKeeperTest extends FixedHolderRules {

    FixedHolderOnZooKeeperTest() {
        super(time -> new CuratorSessions());
    }
}
