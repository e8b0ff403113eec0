package io.leafid.workerid.zookeeper;

import io.leafid.time.TimeSource;
import io.leafid.workerid.FoundMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.MarkEvidence;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import io.leafid.workerid.WorkerIdSelector;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.apache.curator.framework.CuratorFramework;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mode {@code zk_recycle}: a process leases any worker id of the range that is free, preferably the one it had, and gives
 * it back when it stops. Thread-safe for {@link #list()}; the other methods are for one thread at a time.
 *
 * <p>A start costs about the same however many nodes there are: it guesses a few worker ids and reads only what is said about
 * those. All is read when none of them is free.
 *
 * <p>A worker id is free when it was never leased, when it was given back, or when its owner is gone and the clock has
 * passed the ceiling. A worker id that an original node, a fixed one of ours or one of the fork's {@code zk_recycle}
 * (under {@code recycle/inuse}) has reported for within the last hour is left alone.
 *
 * <p>Moving over from the fork: its nodes do not know of leases and take any worker id that they find under
 * {@code recycle/notuse}. While both run, take the worker ids that are given to the new nodes
 * out of {@code recycle/notuse}, by deleting those children; when the last of the
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
        this(new CuratorNodes(client), namespace, identity, time, new Random());
    }

    /** The same with a source of chance, which decides whose clocks are compared. */
    RecyclingZooKeeperHolder(
            ZkNodes nodes, ZooKeeperNamespace namespace, NodeIdentity identity, TimeSource time, Random random) {
        super(nodes, namespace, identity, time, random, "zk_recycle");
    }

    @Override
    public boolean isFixed() {
        return false;
    }

    /** Two processes of one identity get along, since neither needs a worker id of its own; a copied disk is no reason to stop. */
    @Override
    boolean enter(LeaseRequest request) {
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
            return processes.enterBeside(request);
        }
    }

    @Override
    public String name() {
        return "zk_recycle";
    }

    @Override
    WorkerIdLease choose(LeaseRequest request) {
        WorkerIdRange range = request.usableWorkerIds();
        return guess(new GuessedWorkerIds(request, range), request).orElseGet(() -> search(request, range));
    }

    /** Tries a few worker ids: the own former ones, then some that were never leased, then some that were. */
    private Optional<WorkerIdLease> guess(GuessedWorkerIds guessed, LeaseRequest request) {
        Sightings.Names sighted = sightings.names();
        Set<Integer> former = former(guessed);
        Optional<WorkerIdLease> lease = takeUsable(former, sighted, request);
        if (lease.isPresent()) {
            return lease;
        }
        Set<Integer> leased = leases.workerIds();
        leased.addAll(former);
        List<Integer> unused = guessed.drawnWithout(leased).stream()
                .filter(workerId -> !sighted.contains(workerId))
                .toList();
        lease = takeOneOf(new WorkerIdUses(Map.of(), Map.of(), List.of(), 0), request, unused);
        if (lease.isPresent()) {
            return lease;
        }
        leased.removeAll(former);
        return takeUsable(guessed.drawnFrom(leased), sighted, request);
    }

    private Set<Integer> former(GuessedWorkerIds guessed) {
        Set<Integer> former = guessed.former();
        Optional.ofNullable(unheard).map(WorkerIdLease::workerId).ifPresent(former::add);
        return former;
    }

    /**
     * The leases with one that an earlier attempt of this process has recorded without hearing so: nothing was issued under it, and no other
     * has had the worker id since. One that replaced none does not count: it may stand where the lease of another was deleted.
     */
    private Map<Integer, LeaseNode> withUnheard(Map<Integer, LeaseNode> read) {
        WorkerIdLease attempt = unheard;
        if (attempt != null && !replaced.isEmpty()) {
            read.computeIfPresent(
                    attempt.workerId(),
                    (workerId, lease) ->
                            lease.token().equals(attempt.token()) ? lease.unusedFrom(attempt.floorMillis()) : lease);
        }
        return read;
    }

    /** Takes one of some worker ids that need not be waited for, having read what is said about them and no others. */
    private Optional<WorkerIdLease> takeUsable(
            Collection<Integer> workerIds, Sightings.Names sighted, LeaseRequest request) {
        Map<Integer, LeaseNode> leased = withUnheard(leases.of(workerIds));
        List<Sighting> sightings = sighted.read(workerIds::contains);
        Map<String, ZkNode> running = processes.of(leased.values().stream()
                .filter(lease -> !lease.isReleased())
                .map(LeaseNode::owner)
                .collect(Collectors.toSet()));
        long registryMillis = sightings.isEmpty() ? 0 : processes.registryMillis();
        return takeOneOf(new WorkerIdUses(leased, running, sightings, registryMillis), request, workerIds);
    }

    /** Reads all that is said about any worker id, since hardly one is free. */
    private WorkerIdLease search(LeaseRequest request, WorkerIdRange range) {
        for (int round = 0; round < ROUNDS; round++) {
            WorkerIdUses uses = new WorkerIdUses(
                    withUnheard(leases.all()), processes.all(), sightings.all(), processes.registryMillis());
            WorkerIdSelector selector = uses.selector(request);
            Optional<WorkerIdLease> lease = selector.takeOneOf(free(selector, range), taking(uses, request));
            if (lease.isPresent()) {
                return lease.get();
            }
        }
        throw new WorkerIdException.RegistryUnavailable(
                "the free worker ids of %s are taken faster than they can be leased".formatted(namespace), null);
    }

    /** The worker ids that may be leased, of which there is one at least. */
    private List<WorkerIdSelector.Candidate> free(WorkerIdSelector selector, WorkerIdRange range) {
        List<WorkerIdSelector.Candidate> candidates = selector.candidates(range);
        if (candidates.isEmpty()) {
            throw exhausted(range, selector.advice(range));
        }
        return candidates;
    }

    /** By the own clock, since the registry's is told by writes alone: an hour is what it has to tell. */
    @Override
    List<Integer> eligible(LeaseRequest request) {
        long nowMillis = request.time().currentTimeMillis();
        WorkerIdUses uses = new WorkerIdUses(leases.all(), processes.all(), sightings.all(), nowMillis);
        return free(uses.selector(request), request.usableWorkerIds()).stream()
                .map(WorkerIdSelector.Candidate::workerId)
                .toList();
    }

    private Optional<WorkerIdLease> takeOneOf(WorkerIdUses uses, LeaseRequest request, Collection<Integer> workerIds) {
        WorkerIdSelector selector = uses.selector(request);
        return selector.takeOneOf(selector.usableAtOnce(workerIds), taking(uses, request));
    }

    /** Records the lease of a candidate unless its node was changed after it was read. */
    private BiPredicate<WorkerIdSelector.Candidate, WorkerIdLease> taking(WorkerIdUses uses, LeaseRequest request) {
        return (candidate, lease) -> {
            Optional<LeaseNode> before = Optional.ofNullable(uses.leases().get(candidate.workerId()));
            return take(before, request, lease, List.of());
        };
    }

    @Override
    Optional<ZkNode> readCompanion(int workerId) {
        return Optional.empty();
    }

    @Override
    List<NodeWrite> companionWrites(OwnedNodes owned, int workerId, long millis) {
        return List.of();
    }
}
