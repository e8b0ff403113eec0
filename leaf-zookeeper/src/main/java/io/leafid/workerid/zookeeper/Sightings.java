package io.leafid.workerid.zookeeper;

import io.leafid.workerid.WorkerIdComponent;
import io.leafid.workerid.WorkerIdEntry.Writer;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdRange;
import io.leafid.workerid.compat.ForkNode;
import io.leafid.workerid.compat.OriginalNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * Finder of the worker ids that nodes of the original Leaf and of its fork use, and of those that are fixed for ours.
 *
 * @param nodes the registry
 * @param namespace where to look
 * @param assignments the fixed worker ids
 */
record Sightings(ZkNodes nodes, ZooKeeperNamespace namespace, AssignmentNodes assignments) {

    /** All of them; a worker id may be seen more than once. */
    List<Sighting> all() {
        return names().read(workerId -> true);
    }

    /**
     * Requires that the fork hands out none of the worker ids that may be taken: its nodes know of no lease.
     *
     * @throws WorkerIdException.BadAssignment if it does
     */
    void requireNoPool(WorkerIdRange range) {
        List<Integer> offered = nodes.children(namespace.forkNotInUse()).names().stream()
                .flatMapToInt(name -> ForkNode.workerId(name).stream())
                .filter(range::contains)
                .sorted()
                .boxed()
                .toList();
        if (!offered.isEmpty()) {
            throw new WorkerIdException.BadAssignment(
                    "nodes of the fork may take %s of the worker ids %s, since they are children of %s: %s; delete these children, or %s as a whole once the last node of the fork has stopped"
                            .formatted(
                                    offered.size(),
                                    range,
                                    namespace.forkNotInUse(),
                                    WorkerIdRange.text(offered),
                                    namespace.fork()),
                    WorkerIdComponent.WORKER_IDS);
        }
    }

    /** The worker ids that are named at all; reads two lists of names and nothing else. */
    Names names() {
        List<OriginalNode> fixed = assignments.parse(assignments.children().names());
        Map<String, Integer> ofFork = new TreeMap<>();
        for (String name : nodes.children(namespace.forkInUse()).names()) {
            ForkNode.workerId(name).ifPresent(workerId -> ofFork.put(name, workerId));
        }
        return new Names(this, fixed, ofFork);
    }

    /**
     * The names of what may use worker ids. Immutable.
     *
     * @param sightings reads what they say
     * @param fixed the fixed worker ids
     * @param ofFork the worker ids that the fork uses, by the name of the node
     */
    record Names(Sightings sightings, List<OriginalNode> fixed, Map<String, Integer> ofFork) {

        /** Returns whether something is named after a worker id. */
        boolean contains(int workerId) {
            return ofFork.containsValue(workerId)
                    || fixed.stream().anyMatch(assignment -> assignment.workerId() == workerId);
        }

        /** The sightings of some of the worker ids. */
        List<Sighting> read(IntPredicate chosen) {
            List<Sighting> found = new ArrayList<>();
            List<OriginalNode> wanted = fixed.stream()
                    .filter(assignment -> chosen.test(assignment.workerId()))
                    .toList();
            Map<String, ZkNode> ofOriginals = sightings.nodes.readChildren(
                    sightings.namespace.forever(),
                    wanted.stream().map(OriginalNode::name).toList());
            for (OriginalNode assignment : wanted) {
                ZkNode node = ofOriginals.get(assignment.name());
                if (node != null) {
                    long reported = AssignmentNodes.reportedMillis(node);
                    found.add(Sighting.fixed(assignment.workerId(), assignment.owner(), reported, node));
                }
            }
            List<String> names = ofFork.keySet().stream()
                    .filter(name -> chosen.test(ofFork.getOrDefault(name, -1)))
                    .toList();
            sightings
                    .nodes
                    .readChildren(sightings.namespace.forkInUse(), names)
                    .forEach((name, node) -> found.add(Sightings.ofFork(ofFork.getOrDefault(name, -1), node)));
            return found;
        }
    }

    private static Sighting ofFork(int workerId, ZkNode node) {
        long reported = ForkNode.reportedMillis(node.data()).orElse(node.mtime());
        return new Sighting(workerId, ForkNode.owner(node.data()), reported, node, Writer.FORK);
    }
}
