package io.leafid.workerid.zookeeper;

import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.WorkerIdSelector;
import io.leafid.workerid.WorkerIdUse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Use of worker ids in a namespace, as it was read. Immutable.
 *
 * @param leases the leases by worker id
 * @param running the node of each running process, by its identity
 * @param sightings what else is used
 * @param registryMillis the registry's clock
 */
record WorkerIdUses(
        Map<Integer, LeaseNode> leases, Map<String, ZkNode> running, List<Sighting> sightings, long registryMillis) {

    /** The choice among the worker ids that are free. */
    WorkerIdSelector selector(LeaseRequest request) {
        Map<Integer, WorkerIdUse> uses = new HashMap<>();
        long now = request.time().currentTimeMillis();
        // The session of an owner that has ended is gone within seconds: what counts then is its ceiling.
        leases.forEach(
                (workerId, lease) -> uses.put(workerId, lease.use(EphemeralNodes.holds(running, lease) ? now : 0)));
        for (Sighting sighting : sightings) {
            WorkerIdUse leased = uses.getOrDefault(sighting.workerId(), WorkerIdUse.NEVER_USED);
            long leftMillis = sighting.freshForMillis(registryMillis);
            long takenUntil = (leftMillis > 0) ? now + leftMillis : 0;
            uses.put(sighting.workerId(), leased.besides(takenUntil, sighting.usedUpToMillis()));
        }
        return new WorkerIdSelector(request, uses);
    }
}
