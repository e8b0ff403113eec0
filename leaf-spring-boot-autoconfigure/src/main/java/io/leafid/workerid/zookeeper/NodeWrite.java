package io.leafid.workerid.zookeeper;

import io.leafid.json.JsonObject;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.curator.framework.api.transaction.TransactionOp;
import org.apache.zookeeper.CreateMode;

/**
 * One conditional change of a node; several are made together or not at all. Immutable.
 *
 * @param path the node
 * @param operation the change in the words of the client
 */
record NodeWrite(String path, Operation operation) {

    /** Creates a node, if there is none. */
    static NodeWrite create(String path, JsonObject data) {
        return new NodeWrite(path, ops -> ops.create().forPath(path, data.bytes()));
    }

    /** Creates a node that goes with the session, if there is none. */
    static NodeWrite createEphemeral(String path, JsonObject data) {
        return new NodeWrite(
                path, ops -> ops.create().withMode(CreateMode.EPHEMERAL).forPath(path, data.bytes()));
    }

    /** Creates a node that takes the next number of the sequence and goes with the session. */
    static NodeWrite createSequentialEphemeral(String prefix, JsonObject data) {
        return new NodeWrite(
                prefix,
                ops -> ops.create().withMode(CreateMode.EPHEMERAL_SEQUENTIAL).forPath(prefix, data.bytes()));
    }

    /** Writes a node, if it is as it was read. */
    static NodeWrite write(ZkNode read, JsonObject data) {
        return new NodeWrite(
                read.path(), ops -> ops.setData().withVersion(read.version()).forPath(read.path(), data.bytes()));
    }

    /** Deletes a node, if it is as it was read. */
    static NodeWrite delete(ZkNode read) {
        return new NodeWrite(
                read.path(), ops -> ops.delete().withVersion(read.version()).forPath(read.path()));
    }

    /** Deletes a node, whatever it says. */
    static NodeWrite delete(String path) {
        return new NodeWrite(path, ops -> ops.delete().forPath(path));
    }

    /** A change in the words of the client. */
    @FunctionalInterface
    interface Operation {

        CuratorOp in(TransactionOp transaction) throws Exception;
    }
}
