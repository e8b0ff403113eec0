package io.leafid.workerid;

import io.leafid.LeafEvent;
import io.leafid.SnowflakeLayout;
import io.leafid.time.Scheduler;
import io.leafid.time.TimeSource;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a lease of a worker id, renews it ahead of need, and gives it back. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - A lease's ceiling never exceeds what is durable: the registry's confirmed ceiling and, where there is a local
 *     mark, the mark last written. Beyond the registry's ceiling the mark alone counts only for a fixed worker id, while
 *     the registry is away, and if that is allowed.
 *   - A lost lease is used up to its ceiling and no further; its successor begins at or above that ceiling.
 *   - The registry is called by the registry thread only, the disk by the disk thread only, so that a slow registry
 *     does not hold up the mark.
 * Locks: `lock` guards the change of lease and claim. Nothing is written to registry or disk while it is held.
 * </pre>
 */
public final class LeaseKeeper implements LeaseSource {

    private static final Logger logger = LoggerFactory.getLogger(LeaseKeeper.class);

    private static final WorkerIdLease NO_LEASE = new WorkerIdLease(-1, 0, 0);

    private final LeaseStart start;
    private final @Nullable LocalMark localMark;
    private final TimeSource time;
    private final Scheduler scheduler;
    private final ExecutorService registryThread;
    private final ExecutorService diskThread;
    private final RegistryHealth health;
    private final Object lock = new Object();

    private volatile WorkerIdLease lease = NO_LEASE;
    private volatile @Nullable WorkerIdLease successor;
    private volatile LeaseStatus.State state = LeaseStatus.State.NONE;
    private volatile @Nullable WorkerIdClaim claim;
    private volatile @Nullable Mark writtenMark;
    private volatile @Nullable Instant lastExtended;
    private volatile PeerClocks peerClocks = PeerClocks.NONE;

    /**
     * Makes a keeper; {@link #start()} takes the lease.
     *
     * @param holder the registry; closed with the keeper
     * @param localMark the note on the local disk, closed with the keeper, or {@code null} to go without
     * @param settings what can be set
     * @param identity who this instance is
     * @param workerIds the worker ids that may be taken
     * @param layout the layout of the ids
     * @param time the clocks
     * @param scheduler times the renewals; closed with the keeper
     * @param registryThread one thread for calls to the registry; closed with the keeper
     * @param diskThread one thread for writing the mark; closed with the keeper
     * @param events receives what an operator should hear of
     */
    public LeaseKeeper(
            WorkerIdHolder holder,
            @Nullable LocalMark localMark,
            KeeperSettings settings,
            NodeIdentity identity,
            WorkerIdRange workerIds,
            SnowflakeLayout layout,
            TimeSource time,
            Scheduler scheduler,
            ExecutorService registryThread,
            ExecutorService diskThread,
            Consumer<LeafEvent> events) {
        this.start = new LeaseStart(holder, settings, identity, workerIds, layout, time);
        this.localMark = localMark;
        this.time = time;
        this.scheduler = scheduler;
        this.registryThread = registryThread;
        this.diskThread = diskThread;
        this.health = new RegistryHealth(time, events);
    }

    /**
     * Takes a lease, waiting for its floor if that is near, and begins to renew it.
     *
     * @throws WorkerIdException if no lease is to be had
     */
    public void start() {
        Optional<Mark> ownMark = Optional.ofNullable(localMark).flatMap(LocalMark::read);
        WorkerIdClaim taken;
        try {
            peerClocks = start.comparePeers();
            taken = start.acquire(ownMark, 0);
            confirmed(taken);
        } catch (WorkerIdException.RegistryUnavailable ex) {
            health.failed(ex);
            taken = start.resume(ownMark, ex);
            claim = taken;
            state = LeaseStatus.State.LOCAL;
        }
        start.awaitFloor(taken);
        writeMark();
        publish();
        Duration pause = start.settings().reportInterval();
        scheduler.every(pause, () -> registryThread.execute(this::renew));
        if (localMark != null) {
            scheduler.every(pause, () -> diskThread.execute(this::advanceMark));
        }
    }

    @Override
    public WorkerIdLease lease() {
        return lease;
    }

    @Override
    public WorkerIdLease leaseFor(long millis) {
        WorkerIdLease next = successor;
        if (next == null || lease.covers(millis) || millis < lease.ceilingMillis()) {
            return lease;
        }
        synchronized (lock) {
            if (next.equals(successor) && next.covers(millis)) {
                lease = next;
                successor = null;
            }
            return lease;
        }
    }

    private void confirmed(WorkerIdClaim confirmed) {
        claim = confirmed;
        state = LeaseStatus.State.HELD;
        lastExtended = time.now();
        health.succeeded();
    }

    /** Moves the registry's ceiling up. Runs on the registry thread. */
    private void renew() {
        WorkerIdClaim before = claim;
        if (before == null || state == LeaseStatus.State.RELEASED) {
            return;
        }
        try {
            if (state == LeaseStatus.State.LOST) {
                replace(before);
                return;
            }
            long ceiling =
                    time.currentTimeMillis() + start.settings().reservation().toMillis();
            if (ceiling > before.ceilingMillis()) { // else the clock has stepped back: nothing to reserve
                confirmed(start.holder().extend(before, Math.max(ceiling, lease.ceilingMillis()), before.token()));
                publish();
            }
        } catch (WorkerIdException.LeaseLost ex) {
            lost(before, ex);
        } catch (RuntimeException ex) {
            health.failed(ex);
        }
    }

