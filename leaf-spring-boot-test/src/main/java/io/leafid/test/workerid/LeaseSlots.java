package io.leafid.test.workerid;

import io.leafid.SnowflakeLayout;
import io.leafid.time.TimeSource;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.MarkEvidence;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Records of a registry in memory: one slot per worker id that was ever leased. Guarded by the registry's lock. */
final class LeaseSlots {

    private final TimeSource clock;
    private final int preferred;
    private final Map<Integer, Slot> slots = new TreeMap<>();
    private final Map<Integer, Long> highest = new HashMap<>();
    private @Nullable SnowflakeLayout layout;
    private long floorMillis;
    private long begunMillis;
    private boolean emptied;

    LeaseSlots(TimeSource clock, int preferred) {
        this.clock = clock;
        this.preferred = preferred;
    }

    long ceilingOf(int workerId) {
        Slot slot = slots.get(workerId);
        return (slot == null) ? 0 : slot.ceiling;
    }

    long highestCeilingOf(int workerId) {
        return highest.getOrDefault(workerId, 0L);
    }

    void giveTo(NodeIdentity identity, int workerId, long ceilingMillis) {
        slots.put(workerId, new Slot(identity, "foreign", ceilingMillis, clock.currentTimeMillis(), 0, null));
    }

    /** Forgets everything, as a table that is emptied. */
    void clear() {
        slots.clear();
        layout = null;
        emptied = true;
    }

    /** Puts back the layout that a running node was begun with. */
    void putBackLayout(@Nullable SnowflakeLayout begunWith) {
        if (layout == null) {
            layout = begunWith;
            begunMillis = clock.currentTimeMillis();
        }
    }

    private void requireSettled(LeaseRequest request, long ageMillis) {
        Duration left = request.period().settling().minusMillis(ageMillis);
        if (emptied && left.compareTo(Duration.ZERO) > 0) {
            throw new WorkerIdException.Unsettled("the registry", left);
        }
    }

    /** A worker id without a record is another's if all was deleted a moment ago. */
    private WorkerIdLease first(LeaseRequest request, int workerId) {
        requireSettled(request, clock.currentTimeMillis() - begunMillis);
        return request.lease(workerId, floor(workerId, request));
    }

    /** Records layout and floor; returns the request with the floor that holds for all. */
    LeaseRequest requireLayout(LeaseRequest request) {
        SnowflakeLayout configured = request.layout();
        putBackLayout(configured);
        if (!configured.equals(layout)) {
            throw new WorkerIdException.LayoutMismatch("the registry", Objects.requireNonNull(layout), configured);
        }
        requireSettled(request, clock.currentTimeMillis() - begunMillis);
        floorMillis = Math.max(floorMillis, request.ids().floorMillis());
        return request.notBefore(floorMillis);
    }

    /** The lease of the worker id that the identity has, or of the first that no identity has. */
    WorkerIdLease chooseOwn(LeaseRequest request, Session session) {
        Optional<Integer> own = slots.entrySet().stream()
                .filter(entry -> entry.getValue().owner.equals(session.identity))
                .map(Map.Entry::getKey)
                .findFirst();
        if (own.isEmpty()) {
            int free = idsOf(request.usableWorkerIds()).stream()
                    .filter(id -> !slots.containsKey(id))
                    .findFirst()
                    .orElseThrow(() -> exhausted(request, session));
            return first(request, free);
        }
        Slot slot = Objects.requireNonNull(slots.get(own.get()));
        request.noteOwner(own.get(), slot.token);
        requireOwn(slot, session);
        long floor = floor(own.get(), request);
        if (!request.acceptsFloor(floor)) {
            throw new WorkerIdException.ClockBehindMark(own.get(), session.time.now(), Instant.ofEpochMilli(floor));
        }
        return request.lease(own.get(), floor);
    }

