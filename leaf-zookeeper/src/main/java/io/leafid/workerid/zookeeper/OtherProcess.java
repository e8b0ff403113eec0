package io.leafid.workerid.zookeeper;

import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.OwnerLivenessProbe;
import io.leafid.workerid.WorkerIdException;
import java.time.Duration;
import java.util.function.BiConsumer;

/**
 * View of a process that has the identity: by its node, each report of which is a write. Immutable.
 *
 * @param identity the identity
 * @param change waits for one of the node, up to a time
 */
record OtherProcess(NodeIdentity identity, BiConsumer<ZkNode, Duration> change)
        implements OwnerLivenessProbe.Registry<ZkNode> {

    /** Tells a start of the process before it is watched, since the registry may be lost meanwhile. */
    static void noteTo(LeaseRequest request, ZkNode other, OwnerLivenessProbe<ZkNode> probe) {
        String token =
                probe.hasReported(other) ? "" : EphemeralNodes.token(other).orElse("");
        request.formerWorkerId().ifPresent(workerId -> request.noteOwner(workerId, token));
    }

    @Override
    public boolean isLater(ZkNode before, ZkNode now) {
        return before.mzxid() != now.mzxid();
    }

    @Override
    public void awaitReport(ZkNode seen, Duration atMost) {
        change.accept(seen, atMost);
    }

    @Override
    public WorkerIdException inUse(ZkNode seen) {
        return new WorkerIdException.IdentityInUse(
                identity,
                "another process runs as %s: node %s is kept alive by session 0x%x; give each process its own host or port"
                        .formatted(identity, seen.path(), seen.session()));
    }
}