    private void lost(WorkerIdClaim before, WorkerIdException.LeaseLost failure) {
        synchronized (lock) {
            state = LeaseStatus.State.LOST;
            long end = Math.min(lease.ceilingMillis(), before.ceilingMillis()); // what only the mark covered is void
            lease = new WorkerIdLease(lease.workerId(), lease.floorMillis(), end);
        }
        Instant end = Instant.ofEpochMilli(lease.ceilingMillis());
        String reason = String.valueOf(failure.getMessage());
        logger.error("{}; ids of worker id {} are issued up to {} and no further", reason, before.workerId(), end);
        health.announce(new LeafEvent.LeaseLost(time.now(), before.workerId(), end, reason));
        registryThread.execute(this::renew);
    }

    /** Takes another worker id, to be used once the lost one has run to its ceiling. */
    private void replace(WorkerIdClaim lost) {
        WorkerIdClaim taken = start.acquire(Optional.empty(), lost.ceilingMillis());
        confirmed(taken);
        if (localMark != null) {
            diskThread.execute(this::advanceMark);
        }
        publish();
        logger.info("worker id {} replaces the lost {}", taken.workerId(), lost.workerId());
    }

    /** Moves the local mark up. Runs on the disk thread. */
    private void advanceMark() {
        try {
            writeMark();
            publish();
        } catch (UncheckedIOException ex) {
            logger.error("the local mark cannot be written; ids stop at {}", lease.ceilingMillis(), ex);
        }
    }

    private void writeMark() {
        WorkerIdClaim present = claim;
        if (localMark == null || present == null || state == LeaseStatus.State.RELEASED) {
            return;
        }
        long now = Math.max(time.currentTimeMillis(), present.floorMillis());
        long near = Math.min(
                reservedUpTo(present), now + start.settings().nearReservation().toMillis());
        Mark before = writtenMark;
        boolean isHigher = before == null || !before.token().equals(present.token()) || near > before.markMillis();
        if (isHigher) {
            Mark mark = new Mark(present.workerId(), present.token(), near, present.ceilingMillis());
            localMark.write(mark);
            writtenMark = mark;
        }
    }

    private long reservedUpTo(WorkerIdClaim present) {
        boolean alone = start.continuesAlone() && !health.isUp() && state != LeaseStatus.State.LOST;
        return (alone && localMark != null) ? Long.MAX_VALUE : present.ceilingMillis();
    }

    /** Makes a lease of what is durable now. */
    private void publish() {
        synchronized (lock) {
            WorkerIdClaim present = claim;
            if (present == null || state == LeaseStatus.State.LOST || state == LeaseStatus.State.RELEASED) {
                return;
            }
            WorkerIdLease fresh = new WorkerIdLease(present.workerId(), present.floorMillis(), durableEnd(present));
            boolean continues = lease.equals(NO_LEASE)
                    || (lease.workerId() == fresh.workerId() && lease.floorMillis() == fresh.floorMillis());
            if (!continues) {
                successor = fresh;
            } else if (fresh.ceilingMillis() > lease.ceilingMillis()) {
                lease = fresh;
            }
        }
    }

    private long durableEnd(WorkerIdClaim present) {
        if (localMark == null) {
            return present.ceilingMillis();
        }
        Mark mark = writtenMark;
        return (mark != null && mark.token().equals(present.token())) ? mark.markMillis() : present.floorMillis();
    }

    /** How the lease stands; asks no registry. */
    public LeaseStatus status() {
        return new LeaseStatus(
                state,
                start.identity().toString(),
                lease,
                health.isUp(),
                health.since(),
                lastExtended,
                health.reason(),
                peerClocks);
    }

    /** All worker ids that the registry knows; asks the registry, and may block. */
    public List<WorkerIdEntry> leases() {
        return start.holder().list();
    }

    /**
     * Ends the renewals and gives the lease back. The generator must have stopped issuing before. Idempotent.
     *
     * @param usedUpToMillis no id with this timestamp, in milliseconds since 1970, or a later one was issued
     * @param patience how long the registry is waited for
     */
    public void close(long usedUpToMillis, Duration patience) {
        LeaseStatus.State before = state;
        if (before == LeaseStatus.State.RELEASED) {
            return;
        }
        state = LeaseStatus.State.RELEASED;
        scheduler.close();
        WorkerIdClaim last = claim;
        if (last != null) {
            long usedUpTo = Math.max(last.floorMillis(), usedUpToMillis);
            finish(diskThread, patience, () -> writeLastMark(last, usedUpTo));
            if (before == LeaseStatus.State.HELD) {
                finish(registryThread, patience, () -> start.holder().release(last, usedUpTo));
            }
        }
        finish(registryThread, patience, start.holder()::close);
        registryThread.shutdown();
        diskThread.shutdown();
    }

    private void writeLastMark(WorkerIdClaim last, long usedUpTo) {
        if (localMark != null) {
            localMark.write(new Mark(last.workerId(), last.token(), usedUpTo, last.ceilingMillis()));
            localMark.close();
        }
    }

    private static void finish(ExecutorService thread, Duration patience, Runnable action) {
        try {
            thread.submit(action).get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException ex) {
            logger.warn("the lease could not be given back; the next start waits for its ceiling", ex);
        }
    }
}
