package io.leafid.workerid.zookeeper;

import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.curator.framework.api.transaction.TransactionOp;
import org.apache.zookeeper.CreateMode;

/**
 * One conditional change of a node; several are made together or not at all. Immutable.
 *
 * @param path the node
 * @param operation the change in the words of the client
 */
record Change(String path, Operation operation) {

    /** Creates a node, if there is none. */
    static Change create(String path, FlatJson data) {
        return new Change(path, ops -> ops.create().forPath(path, data.bytes()));
    }

    /** Creates a node that goes with the session, if there is none. */
    static Change createEphemeral(String path, FlatJson data) {
        return new Change(
                path, ops -> ops.create().withMode(CreateMode.EPHEMERAL).forPath(path, data.bytes()));
    }

    /** Creates a node that takes the next number of the sequence and goes with the session. */
    static Change createSequentialEphemeral(String prefix, FlatJson data) {
        return new Change(
                prefix,
                ops -> ops.create().withMode(CreateMode.EPHEMERAL_SEQUENTIAL).forPath(prefix, data.bytes()));
    }

    /** Writes a node, if it is as it was read. */
    static Change write(ZkNode read, FlatJson data) {
        return new Change(
                read.path(), ops -> ops.setData().withVersion(read.version()).forPath(read.path(), data.bytes()));
    }

    /** Deletes a node, if it is as it was read. */
    static Change delete(ZkNode read) {
        return new Change(
                read.path(), ops -> ops.delete().withVersion(read.version()).forPath(read.path()));
    }

    /** Deletes a node, whatever it says. */
    static Change delete(String path) {
        return new Change(path, ops -> ops.delete().forPath(path));
    }

    /** A change in the words of the client. */
    @FunctionalInterface
    interface Operation {

        CuratorOp in(TransactionOp transaction) throws Exception;
    }
}
