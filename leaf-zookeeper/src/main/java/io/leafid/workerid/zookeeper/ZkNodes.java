package io.leafid.workerid.zookeeper;

import io.leafid.json.JsonObject;
import io.leafid.workerid.WorkerIdException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.zookeeper.data.Stat;

/**
 * Nodes of a ZooKeeper as one session sees them: reads and conditional changes. Every call either knows its outcome or throws
 * {@link WorkerIdException.RegistryUnavailable}.
 */
interface ZkNodes {

    /** The node, if there is one. */
    Optional<ZkNode> read(String path);

    /** The names of the children, and what the parent says about them; empty if there is no parent. */
    Children children(String path);

    /** All children by name, read in one go. */
    default Map<String, ZkNode> readChildren(String path) {
        return readChildren(path, children(path).names());
    }

    /** Those children by name that are there, read in one go; what is no name at all is not there. */
    Map<String, ZkNode> readChildren(String path, Collection<String> names);

    /** Makes all of the changes and returns true, or none and returns false because a condition did not hold. */
    default boolean commit(List<NodeWrite> changes) {
        return commitAll(changes).isPresent();
    }

    /** The same; returns the paths that were changed, with the numbers that they got, or nothing. */
    Optional<List<String>> commitAll(List<NodeWrite> changes);

    /**
     * Creates nodes below one that should be there, and returns their paths with the numbers that they got.
     *
     * @throws WorkerIdException.RegistryUnavailable if that one was deleted meanwhile
     */
    default List<String> createAll(List<NodeWrite> creations) {
        return commitAll(creations)
                .orElseThrow(() -> new WorkerIdException.RegistryUnavailable(
                        "the node above %s was deleted before this one was created"
                                .formatted(creations.get(0).path()),
                        null));
    }

    /** Creates a lasting node with the next number of the sequence and returns its path. */
    String createSequential(String prefix, JsonObject data);

    /** Creates a node and those above it, unless they are there. */
    void ensure(String path);

    /** Returns whether every client that reaches ZooKeeper may change a node. */
    boolean isOpen(String path);

    /** Waits until a node is written or deleted after it was read; false if nothing happens to it in that time. */
    boolean awaitChange(ZkNode read, Duration atMost);

    /** Lets the reads that follow see everything that was written before, whichever server they go to. */
    void sync();

    /** The session that this client has now. */
    long session();

    /** The time that ZooKeeper waits before it takes a silent client for dead. */
    Duration sessionTimeout();

    boolean isConnected();

    /** The servers and the path to begin at, however they were listed. */
    String servers();

    /**
     * The children of a node.
     *
     * @param names their names
     * @param parent what ZooKeeper keeps about the parent
     */
    record Children(List<String> names, Stat parent) {

        /** The number that the next sequential child will get: how many were ever created. */
        long nextNumber() {
            return ((long) parent.getCversion() + parent.getNumChildren()) / 2; // each deletion counts once more
        }

        /** The number of children that were ever deleted. At the top ZooKeeper begins with one child of its own, and with a count of -1. */
        int deletions(boolean isTop) {
            return (parent.getCversion() - parent.getNumChildren() + (isTop ? 2 : 0)) / 2;
        }
    }
}
