package io.leafid.test.workerid;

import io.leafid.SnowflakeLayout;
import io.leafid.time.TimeSource;
import io.leafid.workerid.ClockReading;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.MarkEvidence;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A registry in memory that keeps the contract, with a session per holder as ZooKeeper has them, and a place to interfere
 * before and after each change. Thread-safe.
 */
public final class InMemoryWorkerIdRegistry {

    private final TimeSource clock;
    private final int preferred;
    private final Map<Integer, Slot> slots = new TreeMap<>();
    private final Map<Integer, Long> highest = new HashMap<>();
    private final List<Holder> holders = new ArrayList<>();
    private @Nullable SnowflakeLayout layout;

    /** Makes an empty registry with a clock of its own, which gives the lowest free worker id. */
    public InMemoryWorkerIdRegistry(TimeSource clock) {
        this(clock, 0);
    }

    /**
     * Makes an empty registry.
     *
     * @param clock its own clock
     * @param preferred how many worker ids of the range are passed over unless those after them are taken; so registries
     *     that know nothing of each other give different ones
     */
    public InMemoryWorkerIdRegistry(TimeSource clock, int preferred) {
        this.clock = clock;
        this.preferred = preferred;
    }

    /** A holder that gives the same worker id to the same identity. */
    public Holder fixed(NodeIdentity identity, TimeSource time) {
        return new Holder(identity, true, time);
    }

    /** A fixed holder that stands for this machine's own disk. */
    public Holder onDisk(NodeIdentity identity, TimeSource time) {
        Holder holder = fixed(identity, time);
        holder.onDisk = true;
        return holder;
    }

    /** A holder that gives any free worker id. */
    public Holder pooled(NodeIdentity identity, TimeSource time) {
        return new Holder(identity, false, time);
    }

    /** The end of the time reserved for a worker id; 0 if there is none. */
    public synchronized long ceilingOf(int workerId) {
        Slot slot = slots.get(workerId);
        return (slot == null) ? 0 : slot.ceiling;
    }

    /** The highest ceiling that was ever recorded for a worker id; 0 if there is none. */
    public synchronized long highestCeilingOf(int workerId) {
        return highest.getOrDefault(workerId, 0L);
    }

    /** Forgets who has a worker id, as a hand on the registry may. */
    public synchronized void giveTo(NodeIdentity identity, int workerId, long ceilingMillis) {
        slots.put(workerId, new Slot(identity, "foreign", ceilingMillis, clock.currentTimeMillis(), 0, null));
    }

    private record Slot(
            NodeIdentity owner,
            String token,
            long ceiling,
            long reportedAt,
            long ownersTime,
            @Nullable Holder session) {

        boolean isLive() {
            return session != null && session.isAlive();
        }
    }

    /** What may happen around a change: a failure, or time passing. */
    public interface Interference {

        /** Nothing happens. */
        Interference NONE = new Interference() {};

        /** Runs before the change is made. */
        default void before() {}

        /** Runs when the change is made and before the caller hears of it. */
        default void after() {}
    }

    /** One process's connection. */
    public final class Holder implements WorkerIdHolder {

        private final NodeIdentity identity;
        private final boolean fixed;
        private final TimeSource time;
        private volatile Interference interference = Interference.NONE;
        private volatile boolean connected = true;
        private volatile boolean alive = true;
        private volatile boolean onDisk;
        private final AtomicInteger calls = new AtomicInteger();
        private @Nullable ClockReading reported;
        private volatile @Nullable WorkerIdLease lastClaim;

        private Holder(NodeIdentity identity, boolean fixed, TimeSource time) {
            this.identity = identity;
            this.fixed = fixed;
            this.time = time;
            synchronized (InMemoryWorkerIdRegistry.this) {
                holders.add(this);
            }
        }

        /** Lets something happen around each change from now on. */
        public void interfere(Interference with) {
            interference = with;
        }

