package io.leafid.workerid.zookeeper;

import io.leafid.time.TimeSource;
import io.leafid.workerid.ClaimRequest;
import io.leafid.workerid.FoundMark;
import io.leafid.workerid.MarkEvidence;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdClaim;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mode {@code zk_recycle}: a process leases any worker id of the range that is free, preferably the one it had, and gives
 * it back when it stops. Thread-safe for {@link #list()}; the other methods are for one thread at a time.
 *
 * <p>A worker id is free when it was never leased, when it was given back, or when its owner is gone and the clock has
 * passed the ceiling. A worker id that an original node, a fixed one of ours or one of the fork's {@code zk_recycle}
 * (under {@code recycle/inuse}) has reported for within the last hour is left alone.
 *
 * <p>Moving over from the fork: its nodes do not know of leases and take any worker id that they find under
 * {@code recycle/notuse}. While both run, take the worker ids that are given to the new nodes
 * ({@code leaf.snowflake.worker-ids}) out of {@code recycle/notuse}, by deleting those children; when the last of the
 * fork's nodes has stopped, delete {@code recycle} as a whole.
 */
public final class RecyclingZooKeeperHolder extends ZooKeeperHolder {

    private static final Logger logger = LoggerFactory.getLogger(RecyclingZooKeeperHolder.class);

    private static final int ROUNDS = 5;

    /**
     * Makes a holder; nothing is asked of ZooKeeper yet.
     *
     * @param client a started client, not closed by the holder; paths are below its namespace if it has one
     * @param namespace where the nodes are
     * @param identity who this instance is
     * @param time the clocks
     */
    public RecyclingZooKeeperHolder(
            CuratorFramework client, ZooKeeperNamespace namespace, NodeIdentity identity, TimeSource time) {
        super(client, namespace, identity, time, "zk_recycle");
    }

    @Override
    public boolean isFixed() {
        return false;
    }

    /** Two processes of one identity get along, since neither needs a worker id of its own; a copied disk is no reason to stop. */
    @Override
    boolean enter(ClaimRequest request) {
        try {
            return super.enter(request);
        } catch (WorkerIdException.IdentityInUse ex) {
            if (request.ownMark()
                    .map(FoundMark::evidence)
                    .filter(MarkEvidence.SAME_DIRECTORY::equals)
                    .isPresent()) {
                throw ex; // it needs the directory for its own marks
            }
            logger.warn("{}. This process runs beside it, under another worker id", ex.getMessage());
            return live.enterBeside(request);
        }
    }

    @Override
    public String name() {
        return "zk_recycle";
    }

    @Override
    WorkerIdClaim claim(ClaimRequest request) {
        WorkerIdRange range = usable(request);
        for (int round = 0; round < ROUNDS; round++) {
            FreeWorkerIds free = new FreeWorkerIds(leases.all(), live.all(), sightings.all(), live.registryMillis());
            List<FreeWorkerIds.Candidate> candidates = free.candidates(request, range);
            if (candidates.isEmpty()) {
                throw exhausted(
                        range, "each is held by a running process or reserved beyond the present; widen the range");
            }
            Optional<WorkerIdClaim> claim = takeOneOf(candidates, request);
            if (claim.isPresent()) {
                return claim.get();
            }
        }
        throw new WorkerIdException.RegistryUnavailable(
                "the free worker ids of %s are taken faster than they can be claimed".formatted(namespace), null);
    }

    private Optional<WorkerIdClaim> takeOneOf(List<FreeWorkerIds.Candidate> candidates, ClaimRequest request) {
        List<FreeWorkerIds.Candidate> left = new ArrayList<>(candidates);
        boolean isFirst = true;
        while (!left.isEmpty()) {
            FreeWorkerIds.Candidate candidate = left.remove(0);
            WorkerIdClaim claim = request.claim(candidate.workerId(), candidate.floorMillis());
            Change taking = leases.taking(candidate.lease(), live.name(), request, claim);
            if (nodes.commit(List.of(taking)) || leases.isRecorded(claim)) {
                return Optional.of(claim);
            }
            if (isFirst) {
                Collections.shuffle(left); // many start at once: do not race for the next one with all the others
                isFirst = false;
            }
        }
        return Optional.empty();
    }

    @Override
    Companion companionOf(int workerId) {
        return (millis, lease) -> List.of();
    }
}
