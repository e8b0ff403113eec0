package io.leafid.workerid.zookeeper;

import io.leafid.workerid.FoundMark;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.WorkerIdRange;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Decides which worker ids of the pool may be taken, and in which order they are tried. Pure.
 *
 * @param leases the leases by worker id
 * @param running the node of each running process, by its identity
 * @param sightings what else is used
 * @param registryMillis the registry's clock
 */
record FreeWorkerIds(
        Map<Integer, LeaseNode> leases, Map<String, ZkNode> running, List<Sighting> sightings, long registryMillis) {

    /** The free ones among all worker ids of a range, in the order below. */
    List<Candidate> candidates(LeaseRequest request, WorkerIdRange range) {
        return candidates(
                request,
                IntStream.rangeClosed(range.first(), range.last()).boxed().toList());
    }

    /** The free ones among some worker ids: the own former one, then those usable at once, then the lowest. */
    List<Candidate> candidates(LeaseRequest request, Collection<Integer> workerIds) {
        Set<Integer> inUse = new HashSet<>();
        Map<Integer, Long> usedUpTo = new HashMap<>();
        for (Sighting sighting : sightings) {
            usedUpTo.merge(sighting.workerId(), sighting.usedUpToMillis(), Math::max);
            if (sighting.isFresh(registryMillis)) {
                inUse.add(sighting.workerId());
            }
        }
        long now = request.time().currentTimeMillis();
        String self = request.identity().toString();
        return workerIds.stream()
                .filter(workerId -> !inUse.contains(workerId))
                .map(workerId -> candidate(workerId, request, usedUpTo.getOrDefault(workerId, 0L)))
                .flatMap(Optional::stream)
                .sorted(Comparator.<Candidate, Boolean>comparing(candidate -> !candidate.isMarked(request))
                        .thenComparing(candidate -> candidate.floorMillis() > now)
                        .thenComparing(candidate -> !candidate.wasOf(self))
                        .thenComparingInt(Candidate::workerId))
                .toList();
    }

    private Optional<Candidate> candidate(int workerId, LeaseRequest request, long usedUpToMillis) {
        Optional<LeaseNode> lease = Optional.ofNullable(leases.get(workerId));
        long floor =
                lease.map(l -> l.floorFor(workerId, request)).orElseGet(() -> request.floorFor(workerId, "", 0, 0));
        Candidate candidate = new Candidate(workerId, lease, Math.max(floor, usedUpToMillis));
        boolean isHeld = lease.filter(l -> EphemeralNodes.holds(running, l)).isPresent();
        return (isHeld || !request.acceptsFloor(candidate.floorMillis())) ? Optional.empty() : Optional.of(candidate);
    }

    /** When the first worker id of a range comes free by itself, in milliseconds since 1970; empty if none does. */
    OptionalLong firstFreeMillis(WorkerIdRange range, long nowMillis) {
        return leases.entrySet().stream()
                .filter(entry -> range.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .filter(lease -> lease.ceilingMillis() != LeaseNode.NEVER && !EphemeralNodes.holds(running, lease))
                .mapToLong(LeaseNode::ceilingMillis)
                .filter(ceiling -> ceiling > nowMillis)
                .min();
    }

    /**
     * A worker id that may be taken.
     *
     * @param workerId the worker id
     * @param lease its lease as it was read, if it ever had one
     * @param floorMillis first millisecond that may be used
     */
    record Candidate(int workerId, Optional<LeaseNode> lease, long floorMillis) {

        /** Whether the own mark is about this worker id and this lease. */
        boolean isMarked(LeaseRequest request) {
            Optional<String> token = request.ownMark()
                    .map(FoundMark::mark)
                    .filter(mark -> mark.workerId() == workerId)
                    .map(HighWaterMark::token);
            return token.isPresent() && token.equals(lease.map(LeaseNode::token));
        }

        /** Whether it may be used now, or soon with a mark that says so. */
        boolean isUsable(LeaseRequest request) {
            return isMarked(request) || floorMillis <= request.time().currentTimeMillis();
        }

        boolean wasOf(String identity) {
            return lease.filter(l -> l.owner().equals(identity)).isPresent();
        }
    }
}
