package io.leafid.workerid.zookeeper;

import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdUse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * List of what a namespace says about its worker ids. Stateless.
 *
 * @param leases the leases by worker id
 * @param sightings what else is used
 * @param running the node of each running process, by its identity
 */
record LeaseListing(Map<Integer, LeaseNode> leases, List<Sighting> sightings, Map<String, ZkNode> running) {

    /** One entry per worker id, sorted; a lease counts more than a sighting unless the sighting is newer. */
    List<WorkerIdEntry> entries(Predicate<LeaseNode> isSelf) {
        Map<Integer, WorkerIdEntry> entries = new TreeMap<>();
        leases.forEach((workerId, lease) -> entries.put(workerId, ofLease(workerId, lease, isSelf.test(lease))));
        long registryMillis = latestWrite();
        for (Sighting sighting : sightings) {
            LeaseNode lease = leases.get(sighting.workerId());
            if (lease == null || sighting.node().mzxid() > lease.node().mzxid()) {
                entries.put(sighting.workerId(), ofSighting(sighting, registryMillis));
            }
        }
        return List.copyOf(entries.values());
    }

    private WorkerIdEntry ofLease(int workerId, LeaseNode lease, boolean isSelf) {
        return new WorkerIdEntry(
                workerId,
                lease.owner(),
                (lease.ceilingMillis() == WorkerIdUse.NEVER) ? null : Instant.ofEpochMilli(lease.ceilingMillis()),
                Instant.ofEpochMilli(lease.node().mtime()),
                EphemeralNodes.holds(running, lease),
                isSelf);
    }

    private static WorkerIdEntry ofSighting(Sighting sighting, long registryMillis) {
        @Nullable Instant usedUpTo = (sighting.reportedMillis() == 0) ? null : Instant.ofEpochMilli(sighting.usedUpToMillis());
        return new WorkerIdEntry(
                sighting.workerId(),
                sighting.owner(),
                usedUpTo,
                Instant.ofEpochMilli(sighting.node().mtime()),
                sighting.isLive(registryMillis),
                false,
                sighting.writer());
    }

    /** The registry's clock, as far as it can be known without a write: a running node always reports. */
    private long latestWrite() {
        long latest = 0;
        for (Sighting sighting : sightings) {
            latest = Math.max(latest, sighting.node().mtime());
        }
        for (ZkNode node : running.values()) {
            latest = Math.max(latest, node.mtime());
        }
        return latest;
    }
}
