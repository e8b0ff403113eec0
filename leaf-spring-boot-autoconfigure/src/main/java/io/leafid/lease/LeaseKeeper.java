package io.leafid.lease;

import io.leafid.LeafEvent;
import io.leafid.SnowflakeLayout;
import io.leafid.concurrent.CoalescingTask;
import io.leafid.time.Scheduler;
import io.leafid.time.TimeSource;
import io.leafid.workerid.FoundMark;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LocalMark;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a lease of a worker id, renews it ahead of need, and gives it back. Thread-safe.
 *
 * <p>The registry is called by the registry thread only, the disk by the disk thread only, so that a slow registry does
 * not hold up the mark. What may be used follows from what both have confirmed, and from nothing else.
 */
public final class LeaseKeeper implements LeaseProvider {

    private static final Logger logger = LoggerFactory.getLogger(LeaseKeeper.class);

    private final LeaseAcquirer acquirer;
    private final MarkWriter disk;
    private final TimeSource time;
    private final Scheduler scheduler;
    private final ExecutorService registryThread;
    private final ExecutorService diskThread;
    private final RegistryHealth health;
    private final LeaseReturn giving;
    private final AloneGate alone;
    private final LeaseState state;
    private final CoalescingTask renewal;
    private final CoalescingTask marking;

