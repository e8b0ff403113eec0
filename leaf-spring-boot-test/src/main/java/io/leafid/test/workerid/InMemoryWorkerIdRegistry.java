package io.leafid.test.workerid;

import io.leafid.SnowflakeLayout;
import io.leafid.time.TimeSource;
import io.leafid.workerid.ClockReading;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A registry in memory that keeps the contract, with a session per holder as ZooKeeper has them, and a place to interfere
 * before and after each change. Thread-safe.
 */
public final class InMemoryWorkerIdRegistry {

    private final TimeSource clock;
    private final LeaseSlots slots;
    private final List<Holder> holders = new ArrayList<>();

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
        this.slots = new LeaseSlots(clock, preferred);
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
        return slots.ceilingOf(workerId);
    }

    /** The highest ceiling that was ever recorded for a worker id; 0 if there is none. */
    public synchronized long highestCeilingOf(int workerId) {
        return slots.highestCeilingOf(workerId);
    }

    /** Forgets who has a worker id, as a hand on the registry may. */
    public synchronized void giveTo(NodeIdentity identity, int workerId, long ceilingMillis) {
        slots.giveTo(identity, workerId, ceilingMillis);
    }

    /** Deletes all that is recorded, as a hand on the registry may. */
    public synchronized void clear() {
        slots.clear();
    }

    /** Event around a change: a failure, or time passing. */
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

        private final LeaseSlots.Session session;
        private final boolean fixed;
        private volatile Interference interference = Interference.NONE;
        private volatile boolean connected = true;
        private volatile boolean onDisk;
        private final AtomicInteger calls = new AtomicInteger();
        private @Nullable SnowflakeLayout begunWith;
        private @Nullable ClockReading reported;
        private long reportedAt;
        private volatile @Nullable WorkerIdLease lastLease;

        private Holder(NodeIdentity identity, boolean fixed, TimeSource time) {
            this.session = new LeaseSlots.Session(identity, time);
            this.fixed = fixed;
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
            session.alive = false;
        }

        /** The number of calls that were made. */
        public int calls() {
            return calls.get();
        }

        /** Returns whether the session is open. */
        public boolean isAlive() {
            return session.alive;
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
            WorkerIdLease lease;
            synchronized (InMemoryWorkerIdRegistry.this) {
                LeaseRequest joined = slots.requireLayout(request);
                begunWith = request.layout();
                session.alive = true;
                lease = fixed ? slots.chooseOwn(joined, session) : slots.chooseFree(joined, session);
                put(lease);
            }
            interference.after();
            return lease;
        }

        @Override
        public WorkerIdLease extend(WorkerIdLease lease, long ceilingMillis, String token) {
            begin();
            WorkerIdLease extended;
            synchronized (InMemoryWorkerIdRegistry.this) {
                long recorded = slots.requireRecorded(lease, token);
                slots.putBackLayout(begunWith);
                session.alive = true;
                extended = lease.upTo(Math.max(recorded, ceilingMillis), token);
                put(extended);
            }
            interference.after();
            return extended;
        }

        @Override
        public void release(WorkerIdLease lease, long usedUpToMillis) {
            begin();
            synchronized (InMemoryWorkerIdRegistry.this) {
                slots.requireRecorded(lease, lease.token());
                slots.release(lease, usedUpToMillis, session);
            }
            interference.after();
        }

        /** The lease that was recorded for this process the last time. */
        public @Nullable WorkerIdLease lastLease() {
            return lastLease;
        }

        private void put(WorkerIdLease lease) {
            lastLease = lease;
            reportClock();
            slots.put(lease, session);
        }

        @Override
        public List<WorkerIdEntry> list() {
            synchronized (InMemoryWorkerIdRegistry.this) {
                return slots.list(session);
            }
        }

        @Override
        public List<ClockReading> clockReadings(Duration longestSilence) {
            begin();
            synchronized (InMemoryWorkerIdRegistry.this) {
                reportClock();
                List<ClockReading> readings = new ArrayList<>();
                for (Holder holder : holders) {
                    ClockReading reading = holder.reported;
                    long silent = clock.currentTimeMillis() - holder.reportedAt;
                    if (reading != null && holder.session.alive && silent < longestSilence.toMillis()) {
                        readings.add(new ClockReading(reading.owner(), holder == this, reading.offset()));
                    }
                }
                return readings;
            }
        }

        private void reportClock() {
            reportedAt = clock.currentTimeMillis();
            Duration offset = Duration.ofMillis(session.time.currentTimeMillis() - reportedAt);
            reported = new ClockReading(session.identity.toString(), false, offset);
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

        @Override
        public void close() {
            session.alive = false;
        }
    }
}
