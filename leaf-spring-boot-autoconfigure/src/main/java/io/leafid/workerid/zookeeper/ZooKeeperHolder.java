package io.leafid.workerid.zookeeper;

import io.leafid.time.TimeSource;
import io.leafid.workerid.ClockReading;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;

/** What both modes have in common: leases, running processes, the layout. A mode says which worker id to take. */
abstract sealed class ZooKeeperHolder implements WorkerIdHolder permits FixedZooKeeperHolder, RecyclingZooKeeperHolder {

    private static final int ATTEMPTS = 5;

    final ZkNodes nodes;
    final ZooKeeperNamespace namespace;
    final NodeIdentity identity;
    final LeaseNodes leases;
    final EphemeralNodes live;
    final AssignmentNodes forever;
    final Sightings sightings;
    private final String mode;
    private final TimeSource time;
    private boolean hasLookedAtAccess;

    ZooKeeperHolder(
            CuratorFramework client,
            ZooKeeperNamespace namespace,
            NodeIdentity identity,
            TimeSource time,
            String mode) {
        this.mode = mode;
        this.nodes = new ZkNodes(client);
        this.namespace = namespace;
        this.identity = identity;
        this.leases = new LeaseNodes(nodes, namespace);
        this.live = new EphemeralNodes(nodes, namespace, identity, time);
        this.forever = new AssignmentNodes(nodes, namespace);
        this.time = time;
        this.sightings = new Sightings(nodes, namespace, forever);
    }

    @Override
    public final String registry() {
        return "%s %s %s".formatted(mode, nodes.servers(), namespace);
    }

    @Override
    public final WorkerIdLease acquire(LeaseRequest request) {
        nodes.ensure(namespace.leases());
        nodes.ensure(namespace.forever());
        nodes.ensure(namespace.temporary());
        new LayoutNode(nodes, namespace.layout()).check(request.layout(), mode);
        boolean isNew = enter(request);
        try {
            WorkerIdLease claim = claim(request);
            warnOnceOfOpenNodes(claim.workerId());
            return claim;
        } catch (WorkerIdException ex) {
            if (isNew) {
                live.leave();
            }
            throw ex;
        }
    }

    private void warnOnceOfOpenNodes(int workerId) {
        if (!hasLookedAtAccess) {
            hasLookedAtAccess = true;
            new OpenNodes(nodes, namespace).warn(live.path(), leases.path(workerId));
        }
    }

    /**
     * Enters the running processes; returns whether this one was not among them.
     *
     * @throws WorkerIdException.IdentityInUse if another live process has the same identity and they cannot go side by side
     */
    boolean enter(LeaseRequest request) {
        return live.enter(request);
    }

    /** Chooses a worker id and records the claim. */
    abstract WorkerIdLease claim(LeaseRequest request);

    /** What else a change of a lease has to change, as it is before the lease is read. */
    abstract Companion companionOf(int workerId);

    @Override
    public final WorkerIdLease extend(WorkerIdLease claim, long ceilingMillis, String token) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Companion companion = companionOf(claim.workerId());
            LeaseNode lease = leases.owned(claim, token);
            WorkerIdLease extended = claim.upTo(Math.max(ceilingMillis, lease.ceilingMillis()), token);
            List<NodeWrite> changes = new ArrayList<>(companion.upTo(extended.ceilingMillis(), lease));
            changes.add(NodeWrite.write(lease.node(), LeaseNode.held(live.name(), extended, time.currentTimeMillis())));
            if (nodes.commit(changes)) {
                live.report(token);
                return extended;
            }
        }
        throw unsettled(claim);
    }

    @Override
    public final void release(WorkerIdLease claim, long usedUpToMillis) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Companion companion = companionOf(claim.workerId());
            LeaseNode lease = leases.owned(claim, claim.token());
            List<NodeWrite> changes = new ArrayList<>(companion.upTo(usedUpToMillis, lease));
            changes.add(NodeWrite.write(lease.node(), LeaseNode.released(live.name(), claim.token(), usedUpToMillis)));
            if (nodes.commit(changes)) {
                live.leave();
                return;
            }
        }
        throw unsettled(claim);
    }

    private WorkerIdException.RegistryUnavailable unsettled(WorkerIdLease claim) {
        return new WorkerIdException.RegistryUnavailable(
                "the nodes of worker id %d in %s change faster than they can be written"
                        .formatted(claim.workerId(), namespace),
                null);
    }

    @Override
    public final List<WorkerIdEntry> list() {
        return new LeaseListing(leases.all(), sightings.all(), live.all()).entries(live::isSelf);
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
    public final List<ClockReading> clockReadings() {
        return live.clockReadings();
    }

    /** Takes this process off the running ones. The client stays open: who made it closes it. */
    @Override
    public final void close() {
        live.leave();
    }

    /** The worker ids that may be taken and that the layout has room for. */
    static WorkerIdRange usable(LeaseRequest request) {
        WorkerIdRange asked = request.workerIds();
        int last = Math.min(asked.last(), request.layout().maxWorkerId());
        if (last < asked.first()) {
            throw new WorkerIdException.BadAssignment("none of the worker ids %s fits the layout, whose largest is %d"
                    .formatted(asked, request.layout().maxWorkerId()));
        }
        return new WorkerIdRange(asked.first(), last);
    }

    /** Something that is changed together with a lease. */
    @FunctionalInterface
    interface Companion {

        /**
         * The changes that go with a new ceiling.
         *
         * @throws WorkerIdException.LeaseLost if it shows that another owner uses the worker id
         */
        List<NodeWrite> upTo(long millis, LeaseNode lease);
    }
}