    private volatile int unanswered;
    private volatile LeaseWindow hurriedFor;
    private volatile @Nullable Instant lastExtended;
    private volatile PeerClocks peerClocks = PeerClocks.NONE;
    private volatile String runToken = LeaseAcquirer.newToken();
    private volatile long usedUpToMillis;
    private volatile Scheduler.@Nullable Task reports;

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
     * @param events receives what an operator should hear of; must return at once, since renewals wait for it
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
        this.acquirer = new LeaseAcquirer(holder, settings, identity, workerIds, layout, time);
        this.disk = new MarkWriter(localMark);
        this.time = time;
        this.scheduler = scheduler;
        this.registryThread = registryThread;
        this.diskThread = diskThread;
        this.health = new RegistryHealth(time, events);
        this.giving = new LeaseReturn(holder, disk, registryThread, diskThread, time);
        this.alone = new AloneGate(settings.nearReservation());
        this.state = new LeaseState(disk.isPresent());
        this.renewal = new CoalescingTask(registryThread, this::renew);
        this.marking = new CoalescingTask(diskThread, this::advanceMark);
        this.hurriedFor = state.window();
    }

    /**
     * Takes a lease, waiting for its floor if that is near, and begins to renew it. If it fails, {@link #close} frees
     * what was taken.
     *
     * @throws WorkerIdException if no lease is to be had
     * @throws java.io.UncheckedIOException if the local mark cannot be written
     */
    public void start() {
        Optional<FoundMark> ownMark = disk.read();
        long began = time.nanoTime();
        WorkerIdLease taken;
        try {
            peerClocks = acquirer.comparePeers();
            taken = acquirer.acquire(ownMark, usedUpToMillis);
            state.begin(taken, LeaseStatus.State.HELD);
            lastExtended = time.now();
            health.succeeded(began);
        } catch (WorkerIdException.RegistryUnavailable ex) {
            health.failed(began, ex);
            taken = acquirer.resume(ownMark, usedUpToMillis, ex);
            state.begin(taken, LeaseStatus.State.LOCAL);
        }
        acquirer.awaitFloor(taken);
        writeMark();
        reports = scheduler.every(acquirer.settings().reportInterval(), this::report);
    }

    /** Takes a lease anew. What was under way when the last one was given back has to have ended, or it could disturb. */
    @Override
    public void restart() {
        if (state.state() != LeaseStatus.State.RELEASED) {
            return;
        }
        if (!giving.isOver(time.nanoTime() + acquirer.settings().maxWait().toNanos())) {
            throw new WorkerIdException.RegistryUnavailable(
                    "a call to the registry or the disk that was made before the stop is still under way", null);
        }
        disk.lock();
        state.reset(usedUpToMillis);
        runToken = LeaseAcquirer.newToken();
        try {
            start();
        } catch (RuntimeException ex) {
            stop(usedUpToMillis, acquirer.settings().maxWait());
            throw ex;
        }
    }

    private void report() {
        unanswered = renewal.isUnderWay() ? unanswered + 1 : 0;
        renewal.request();
        marking.request();
    }

    @Override
    public LeaseWindow window() {
        return state.window();
    }

    @Override
    public LeaseWindow windowFor(long millis) {
        LeaseWindow found = state.windowFor(millis);
        if (millis < found.ceilingMillis() || found.equals(hurriedFor)) {
            return found;
        }
        hurriedFor = found; // the clock has outrun the renewals: ask at once, but once only
        renewal.request();
        marking.request();
        return state.windowFor(millis);
    }

    /** Moves the registry's ceiling up. Runs on the registry thread. */
    private void renew() {
        WorkerIdLease before = state.lease();
        if (before == null || state.state() == LeaseStatus.State.RELEASED) {
            return;
        }
        long began = time.nanoTime();
        try {
            if (state.state() == LeaseStatus.State.LOST) {
                replace(before);
            } else {
                extend(before);
            }
            health.succeeded(began);
            alone.answered();
        } catch (WorkerIdException.LeaseLost ex) {
            health.refused(began, ex);
            lost(before, ex);
        } catch (WorkerIdException.RegistryUnavailable ex) {
            failed(began, ex);
        } catch (WorkerIdException ex) { // an answer, though not the one that was hoped for
            if (health.refused(began, ex)) {
                logger.warn("the registry refuses worker id {}; {}: {}", before.workerId(), reserve(), health.reason());
            }
        } catch (RuntimeException | Error ex) { // the next report tries again, whatever it was
            failed(began, ex);
        }
    }

    private void failed(long began, Throwable failure) {
        alone.failed(began);
        if (health.failed(began, failure)) {
            logger.warn("the registry of worker ids fails; {}: {}", reserve(), health.reason());
            logger.debug("the failure of the registry", failure); // apart, since a trace may hold a password
        }
    }

    private void extend(WorkerIdLease before) {
        long wanted =
                time.currentTimeMillis() + acquirer.settings().reservation().toMillis();
        long least = Math.max(before.ceilingMillis() + 1, state.markedEnd()); // also when the clock has stepped back
        // A token belongs to one run: what the former run sent late must find another one than its own.
        String token = (state.state() == LeaseStatus.State.LOCAL) ? runToken : before.token();
        WorkerIdLease confirmed = acquirer.holder().extend(before, Math.max(wanted, least), token);
        if (!state.extended(before, confirmed)) {
            return;
        }
        lastExtended = time.now();
        marking.request(); // one that went on alone meanwhile was made by a report, which has asked for the next
        // renewal
        // too
    }

    private void lost(WorkerIdLease before, WorkerIdException.LeaseLost failure) {
        Instant end = Instant.ofEpochMilli(state.lost(before));
        if (state.state() != LeaseStatus.State.LOST) {
            return; // it was given back meanwhile
        }
        String reason = String.valueOf(failure.getMessage());
        logger.error("{}; ids of worker id {} are issued up to {} and no further", reason, before.workerId(), end);
        health.announce(new LeafEvent.LeaseLost(time.now(), before.workerId(), end, reason));
        renewal.request();
    }

    /** Takes another worker id, to be used once the lost one has run out. */
    private void replace(WorkerIdLease lost) {
        WorkerIdLease taken = acquirer.acquire(Optional.empty(), state.usableEnd());
        if (!state.replaced(lost, taken)) {
            acquirer.holder().release(taken, taken.floorMillis());
            return;
        }
        lastExtended = time.now();
        marking.request();
        logger.info("worker id {} replaces the lost {}", taken.workerId(), lost.workerId());
    }

    /** Moves the local mark up. Runs on the disk thread. */
    private void advanceMark() {
        disk.attempt(this::writeMark, state::window);
    }

    private LeaseReserve reserve() {
        boolean isMarking = disk.isPresent() && disk.failure() == null;
        return acquirer.reserve(state, isMarking, !disk.isPresent() && registryAnswers());
    }

    private void writeMark() {
        long now = time.currentTimeMillis();
        boolean isAlone = acquirer.continuesAlone()
                && !registryAnswers()
                && alone.isOpen(now, time.nanoTime(), state.markedEnd());
        long near = acquirer.settings().nearReservation().toMillis();
        HighWaterMark next = state.nextMark(now, near, isAlone);
        if (next != null) {
            disk.write(next);
            state.marked(next);
        }
    }

    /**
     * A call that takes too long counts as unanswered before it fails, else its time-out would stop the mark. It has to
     * span two reports: after a pause of the whole process it spans one, and its answer may say that the lease is lost.
     */
    private boolean registryAnswers() {
        return health.isUp() && unanswered < 2;
    }

    /** How the lease stands; asks no registry. */
    @Override
    public LeaseStatus status() {
        String reason = health.reason();
        return new LeaseStatus(
                state.state(),
                acquirer.identity().toString(),
                state.windowFor(time.currentTimeMillis()),
                reserve(),
                new LeaseStatus.Registry(registryAnswers(), health.since()),
                lastExtended,
                (reason != null) ? reason : disk.failure(),
                peerClocks);
    }

    /** What the holder is called, for the operator. */
    public String holderName() {
        return acquirer.holder().name();
    }

    /** How the calls went that were made to keep the lease. */
    public LeaseExtensions extensions() {
        return health.calls();
    }

    /** All worker ids that the registry knows; asks the registry, and may block. */
    public List<WorkerIdEntry> leases() {
        return acquirer.holder().list();
    }

    @Override
    public void stop(long usedUpTo, Duration patience) {
        LeaseStatus.State before = state.release();
        if (before == LeaseStatus.State.RELEASED) {
            return;
        }
        Scheduler.Task task = reports;
        if (task != null) {
            task.cancel();
        }
        WorkerIdLease last = state.lease();
        usedUpToMillis = (last == null) ? usedUpToMillis : Math.max(last.floorMillis(), usedUpTo);
        giving.giveBack(last, before, registryAnswers(), usedUpToMillis, time.nanoTime() + patience.toNanos());
    }

    @Override
    public void close(long usedUpTo, Duration patience) {
        stop(usedUpTo, patience);
        scheduler.close();
        registryThread.shutdown();
        diskThread.shutdown();
    }
}
