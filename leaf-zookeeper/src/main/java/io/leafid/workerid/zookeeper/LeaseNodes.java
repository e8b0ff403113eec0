package io.leafid.workerid.zookeeper;

import io.leafid.json.JsonObject;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdLease;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The leases of a namespace: one node per worker id, whichever mode it is used in, so that two modes side by side cannot
 * hand out the same one. A worker id that was never used has none. Thread-safe.
 *
 * @param nodes the registry
 * @param namespace where the leases are
 */
record LeaseNodes(ZkNodes nodes, ZooKeeperNamespace namespace) {

    Map<Integer, LeaseNode> all() {
        return byWorkerId(nodes.readChildren(namespace.leases()));
    }

    /** The leases of some worker ids, as far as they were ever leased. */
    Map<Integer, LeaseNode> of(Collection<Integer> workerIds) {
        return byWorkerId(nodes.readChildren(
                namespace.leases(), workerIds.stream().map(String::valueOf).toList()));
    }

    private static Map<Integer, LeaseNode> byWorkerId(Map<String, ZkNode> found) {
        Map<Integer, LeaseNode> leases = new TreeMap<>();
        found.forEach((name, node) -> workerId(name).ifPresent(id -> leases.put(id, LeaseNode.of(node))));
        return leases;
    }

    /** The worker ids that were ever leased; what they are leased for is not read. */
    Set<Integer> workerIds() {
        return nodes.children(namespace.leases()).names().stream()
                .map(LeaseNodes::workerId)
                .flatMap(Optional::stream)
                .collect(Collectors.toCollection(HashSet::new));
    }

    private static Optional<Integer> workerId(String name) {
        return name.matches("\\d{1,9}") ? Optional.of(Integer.valueOf(name)) : Optional.empty();
    }

    Optional<LeaseNode> read(int workerId) {
        return nodes.read(path(workerId)).map(LeaseNode::of);
    }

    /** Records a lease, if its node is still as it was read. */
    NodeWrite taking(Optional<LeaseNode> before, String owner, LeaseRequest request, WorkerIdLease lease) {
        JsonObject data = LeaseNode.held(owner, lease, request.time().currentTimeMillis());
        return writing(before, lease.workerId(), data);
    }

    /** Returns whether a lease that seemed to fail was recorded after all, by a write whose answer was lost. */
    boolean isRecorded(WorkerIdLease lease) {
        return read(lease.workerId())
                .filter(found -> found.token().equals(lease.token()) && found.ceilingMillis() == lease.ceilingMillis())
                .isPresent();
    }

    /**
     * The record of a lease; empty if its node was deleted.
     *
     * @param lease what the caller believes to have
     * @param newToken the token that an earlier report may have written
     * @param unheard the token that an earlier attempt to take the worker id may have written
     * @throws WorkerIdException.LeaseLost if it belongs to another token
     */
    Optional<LeaseNode> owned(WorkerIdLease lease, String newToken, String unheard) {
        Set<String> tokens = Set.copyOf(List.of(lease.token(), newToken, unheard));
        Optional<LeaseNode> found = read(lease.workerId());
        if (!isOwned(found, tokens)) {
            nodes.sync(); // a server that lags behind may show a time before the lease
            found = read(lease.workerId());
        }
        if (found.isPresent() && !isOwned(found, tokens)) {
            throw lost(
                    lease,
                    "belongs to %s under another token".formatted(found.get().owner()));
        }
        return found;
    }

    private static boolean isOwned(Optional<LeaseNode> found, Set<String> tokens) {
        return found.map(LeaseNode::token).filter(tokens::contains).isPresent();
    }

    /** The loss of a lease, with what is found of it. */
    WorkerIdException.LeaseLost lost(WorkerIdLease lease, String found) {
        return new WorkerIdException.LeaseLost("worker id %s is no longer ours: node %s %s"
                .formatted(lease.workerId(), path(lease.workerId()), found));
    }

    /** Creates the nodes of a namespace, unless they are there. */
    void ensureTree() {
        nodes.ensure(namespace.leases());
        nodes.ensure(namespace.forever());
        nodes.ensure(namespace.temporary());
    }

    /** The write of a lease: in place of its node as it was read, or of one that was deleted. */
    NodeWrite writing(Optional<LeaseNode> read, int workerId, JsonObject data) {
        return read.map(present -> NodeWrite.write(present.node(), data))
                .orElseGet(() -> NodeWrite.create(path(workerId), data));
    }

    String path(int workerId) {
        return namespace.leases() + "/" + workerId;
    }
}
