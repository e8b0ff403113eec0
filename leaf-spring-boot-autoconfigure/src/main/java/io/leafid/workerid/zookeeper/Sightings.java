package io.leafid.workerid.zookeeper;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the worker ids that nodes of the original Leaf and of its fork use, and those that are fixed for ours.
 *
 * @param nodes the registry
 * @param namespace where to look
 * @param forever the fixed worker ids
 */
record Sightings(ZkNodes nodes, ZooKeeperNamespace namespace, ForeverNodes forever) {

    private static final Pattern FORK_NAME = Pattern.compile("workId:(\\d{1,9})");

    /** All of them; a worker id may be seen more than once. */
    List<Sighting> all() {
        List<Sighting> all = new ArrayList<>();
        Map<String, ZkNode> fixed = nodes.readChildren(namespace.forever());
        for (ForeverNodes.Assignment assignment : forever.assignments(fixed.keySet())) {
            ZkNode node = fixed.get(assignment.name());
            if (node != null) {
                long reported = ForeverNodes.reportedMillis(node);
                all.add(new Sighting(assignment.workerId(), assignment.owner(), reported, node));
            }
        }
        nodes.readChildren(namespace.forkInUse()).forEach((name, node) -> {
            Matcher matcher = FORK_NAME.matcher(name);
            if (matcher.matches()) {
                all.add(ofFork(Integer.parseInt(matcher.group(1)), node));
            }
        });
        return all;
    }

    private static Sighting ofFork(int workerId, ZkNode node) {
        String owner = node.data().text("lastUsedIp").orElse("?") + ":"
                + node.data().text("lastUsedPort").orElse("?");
        return new Sighting(
                workerId, owner, node.data().number("lastUsedTimestamp").orElse(node.mtime()), node);
    }
}