        /** Loses the replies from now on; the changes are made. */
        public void loseReplies() {
            interfere(new Interference() {
                @Override
                public void after() {
                    throw unavailable();
                }
            });
        }

        /** Cuts or mends the connection. */
        public void connected(boolean isConnected) {
            connected = isConnected;
        }

        /** Ends the session as the registry sees it: the process is dead, or has not been heard of for too long. */
        public void expire() {
            alive = false;
        }

        /** How many calls were made. */
        public int calls() {
            return calls.get();
        }

        /** Whether the session is open. */
        public boolean isAlive() {
            return alive;
        }

        @Override
        public boolean isFixed() {
            return fixed;
        }

        @Override
        public boolean isOnDisk() {
            return onDisk;
        }

        @Override
        public String name() {
            return "in-memory";
        }

        @Override
        public WorkerIdLease acquire(LeaseRequest request) {
            begin();
            WorkerIdLease claim;
            synchronized (InMemoryWorkerIdRegistry.this) {
                checkLayout(request.layout());
                alive = true;
                claim = fixed ? acquireFixed(request) : acquireFree(request);
                put(claim);
            }
            interference.after();
            return claim;
        }

        private WorkerIdLease acquireFixed(LeaseRequest request) {
            Optional<Integer> own = slots.entrySet().stream()
                    .filter(entry -> entry.getValue().owner.equals(identity))
                    .map(Map.Entry::getKey)
                    .findFirst();
            if (own.isEmpty()) {
                int free = idsOf(request.workerIds()).stream()
                        .filter(id -> !slots.containsKey(id))
                        .findFirst()
                        .orElseThrow(() -> exhausted(request));
                return request.lease(free, request.floorFor(free, "", 0, 0));
            }
            Slot slot = slotOf(own.get());
            checkIdentity(slot);
            long floor = request.floorFor(own.get(), slot.token, slot.ceiling, slot.ownersTime);
            if (!request.acceptsFloor(floor)) {
                throw new WorkerIdException.ClockBehindMark(own.get(), time.now(), Instant.ofEpochMilli(floor));
            }
            return request.lease(own.get(), floor);
        }

        private WorkerIdLease acquireFree(LeaseRequest request) {
            checkDirectory(request);
            List<Integer> candidates = new ArrayList<>(idsOf(request.workerIds()));
            request.formerWorkerId().filter(candidates::remove).ifPresent(id -> candidates.add(0, id));
            for (int id : candidates) {
                Slot slot = slots.get(id);
                long floor = (slot == null)
                        ? request.floorFor(id, "", 0, 0)
                        : request.floorFor(id, slot.token, slot.ceiling, slot.ownersTime);
                boolean isFree = slot == null || !slot.isLive() || slot.session == this;
                if (isFree && request.acceptsFloor(floor)) {
                    return request.lease(id, floor);
                }
            }
            throw exhausted(request);
        }

        private WorkerIdException exhausted(LeaseRequest request) {
            return new WorkerIdException.Exhausted("no worker id of " + request.workerIds() + " is free", list());
        }

        /** A mark in this very directory, whose writer may run: it is in use if the registry sees that run alive. */
        private void checkDirectory(LeaseRequest request) {
            request.ownMark()
                    .filter(found -> found.evidence() == MarkEvidence.SAME_DIRECTORY)
                    .map(found -> slots.get(found.mark().workerId()))
                    .filter(slot -> slot.owner.equals(identity))
                    .ifPresent(this::checkIdentity);
        }

        private void checkIdentity(Slot slot) {
            if (slot.isLive() && slot.session != this) {
                throw new WorkerIdException.IdentityInUse(identity, identity + " runs already");
            }
        }

        private void checkLayout(SnowflakeLayout configured) {
            SnowflakeLayout recorded = layout;
            if (recorded != null && !recorded.equals(configured)) {
                throw new WorkerIdException.LayoutMismatch("the registry", recorded, configured);
            }
            layout = configured;
        }

