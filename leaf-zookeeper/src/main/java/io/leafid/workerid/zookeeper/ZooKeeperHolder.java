package io.leafid.workerid.zookeeper;

import io.leafid.json.JsonObject;
import io.leafid.time.TimeSource;
import io.leafid.workerid.ClockReading;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NamespaceRecord;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Common part of both modes: leases, running processes, the layout. A mode says which worker id to take. */
abstract sealed class ZooKeeperHolder implements WorkerIdHolder permits FixedZooKeeperHolder, RecyclingZooKeeperHolder {

    private static final Logger logger = LoggerFactory.getLogger(ZooKeeperHolder.class);

    private static final int ATTEMPTS = 5;

    final ZkNodes nodes;
    final ZooKeeperNamespace namespace;
    final NodeIdentity identity;
    final LeaseNodes leases;
    final EphemeralNodes processes;
    final AssignmentNodes assignments;
    final Sightings sightings;
    private final String mode;
    private final TimeSource time;
    private final LayoutNode place;
    private NamespaceRecord.@Nullable Begun<ZkNode> begun;
    private boolean hasLookedAtAccess;
    protected @Nullable WorkerIdLease unheard; // ZooKeeper may have recorded it, in place of the token below
    protected String replaced = "";

    ZooKeeperHolder(
            ZkNodes nodes,
            ZooKeeperNamespace namespace,
            NodeIdentity identity,
            TimeSource time,
            Random random,
            String mode) {
        this.mode = mode;
        this.nodes = nodes;
        this.namespace = namespace;
        this.identity = identity;
        this.leases = new LeaseNodes(nodes, namespace);
        this.processes = new EphemeralNodes(nodes, namespace, identity, time, random);
        this.assignments = new AssignmentNodes(nodes, namespace);
        this.time = time;
        this.place = new LayoutNode(nodes, namespace, processes);
        this.sightings = new Sightings(nodes, namespace, assignments);
    }

    @Override
    public final String registry() {
        return "%s %s %s".formatted(mode, nodes.servers(), namespace);
    }

    @Override
    public final WorkerIdLease acquire(LeaseRequest request) {
        sightings.requireNoPool(request.usableWorkerIds());
        leases.ensureTree();
        NamespaceRecord.Begun<ZkNode> now = NamespaceRecord.of(request, mode).begin(place, request);
        begun = now;
        boolean isNew = enter(request);
        try {
            now.requireSettled();
            WorkerIdLease lease = choose(now.request());
            warnOnceOfOpenNodes(lease.workerId());
            return lease;
        } catch (WorkerIdException ex) {
            if (isNew) {
                processes.leave();
            }
            throw ex;
        }
    }

    @Override
    public final List<Integer> look(LeaseRequest request) {
        sightings.requireNoPool(request.usableWorkerIds());
        return eligible(NamespaceRecord.of(request, mode).look(place, request));
    }

    private void warnOnceOfOpenNodes(int workerId) {
        if (!hasLookedAtAccess) {
            hasLookedAtAccess = true;
            new OpenNodes(nodes, namespace).warn(processes.path(), leases.path(workerId));
        }
    }

    /**
     * Enters the running processes; returns whether this one was not among them.
     *
     * @throws WorkerIdException.IdentityInUse if another live process has the same identity and they cannot go side by side
     */
    boolean enter(LeaseRequest request) {
        return processes.enter(request);
    }

    /** Chooses a worker id and records the lease. */
    abstract WorkerIdLease choose(LeaseRequest request);

    /** The worker ids that are chosen from. Writes nothing, and throws what the choice does. */
    abstract List<Integer> eligible(LeaseRequest request);

    /** The node that is written together with the lease of a worker id, if this mode has one. */
    abstract Optional<ZkNode> readCompanion(int workerId);

    /**
     * The writes that go with a new ceiling.
     *
     * @throws WorkerIdException.LeaseLost if the nodes show that another owner uses the worker id
     */
    abstract List<NodeWrite> companionWrites(OwnedNodes owned, int workerId, long millis);

    /**
     * Records a lease in place of its node as it was read, with what goes with it; returns whether it did. Where there was no node, a lease
     * that was deleted since may be this one, taken by another start: what was recorded is then taken back, and looked at anew.
     */
    final boolean take(Optional<LeaseNode> before, LeaseRequest request, WorkerIdLease lease, List<NodeWrite> more) {
        List<NodeWrite> conditions = before.isEmpty() ? requireSettled(request) : List.of();
        List<NodeWrite> changes = new ArrayList<>(conditions);
        changes.add(leases.taking(before, processes.name(), request, lease));
        changes.addAll(more);
        replaced = before.map(LeaseNode::token).orElse("");
        unheard = lease;
        boolean isTaken = nodes.commit(changes) || leases.isRecorded(lease);
        unheard = null;
        if (isTaken && !conditions.isEmpty() && !place.isComplete(begun().found())) {
            // one by one: an original may have written to its node since, and the lease has to go all the same
            for (NodeWrite change : changes) {
                change.undoing().map(List::of).ifPresent(nodes::commit);
            }
            return false;
        }
        return isTaken;
    }

