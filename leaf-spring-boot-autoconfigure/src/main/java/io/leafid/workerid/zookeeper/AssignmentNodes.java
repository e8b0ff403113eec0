package io.leafid.workerid.zookeeper;

import io.leafid.PrintableText;
import io.leafid.workerid.NodeIdentity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.curator.framework.api.transaction.CuratorTransactionResult;
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

    /** Two report intervals of the original: what it may have used beyond its last report. */
    static final Duration GRACE = Duration.ofSeconds(6);

    private static final Logger logger = LoggerFactory.getLogger(AssignmentNodes.class);

    private static final Pattern NAME = Pattern.compile("(.+)-(\\d{1,10})");
    private static final int BATCH = 64;

    private final ZkNodes nodes;
    private final ZooKeeperNamespace namespace;
    private final Set<String> skipped = ConcurrentHashMap.newKeySet();

    AssignmentNodes(ZkNodes nodes, ZooKeeperNamespace namespace) {
        this.nodes = nodes;
        this.namespace = namespace;
    }

    /** The fixed worker ids among the names of children; anything else is skipped, with one warning each. */
    List<Assignment> assignments(Collection<String> names) {
        List<Assignment> assignments = new ArrayList<>();
        for (String name : names) {
            Optional<Assignment> assignment = parse(name);
            assignment.ifPresent(assignments::add);
            if (assignment.isEmpty() && skipped.add(name)) {
                logger.warn("{} is no worker id, skipped", PrintableText.of(namespace.forever() + "/" + name));
            }
        }
        return assignments;
    }

    static Optional<Assignment> parse(String name) {
        Matcher matcher = NAME.matcher(name);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long number = Long.parseLong(matcher.group(2));
        return (number <= Integer.MAX_VALUE)
                ? Optional.of(new Assignment(name, matcher.group(1), (int) number))
                : Optional.empty();
    }

    ZkNodes.Children children() {
        return nodes.children(namespace.forever());
    }

    Optional<ZkNode> read(NodeIdentity identity, int workerId) {
        return nodes.read(path(identity, workerId));
    }

    /** The node of an identity with the given worker id, to be created. */
    NodeWrite creating(NodeIdentity identity, int workerId, long usedUpToMillis) {
        return NodeWrite.create(path(identity, workerId), payload(identity, usedUpToMillis));
    }

    /** Takes the next number of the sequence for an identity, whatever it is. */
    Optional<Assignment> createNext(NodeIdentity identity) {
        String path = nodes.createSequential(namespace.forever() + "/" + identity + "-", payload(identity, 0));
        return parse(path.substring(path.lastIndexOf('/') + 1));
    }

    void delete(NodeIdentity identity, int workerId) {
        nodes.commit(List.of(NodeWrite.delete(path(identity, workerId))));
    }

    /** Uses up numbers of the sequence below the range; nodes of originals then get numbers of the range, too. */
    void skip(long numbers) {
        NodeWrite skipping = NodeWrite.createSequentialEphemeral(namespace.forever() + "/skipped-", FlatJson.EMPTY);
        for (long left = numbers; left > 0; left -= BATCH) {
            List<NodeWrite> creations = new ArrayList<>();
            for (int i = 0; i < Math.min(left, BATCH); i++) {
                creations.add(skipping);
            }
            nodes.commit(nodes.results(creations).stream()
                    .map(CuratorTransactionResult::getResultPath)
                    .map(NodeWrite::delete)
                    .toList());
        }
    }

    static FlatJson payload(NodeIdentity identity, long usedUpToMillis) {
        return FlatJson.EMPTY
                .with("ip", identity.host())
                .with("port", Integer.toString(identity.port()))
                .with("timestamp", usedUpToMillis);
    }

    /** What the node says about the time that was used; its own time if it does not say, 0 if none was. */
    static long reportedMillis(ZkNode node) {
        return node.data().number("timestamp").orElse(node.mtime());
    }

    /**
     * Whether an original node has reported since the lease was last written. Ours write both in one transaction.
     *
     * @param node read before the lease
     */
    static boolean isWrittenByOriginal(ZkNode node, Optional<LeaseNode> lease) {
        return reportedMillis(node) > 0
                && lease.map(l -> node.mzxid() > l.node().mzxid()).orElse(true);
    }

    private String path(NodeIdentity identity, int workerId) {
        return namespace.forever() + "/" + name(identity, workerId);
    }

    private static String name(NodeIdentity identity, int workerId) {
        return "%s-%010d".formatted(identity, workerId);
    }

    /**
     * Which identity has which fixed worker id.
     *
     * @param name the name of the node
     * @param owner the identity
     * @param workerId the worker id
     */
    record Assignment(String name, String owner, int workerId) {

        boolean isOf(NodeIdentity identity) {
            return name.equals(AssignmentNodes.name(identity, workerId));
        }
    }
}
