package io.leafid.workerid.zookeeper;

import io.leafid.test.time.ManualTime;

/** The ZooKeeper in memory does what the holders rely upon, as a real one. */
class SimulatedZkNodesTest extends ZkNodesContract {

    SimulatedZkNodesTest() {
        super(new SimulatedSessions(new ManualTime()));
    }
}