        @Override
        public WorkerIdLease extend(WorkerIdLease claim, long ceilingMillis, String token) {
            begin();
            WorkerIdLease extended;
            synchronized (InMemoryWorkerIdRegistry.this) {
                Slot slot = owned(claim);
                alive = true;
                extended = claim.upTo(Math.max(slot.ceiling, ceilingMillis), token);
                put(extended);
            }
            interference.after();
            return extended;
        }

        @Override
        public void release(WorkerIdLease claim, long usedUpToMillis) {
            begin();
            synchronized (InMemoryWorkerIdRegistry.this) {
                owned(claim);
                slots.put(
                        claim.workerId(),
                        new Slot(
                                identity,
                                claim.token(),
                                usedUpToMillis,
                                clock.currentTimeMillis(),
                                usedUpToMillis,
                                null));
            }
            interference.after();
        }

        private Slot owned(WorkerIdLease claim) {
            Slot slot = slots.get(claim.workerId());
            if (slot == null || !slot.token.equals(claim.token())) {
                throw new WorkerIdException.LeaseLost("worker id " + claim.workerId() + " now belongs to "
                        + ((slot == null) ? "no owner" : slot.owner.toString()));
            }
            return slot;
        }

        /** What was recorded for this process the last time. */
        public @Nullable WorkerIdLease lastClaim() {
            return lastClaim;
        }

        private void put(WorkerIdLease claim) {
            lastClaim = claim;
            reportClock();
            highest.merge(claim.workerId(), claim.ceilingMillis(), Math::max);
            slots.put(
                    claim.workerId(),
                    new Slot(
                            identity,
                            claim.token(),
                            claim.ceilingMillis(),
                            clock.currentTimeMillis(),
                            time.currentTimeMillis(),
                            this));
        }

        @Override
        public List<WorkerIdEntry> list() {
            synchronized (InMemoryWorkerIdRegistry.this) {
                return slots.entrySet().stream()
                        .map(entry -> {
                            Slot slot = entry.getValue();
                            return new WorkerIdEntry(
                                    entry.getKey(),
                                    slot.owner.toString(),
                                    Instant.ofEpochMilli(slot.ceiling),
                                    Instant.ofEpochMilli(slot.reportedAt),
                                    slot.isLive(),
                                    slot.session == this);
                        })
                        .toList();
            }
        }

        @Override
        public List<ClockReading> clockReadings() {
            begin();
            synchronized (InMemoryWorkerIdRegistry.this) {
                reportClock();
                List<ClockReading> readings = new ArrayList<>();
                for (Holder holder : holders) {
                    ClockReading reading = holder.reported;
                    if (reading != null && holder.alive) {
                        readings.add(new ClockReading(reading.owner(), holder == this, reading.offset()));
                    }
                }
                return readings;
            }
        }

        private void reportClock() {
            Duration offset = Duration.ofMillis(time.currentTimeMillis() - clock.currentTimeMillis());
            reported = new ClockReading(identity.toString(), false, offset);
        }

        private void begin() {
            calls.incrementAndGet();
            if (!connected) {
                throw unavailable();
            }
            interference.before();
        }

        private WorkerIdException unavailable() {
            return new WorkerIdException.RegistryUnavailable("the registry cannot be reached", null);
        }

        private Slot slotOf(int workerId) {
            Slot slot = slots.get(workerId);
            if (slot == null) {
                throw new IllegalStateException("no slot " + workerId);
            }
            return slot;
        }

        private List<Integer> idsOf(WorkerIdRange range) {
            List<Integer> ids = new ArrayList<>();
            for (int id = range.first(); id <= range.last(); id++) {
                ids.add(id);
            }
            Collections.rotate(ids, -preferred);
            return ids;
        }

        @Override
        public void close() {
            alive = false;
        }
    }
}
