package io.leafid.workerid.zookeeper;

import io.leafid.time.TimeSource;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import io.leafid.workerid.compat.OriginalNode;
import io.leafid.workerid.compat.OriginalReports;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;

/**
 * Mode {@code zk_normal}: an identity gets the next number of a sequence as its worker id and keeps it for good. Thread-safe
 * for {@link #list()}; the other methods are for one thread at a time.
 *
 * <p>The nodes under {@code forever} are those of the original Leaf, so that a node of either kind can be replaced by one
 * of the other. (Originals cannot read the tree if a host name contains a {@code -}.) A node that an original wrote last
 * is trusted from its time plus two of its report intervals, after a look whether it still reports.
 *
 * <p>Worker ids are never taken away from an identity. When the sequence has passed the range, the lowest number of the
 * range is used that no node under {@code forever} has: deleting the node of an instance that is gone for good frees its
 * worker id. Identities that change with every start belong into {@link RecyclingZooKeeperHolder}.
 */
public final class FixedZooKeeperHolder extends ZooKeeperHolder {

    private static final int CONFLICTS = 16;

    /**
     * Makes a holder; nothing is asked of ZooKeeper yet.
     *
     * @param client a started client, not closed by the holder; paths are below its namespace if it has one
     * @param namespace where the nodes are
     * @param identity who this instance is
     * @param time the clocks
     */
    public FixedZooKeeperHolder(
            CuratorFramework client, ZooKeeperNamespace namespace, NodeIdentity identity, TimeSource time) {
        this(new CuratorNodes(client), namespace, identity, time, new Random());
    }

    /** The same with a source of chance, which decides whose clocks are compared. */
    FixedZooKeeperHolder(
            ZkNodes nodes, ZooKeeperNamespace namespace, NodeIdentity identity, TimeSource time, Random random) {
        super(nodes, namespace, identity, time, random, "zk_normal");
    }

    @Override
    public boolean isFixed() {
        return true;
    }

    @Override
    public String name() {
        return "zk_normal";
    }

    @Override
    WorkerIdLease choose(LeaseRequest request) {
        WorkerIdRange range = request.usableWorkerIds();
        for (int attempt = 0; attempt < range.size() + CONFLICTS; attempt++) {
            ZkNodes.Children children = assignments.children();
            List<OriginalNode> known = assignments.parse(children.names());
            Optional<Integer> own = ownOf(known, range, request);
            long next = children.nextNumber();
            Optional<WorkerIdLease> lease = Optional.empty();
            if (own.isPresent()) {
                lease = take(own.get(), request);
            } else if (next < range.first()) {
                assignments.skip(range.first() - next);
            } else if (next <= range.last()) {
                createNext(range, request);
            } else {
                lease = takeUnassigned(known, range, request);
            }
            if (lease.isPresent()) {
                return lease.get();
            }
        }
        throw new WorkerIdException.RegistryUnavailable(
                "the nodes of %s change faster than a worker id can be taken".formatted(namespace), null);
    }

    @Override
    List<Integer> eligible(LeaseRequest request) {
        WorkerIdRange range = request.usableWorkerIds();
        Optional<ZkNode> unused = processes.awaitEnd(request);
        List<OriginalNode> known = assignments.parse(assignments.children().names());
        Map<Integer, LeaseNode> leased = leases.all();
        return ownOf(known, range, request)
                .flatMap(
                        own -> assignments.read(identity, own).map(node -> lease(own, node, leases.read(own), request)))
                .map(lease -> List.of(lease.workerId()))
                .orElseGet(() -> requireAny(
                        range,
                        unassigned(known, range)
                                .filter(workerId ->
                                        isOpen(workerId, Optional.ofNullable(leased.get(workerId)), request))
                                .toList()));
    }

