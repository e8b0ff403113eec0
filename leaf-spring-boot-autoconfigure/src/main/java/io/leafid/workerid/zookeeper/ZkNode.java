package io.leafid.workerid.zookeeper;

import org.apache.zookeeper.data.Stat;

/**
 * What was read of a node. Immutable.
 *
 * @param path where it is
 * @param data what it says
 * @param version how often it was written
 * @param mzxid the transaction that last wrote it
 * @param mtime when that was, in milliseconds since 1970 by the registry's clock
 * @param session the session that it lives as long as; 0 if it is not ephemeral
 */
record ZkNode(String path, FlatJson data, int version, long mzxid, long mtime, long session) {

    static ZkNode of(String path, byte[] data, Stat stat) {
        return new ZkNode(
                path,
                FlatJson.parse(data),
                stat.getVersion(),
                stat.getMzxid(),
                stat.getMtime(),
                stat.getEphemeralOwner());
    }
}
