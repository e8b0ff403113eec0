package io.leafid.workerid.zookeeper;

/** Sessions of several processes with one ZooKeeper, which is a real server or in memory. */
interface Sessions extends AutoCloseable {

    /** Opens a session, as a process of its own has it. */
    ZkNodes open();

    /** Ends a session for good, as a crash of its process does once the server has waited for it. */
    void end(ZkNodes session);

    /** Ends all of them. */
    @Override
    void close();
}