    /** The lease of any worker id that is free, preferably the one that the own mark names. */
    WorkerIdLease chooseFree(LeaseRequest request, Session session) {
        requireOwnDirectory(request, session);
        List<Integer> candidates = new ArrayList<>(idsOf(request.usableWorkerIds()));
        request.formerWorkerId().filter(candidates::remove).ifPresent(id -> candidates.add(0, id));
        for (int id : candidates) {
            Slot slot = slots.get(id);
            boolean isFree = slot == null || !slot.isLive() || slot.session == session;
            if (isFree && request.acceptsFloor(floor(id, request))) {
                return (slot == null) ? first(request, id) : request.lease(id, floor(id, request));
            }
        }
        throw exhausted(request, session);
    }

    private long floor(int workerId, LeaseRequest request) {
        Slot slot = slots.get(workerId);
        return (slot == null)
                ? request.floorFor(workerId, "", 0, 0)
                : request.floorFor(workerId, slot.token, slot.ceiling, slot.ownersTime);
    }

    private WorkerIdException exhausted(LeaseRequest request, Session session) {
        return new WorkerIdException.Exhausted("no worker id of " + request.workerIds() + " is free", list(session));
    }

    /** A mark in this very directory, whose writer may run: it is in use if the registry sees that run alive. */
    private void requireOwnDirectory(LeaseRequest request, Session session) {
        request.ownMark()
                .filter(found -> found.evidence() == MarkEvidence.SAME_DIRECTORY)
                .map(found -> slots.get(found.mark().workerId()))
                .filter(slot -> slot.owner.equals(session.identity))
                .ifPresent(slot -> requireOwn(slot, session));
    }

    private static void requireOwn(@Nullable Slot slot, Session session) {
        if (slot != null && slot.isLive() && slot.session != session) {
            throw new WorkerIdException.IdentityInUse(session.identity, session.identity + " runs already");
        }
    }

    /**
     * The end of the time that is recorded for a lease; 0 if nothing is recorded of its worker id, which is no loss.
     *
     * @param token what an earlier report may have recorded without being heard
     */
    long requireRecorded(WorkerIdLease lease, String token) {
        Slot slot = slots.get(lease.workerId());
        if (slot != null && !slot.token.equals(lease.token()) && !slot.token.equals(token)) {
            throw new WorkerIdException.LeaseLost("worker id " + lease.workerId() + " now belongs to " + slot.owner);
        }
        return (slot == null) ? 0 : slot.ceiling;
    }

    void put(WorkerIdLease lease, Session session) {
        highest.merge(lease.workerId(), lease.ceilingMillis(), Math::max);
        long ownersTime = session.time.currentTimeMillis();
        slots.put(lease.workerId(), slot(lease, lease.ceilingMillis(), ownersTime, session, session));
    }

    void release(WorkerIdLease lease, long usedUpToMillis, Session session) {
        slots.put(lease.workerId(), slot(lease, usedUpToMillis, usedUpToMillis, session, null));
    }

    private Slot slot(WorkerIdLease lease, long ceiling, long ownersTime, Session of, @Nullable Session holding) {
        return new Slot(of.identity, lease.token(), ceiling, clock.currentTimeMillis(), ownersTime, holding);
    }

    /** The records, as one session sees them. */
    List<WorkerIdEntry> list(Session session) {
        return slots.entrySet().stream()
                .map(entry -> {
                    Slot slot = entry.getValue();
                    return new WorkerIdEntry(
                            entry.getKey(),
                            slot.owner.toString(),
                            Instant.ofEpochMilli(slot.ceiling),
                            Instant.ofEpochMilli(slot.reportedAt),
                            slot.isLive(),
                            slot.session == session);
                })
                .toList();
    }

    private List<Integer> idsOf(WorkerIdRange range) {
        List<Integer> ids = new ArrayList<>();
        for (int id = range.first(); id <= range.last(); id++) {
            ids.add(id);
        }
        Collections.rotate(ids, -preferred);
        return ids;
    }

    /** The session of one process. Thread-safe. */
    static final class Session {

        final NodeIdentity identity;
        final TimeSource time;
        volatile boolean alive = true;

        Session(NodeIdentity identity, TimeSource time) {
            this.identity = identity;
            this.time = time;
        }
    }

    private record Slot(
            NodeIdentity owner,
            String token,
            long ceiling,
            long reportedAt,
            long ownersTime,
            @Nullable Session session) {

        boolean isLive() {
            return session != null && session.alive;
        }
    }
}