    /** The worker id that this identity has: the one that its mark names, else the lowest. */
    private Optional<Integer> ownOf(List<OriginalNode> known, WorkerIdRange range, LeaseRequest request) {
        int marked = request.formerWorkerId().orElse(-1);
        return known.stream()
                .filter(assignment -> assignment.isOf(identity) && range.contains(assignment.workerId()))
                .map(OriginalNode::workerId)
                .filter(workerId -> isOpen(workerId, request))
                .min(Comparator.<Integer, Boolean>comparing(workerId -> workerId != marked)
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** Returns whether a worker id is not held by another owner, which may have taken it in another mode. */
    private boolean isOpen(int workerId, LeaseRequest request) {
        return isOpen(workerId, leases.read(workerId), request);
    }

    private boolean isOpen(int workerId, Optional<LeaseNode> lease, LeaseRequest request) {
        lease.ifPresent(found -> request.noteOwner(workerId, found.token()));
        return lease.isEmpty()
                || lease.get().owner().equals(identity.toString())
                || (request.acceptsFloor(lease.get().ceilingMillis()) && !processes.holds(lease.get()));
    }

    private void createNext(WorkerIdRange range, LeaseRequest request) {
        Optional<OriginalNode> created = assignments.createNext(identity);
        created.map(OriginalNode::workerId)
                .filter(workerId -> !range.contains(workerId) || !isOpen(workerId, request))
                .ifPresent(workerId -> assignments.delete(identity, workerId));
    }

    /** Leases a worker id that this identity has; empty if the nodes changed meanwhile. */
    private Optional<WorkerIdLease> take(int workerId, LeaseRequest request) {
        Optional<ZkNode> node = assignments.read(identity, workerId);
        Optional<LeaseNode> before = leases.read(workerId);
        if (node.isEmpty()) {
            return Optional.empty();
        }
        WorkerIdLease lease = lease(workerId, node.get(), before, request);
        NodeWrite report = NodeWrite.write(node.get(), OriginalNode.payload(identity, lease.ceilingMillis()));
        boolean isByOriginal = AssignmentNodes.isWrittenByOriginal(node.get(), before);
        return record(request, lease, isByOriginal ? before.map(LeaseNode::outlived) : before, report);
    }

    private WorkerIdLease lease(int workerId, ZkNode node, Optional<LeaseNode> before, LeaseRequest request) {
        boolean isByOriginal = AssignmentNodes.isWrittenByOriginal(node, before);
        long floor = floor(workerId, before, request);
        if (isByOriginal) {
            request.noteOwner(workerId, "");
            floor = Math.max(floor, floorAfterOriginal(node, before));
        }
        if (!request.acceptsFloor(floor)) {
            throw new WorkerIdException.ClockBehindMark(workerId, request.time().now(), Instant.ofEpochMilli(floor));
        }
        if (isByOriginal) {
            refuseIfReporting(node);
        }
        return request.lease(workerId, floor);
    }

    private static long floor(int workerId, Optional<LeaseNode> before, LeaseRequest request) {
        return before.map(last -> last.floorFor(workerId, request))
                .orElseGet(() -> request.floorWithoutRecord(workerId));
    }

    /** What the original may have used counts besides what ours may have used before it. */
    private static long floorAfterOriginal(ZkNode node, Optional<LeaseNode> before) {
        long reported = OriginalReports.unusedFrom(AssignmentNodes.reportedMillis(node));
        return Math.max(reported, before.map(LeaseNode::ceilingMillis).orElse(0L));
    }

    /** An original has no ephemeral node, but it reports every few seconds as long as it runs. */
    private void refuseIfReporting(ZkNode node) {
        // The registry's clock may have stepped back since.
        Duration silent = Duration.ofMillis(Math.max(0, processes.registryMillis() - node.mtime()));
        Duration left = OriginalReports.GRACE.minus(silent);
        if (!left.isNegative() && nodes.awaitChange(node, left)) {
            throw new WorkerIdException.IdentityInUse(
                    identity,
                    "an instance of the original Leaf runs as %s: it has just reported to node %s; stop it before, or give this instance another host or port"
                            .formatted(identity, node.path()));
        }
    }

    /** Takes the lowest number that no identity has; the sequence will not come by there again. */
    private Optional<WorkerIdLease> takeUnassigned(
            List<OriginalNode> known, WorkerIdRange range, LeaseRequest request) {
        Stream<Integer> open = unassigned(known, range).filter(workerId -> isOpen(workerId, request));
        int workerId = requireAny(range, open.limit(1).toList()).get(0);
        Optional<LeaseNode> before = leases.read(workerId);
        WorkerIdLease lease = request.lease(workerId, floor(workerId, before, request));
        return record(request, lease, before, assignments.creating(identity, workerId, lease.ceilingMillis()));
    }

    private static Stream<Integer> unassigned(List<OriginalNode> known, WorkerIdRange range) {
        Set<Integer> assigned = known.stream().map(OriginalNode::workerId).collect(Collectors.toSet());
        return IntStream.rangeClosed(range.first(), range.last())
                .boxed()
                .filter(workerId -> !assigned.contains(workerId));
    }

    private List<Integer> requireAny(WorkerIdRange range, List<Integer> open) {
        if (open.isEmpty()) {
            throw exhausted(
                    range,
                    "the sequence is past it and every number has its instance; delete the nodes under %s of instances that are gone for good, or use zk_recycle"
                            .formatted(namespace.forever()));
        }
        return open;
    }

    private Optional<WorkerIdLease> record(
            LeaseRequest request, WorkerIdLease lease, Optional<LeaseNode> before, NodeWrite report) {
        return take(before, request, lease, List.of(report)) ? Optional.of(lease) : Optional.empty();
    }

    @Override
    Optional<ZkNode> readCompanion(int workerId) {
        return assignments.read(identity, workerId);
    }

    @Override
    List<NodeWrite> companionWrites(OwnedNodes owned, int workerId, long millis) {
        Optional<ZkNode> node = owned.companion();
        boolean isHeld = owned.lease().isPresent(); // else it cannot be told who wrote last
        if (!isHeld || node.isEmpty()) {
            requireAlone(workerId);
        }
        if (isHeld && node.isPresent() && AssignmentNodes.isWrittenByOriginal(node.get(), owned.lease())) {
            throw shared(workerId, node.get());
        }
        return List.of(node.map(present -> NodeWrite.write(present, OriginalNode.payload(identity, millis)))
                .orElseGet(() -> assignments.creating(identity, workerId, millis)));
    }

    /**
     * Requires that no original has taken the worker id since its nodes were deleted, and sees that none will: an original takes the next
     * number of the sequence, which has begun anew if all nodes were deleted, and looks at no lease.
     */
    private void requireAlone(int workerId) {
        leases.ensureTree();
        assignments.skip(workerId + 1 - assignments.children().nextNumber());
        List<OriginalNode> known =
                assignments.parse(assignments.children().names()); // after the sequence has passed it
        known.stream()
                .filter(other -> other.workerId() == workerId && !other.isOf(identity))
                .flatMap(other -> assignments.read(other).stream())
                .filter(this::isReportedOfLate)
                .findFirst()
                .ifPresent(node -> {
                    throw shared(workerId, node);
                });
    }

    /** Returns whether it belongs to an original that may run. */
    private boolean isReportedOfLate(ZkNode node) {
        long silent = processes.registryMillis() - node.mtime();
        boolean isSkipped = node.session() != 0; // by Leaf, and about to be deleted: an original's node stays
        return !isSkipped && AssignmentNodes.reportedMillis(node) > 0 && silent <= OriginalReports.GRACE.toMillis();
    }

    private static WorkerIdException.LeaseLost shared(int workerId, ZkNode node) {
        return new WorkerIdException.LeaseLost(
                "worker id %s is no longer ours alone: an instance of the original Leaf reports to node %s"
                        .formatted(workerId, node.path()));
    }
}
