package io.leafid.workerid.zookeeper;

import io.leafid.workerid.WorkerIdException;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Nodes of a namespace that every client of ZooKeeper may change, and the warning of them with the commands that close
 * them. Never stops a start.
 *
 * @param nodes the registry
 * @param namespace where to look
 */
record OpenNodes(ZkNodes nodes, ZooKeeperNamespace namespace) {

    private static final Logger logger = LoggerFactory.getLogger(OpenNodes.class);

    /**
     * Warns if there are any.
     *
     * @param made a node that this process has just made: it is open if the client closes none
     * @param lease the node of the worker id that was taken
     */
    void warn(String made, String lease) {
        try {
            if (nodes.isOpen(made)) {
                logger.warn(
                        "{} in ZooKeeper is open: every client that reaches ZooKeeper can take, prolong or delete the worker ids there, which makes duplicate ids or stops this node; give all nodes the same digest (user:password), or close ZooKeeper's port to others. As long as nodes of the original Leaf use the name, close the port alone: a digest locks them out",
                        namespace);
                return;
            }
            warnOfWhatWasOpenBefore(lease);
            tellOfTheRoot();
        } catch (WorkerIdException ex) {
            logger.debug("the access lists of {} could not be read", namespace, ex);
        }
    }

    private void warnOfWhatWasOpenBefore(String lease) {
        List<String> open = Stream.of(
                        namespace.base(),
                        namespace.forever(),
                        namespace.leases(),
                        namespace.temporary(),
                        namespace.layout(),
                        lease)
                .filter(nodes::isOpen)
                .toList();
        if (!open.isEmpty()) {
            logger.warn(
                    "this node closes what it makes in ZooKeeper, but {} were made by one that did not, and every client that reaches ZooKeeper can still change them. When no node without the digest runs any more, neither of Leaf nor of the original, close all of it in zkCli.sh: 'addauth digest USER:PASSWORD', then 'setAcl -R {} auth::cdrwa'",
                    open,
                    namespace);
        }
    }

    /** Other applications with other users have their namespaces there too, so it is left as it is. */
    private void tellOfTheRoot() {
        String root = namespace.root();
        if (!root.equals("/") && nodes.isOpen(root)) {
            logger.info(
                    "{} in ZooKeeper is open, so that other applications can begin namespaces beside {}; to keep its access list from being changed, type in zkCli.sh: 'setAcl {} world:anyone:cr,auth::cdrwa'",
                    root,
                    namespace,
                    root);
        }
    }
}