    /**
     * Requires that a worker id may be taken whose lease has no node, as was read before.
     *
     * @return what has to hold still when it is taken: the layout stands, and this process is among the running ones; both go when all is deleted
     * @throws WorkerIdException.Unsettled if the lease may have been deleted under its owner
     */
    private List<NodeWrite> requireSettled(LeaseRequest request) {
        Duration settling = request.period().settling();
        if (settling.isZero()) {
            return List.of();
        }
        ZkNode layout = begun().found();
        Optional<ZkNode> self = processes.self();
        long ageMillis = place.ageMillis(layout);
        boolean isStanding = self.isPresent() && place.stands(layout);
        NamespaceRecord.of(request, mode)
                .requireSettled(place, layout, isStanding ? ageMillis : 0, place.isComplete(layout), request);
        return self.stream()
                .flatMap(own -> Stream.of(NodeWrite.check(layout), NodeWrite.check(own)))
                .toList();
    }

    /**
     * The companion first: a report of an original that comes between the two reads then counts as later than the lease, and one of
     * ours, whose answer was lost, does not.
     */
    private OwnedNodes readOwned(WorkerIdLease lease, String newToken) {
        Optional<ZkNode> companion = readCompanion(lease.workerId());
        WorkerIdLease attempt = unheard;
        String unheardToken =
                (attempt != null && lease.mayReplace(attempt, replaced)) ? attempt.token() : lease.token();
        return new OwnedNodes(companion, leases.owned(lease, newToken, unheardToken));
    }

    /** Makes ready for a lease to be put back whose node was deleted, perhaps with all others. */
    private void requireReserved(WorkerIdLease lease, String token) {
        if (!isFixed() && time.currentTimeMillis() >= lease.ceilingMillis()) {
            throw leases.lost(lease, "is not there");
        }
        leases.ensureTree();
        processes.report(token); // before the lease: a node that finds the lease sees its owner run
    }

    @Override
    public final WorkerIdLease extend(WorkerIdLease lease, long ceilingMillis, String token) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            OwnedNodes owned = readOwned(lease, token);
            if (owned.lease().isEmpty()) {
                requireReserved(lease, token);
            }
            WorkerIdLease extended = lease.upTo(Math.max(ceilingMillis, owned.ceilingMillis()), token);
            JsonObject held = LeaseNode.held(processes.name(), extended, time.currentTimeMillis());
            if (nodes.commit(writes(owned, lease.workerId(), extended.ceilingMillis(), held))) {
                reported(owned, extended);
                return extended;
            }
        }
        throw unsettled(lease);
    }

    /** Puts back what was deleted besides the lease. */
    private void reported(OwnedNodes before, WorkerIdLease extended) {
        if (before.lease().isEmpty()) {
            logger.warn(
                    "node {} was deleted under this instance, and has been put back", leases.path(extended.workerId()));
        }
        processes.report(extended.token());
        NamespaceRecord.Begun<ZkNode> with = begun;
        if (with != null) {
            with.putBack();
        }
    }

    private NamespaceRecord.Begun<ZkNode> begun() {
        return Objects.requireNonNull(begun);
    }

    @Override
    public final void release(WorkerIdLease lease, long usedUpToMillis) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            OwnedNodes owned = readOwned(lease, lease.token());
            if (owned.lease().isEmpty()) {
                requireReserved(lease, lease.token());
            }
            JsonObject released = LeaseNode.released(processes.name(), lease.token(), usedUpToMillis);
            if (nodes.commit(writes(owned, lease.workerId(), usedUpToMillis, released))) {
                processes.leave();
                return;
            }
        }
        throw unsettled(lease);
    }

    private List<NodeWrite> writes(OwnedNodes owned, int workerId, long millis, JsonObject lease) {
        List<NodeWrite> writes = new ArrayList<>(companionWrites(owned, workerId, millis));
        writes.add(leases.writing(owned.lease(), workerId, lease));
        return writes;
    }

    private WorkerIdException.RegistryUnavailable unsettled(WorkerIdLease lease) {
        return new WorkerIdException.RegistryUnavailable(
                "the nodes of worker id %s in %s change faster than they can be written"
                        .formatted(lease.workerId(), namespace),
                null);
    }

    @Override
    public final List<WorkerIdEntry> list() {
        return new LeaseListing(leases.all(), sightings.all(), processes.all()).entries(processes::isSelf);
    }

    /** The refusal when no worker id is left, with the holders of those that were asked for. */
    final WorkerIdException.Exhausted exhausted(WorkerIdRange range, String advice) {
        List<WorkerIdEntry> holders = list().stream()
                .filter(entry -> range.contains(entry.workerId()))
                .toList();
        return new WorkerIdException.Exhausted(
                "no worker id of %s is free for %s in %s: %s".formatted(range, identity, namespace, advice), holders);
    }

    @Override
    public final List<ClockReading> clockReadings(Duration longestSilence) {
        return processes.clockReadings(longestSilence);
    }

    @Override
    public final List<ClockReading> lookAtClocks(Duration longestSilence) {
        return new SeenClocks(processes, time).read(longestSilence);
    }

    /** Takes this process off the running ones. The client stays open: who made it closes it. */
    @Override
    public final void close() {
        processes.leave();
    }

    /**
     * The nodes of a worker id that is leased, as they are before a change.
     *
     * @param companion the node that is written together with the lease, if there is one
     * @param lease the lease, read after it; empty if it was deleted
     */
    record OwnedNodes(Optional<ZkNode> companion, Optional<LeaseNode> lease) {

        private long ceilingMillis() {
            return lease.map(LeaseNode::ceilingMillis).orElse(0L);
        }
    }
}
