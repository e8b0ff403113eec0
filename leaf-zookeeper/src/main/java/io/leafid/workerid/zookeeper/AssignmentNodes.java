package io.leafid.workerid.zookeeper;

import io.leafid.PrintableText;
import io.leafid.json.JsonObject;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.compat.OriginalNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The nodes of fixed worker ids as the original Leaf has them: {@code host:port-NNNNNNNNNN}, where the number is the
 * worker id, saying {@code {"ip":…,"port":…,"timestamp":…}}. Thread-safe.
 *
 * <p>An original node refuses to start while its clock is before {@code timestamp}. So ours write the ceiling there: an
 * original node that replaces one of ours then begins above everything that ours could have issued.
 */
final class AssignmentNodes {

    private static final Logger logger = LoggerFactory.getLogger(AssignmentNodes.class);

    private static final int BATCH = 64;

    private final ZkNodes nodes;
    private final ZooKeeperNamespace namespace;
    private final Set<String> skipped = ConcurrentHashMap.newKeySet();

    AssignmentNodes(ZkNodes nodes, ZooKeeperNamespace namespace) {
        this.nodes = nodes;
        this.namespace = namespace;
    }

    /** The fixed worker ids among the names of children; anything else is skipped, with one warning each. */
    List<OriginalNode> parse(Collection<String> names) {
        List<OriginalNode> assignments = new ArrayList<>();
        for (String name : names) {
            Optional<OriginalNode> assignment = OriginalNode.parse(name);
            assignment.ifPresent(assignments::add);
            if (assignment.isEmpty() && skipped.add(name)) {
                logger.warn("{} is no worker id, skipped", PrintableText.of(namespace.forever() + "/" + name));
            }
        }
        return assignments;
    }

    ZkNodes.Children children() {
        return nodes.children(namespace.forever());
    }

    Optional<ZkNode> read(NodeIdentity identity, int workerId) {
        return nodes.read(path(identity, workerId));
    }

    Optional<ZkNode> read(OriginalNode assignment) {
        return nodes.read(namespace.forever() + "/" + assignment.name());
    }

    /** The node of an identity with the given worker id, to be created. */
    NodeWrite creating(NodeIdentity identity, int workerId, long usedUpToMillis) {
        return NodeWrite.create(path(identity, workerId), OriginalNode.payload(identity, usedUpToMillis));
    }

    /** Takes the next number of the sequence for an identity, whatever it is. */
    Optional<OriginalNode> createNext(NodeIdentity identity) {
        String path =
                nodes.createSequential(namespace.forever() + "/" + identity + "-", OriginalNode.payload(identity, 0));
        return OriginalNode.parse(path.substring(path.lastIndexOf('/') + 1));
    }

    void delete(NodeIdentity identity, int workerId) {
        nodes.commit(List.of(NodeWrite.delete(path(identity, workerId))));
    }

    /** Uses up numbers of the sequence below the range; nodes of originals then get numbers of the range, too. */
    void skip(long numbers) {
        NodeWrite skipping = NodeWrite.createSequentialEphemeral(namespace.forever() + "/skipped-", JsonObject.EMPTY);
        for (long left = numbers; left > 0; left -= BATCH) {
            List<NodeWrite> creations = new ArrayList<>();
            for (int i = 0; i < Math.min(left, BATCH); i++) {
                creations.add(skipping);
            }
            nodes.commit(
                    nodes.createAll(creations).stream().map(NodeWrite::delete).toList());
        }
    }

    /** The time that was used by the node's data; its own time if they do not say, 0 if none was. */
    static long reportedMillis(ZkNode node) {
        return OriginalNode.reportedMillis(node.data()).orElse(node.mtime());
    }

    /**
     * Returns whether an original node has reported since the lease was last written. Ours write both in one transaction.
     *
     * @param node read before the lease
     */
    static boolean isWrittenByOriginal(ZkNode node, Optional<LeaseNode> lease) {
        return reportedMillis(node) > 0
                && lease.map(l -> node.mzxid() > l.node().mzxid()).orElse(true);
    }

    private String path(NodeIdentity identity, int workerId) {
        return namespace.forever() + "/" + OriginalNode.name(identity, workerId);
    }
}
