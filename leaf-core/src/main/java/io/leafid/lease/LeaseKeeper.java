package io.leafid.lease;

import io.leafid.LeafEvent;
import io.leafid.concurrent.CoalescingTask;
import io.leafid.lease.LeaseStatus.State;
import io.leafid.time.Scheduler;
import io.leafid.time.TimeSource;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.LocalMark;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeper of a worker id's lease, which it takes, renews ahead of need, and gives back. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - What may be used follows from what registry and disk have confirmed, and from nothing else (LeaseState).
 *   - The registry is called by the registry thread only (LeaseRenewal), the disk by the disk thread only (MarkWriter), so
 *     that a slow registry does not hold up the mark. Before the first report the thread that starts stands in for both
 *     (LeaseAcquirer); after a stop a lease is taken anew only when both have ended what they did.
 *   - Each mutable field has one writer: `reports`, `mayStandBy` and `usedUpToMillis` the thread that starts and stops, those of
 *     LeaseAcquirer the same or, in a standby, the registry thread, of RegistryHealth the registry thread, of MarkWriter the disk thread, of ReportTimer the
 *     timer and, for an answer, the registry thread. LeaseState has a lock. `renewalRequestedFor` is written by any caller: a write that is lost costs a request
 *     more, of which one at most waits.
 * </pre>
 */
public final class LeaseKeeper implements LeaseProvider {

    private final LeaseContext context;
    private final LeaseState state;
    private final ReportTimer timer;
    private final RegistryHealth health;
    private final MarkWriter marks;
    private final LeaseAcquirer acquirer;
    private final LeaseOutlook outlook;
    private final LeaseReturn giving;
    private final CoalescingTask marking;
    private final LeaseRenewal renewal;
    private final CoalescingTask renewing;

    private volatile LeaseWindow renewalRequestedFor;
    private volatile Scheduler.@Nullable Task reports;
    private volatile long usedUpToMillis;
    private volatile boolean mayStandBy;

    /**
     * Makes a keeper; {@link #start()} takes the lease.
     *
     * @param holder the registry; closed with the keeper
     * @param localMark the mark on the local disk, closed with the keeper, or {@code null} to go without
     * @param terms who asks, for what, and how the lease is kept
     * @param time the clocks
     * @param threads the keeper's own; closed with it
     * @param events receives what an operator should hear of; must return at once, since renewals wait for it
     */
    public LeaseKeeper(
            WorkerIdHolder holder,
            @Nullable LocalMark localMark,
            LeaseTerms terms,
            TimeSource time,
            KeeperThreads threads,
            Consumer<LeafEvent> events) {
        this(localMark, new LeaseContext(holder, terms, time, LeaseRequest::newToken), threads, events);
    }

    LeaseKeeper(
            @Nullable LocalMark localMark, LeaseContext context, KeeperThreads threads, Consumer<LeafEvent> events) {
        this.context = context;
        TimeSource time = context.time();
        this.state = new LeaseState(localMark != null);
        this.timer = new ReportTimer(threads.timer(), context.settings().reportInterval());
        this.health = new RegistryHealth(time, events, timer);
        this.marks = new MarkWriter(localMark, context, state, health);
        this.acquirer = new LeaseAcquirer(context, state, health, marks);
        this.outlook = new LeaseOutlook(context, state, marks, health);
        this.giving = new LeaseReturn(context, marks, health, threads);
        this.marking = new CoalescingTask(threads.disk(), marks);
        this.renewal = new LeaseRenewal(context, acquirer, state, health, outlook, marking);
        this.renewing = new CoalescingTask(threads.registry(), renewal);
        this.renewalRequestedFor = state.window();
    }

    /**
     * Takes a lease and begins to renew it, then waits for its floor if that is near: a record that is deleted meanwhile is put back. If it
     * fails, {@link #close} frees what was taken.
     *
     * @throws WorkerIdException if no lease is to be had
     * @throws java.io.UncheckedIOException if the local mark cannot be written
     */
    public void start() {
        acquirer.acquire(usedUpToMillis, mayStandBy);
        marks.advance();
        reports = timer.start(renewing, marking, renewal::overdue);
        acquirer.awaitFloor();
    }

    /**
     * The same but for one thing: where no worker id is free it begins without, as a standby, and takes the first that becomes free.
     *
     * @throws WorkerIdException if no lease is to be had for another reason
     * @throws java.io.UncheckedIOException if the local mark cannot be written
     */
    public void startOrStandBy() {
        mayStandBy = true;
        start();
    }

    /** Takes a lease anew. What was under way when the last one was given back has to have ended, or it could disturb. */
    @Override
    public void restart() {
        if (state.state() != State.RELEASED) {
            return;
        }
        Duration maxWait = context.settings().maxWait();
        if (!giving.isOver(context.time().nanoTime() + maxWait.toNanos())) {
            throw new WorkerIdException.RegistryUnavailable(
                    "a call to the registry or the disk that was made before the stop is still under way", null);
        }
        marks.lock();
        state.reset(usedUpToMillis);
        try {
            start();
        } catch (RuntimeException | Error ex) {
            stop(usedUpToMillis, maxWait);
            throw ex;
        }
    }

    @Override
    public LeaseWindow window() {
        return state.window();
    }

    @Override
    public LeaseWindow windowFor(long millis) {
        LeaseWindow found = state.windowFor(millis);
        if (millis < found.ceilingMillis() || found.equals(renewalRequestedFor)) {
            return found;
        }
        state.want(millis);
        renewalRequestedFor = found; // the clock has outrun the renewals: request one at once, but once only
        renewing.request();
        marking.request();
        return state.windowFor(millis);
    }

    /** The state of the lease; asks no registry. */
    @Override
    public LeaseStatus status() {
        String reason = health.reason();
        return new LeaseStatus(
                state.state(),
                context.terms().identity().toString(),
                state.windowFor(context.time().currentTimeMillis()),
                outlook.reserve(),
                health.status(),
                health.lastConfirmed(),
                (reason != null) ? reason : marks.failure(),
                acquirer.peerClocks());
    }

    /** The name of the holder, for the operator. */
    public String holderName() {
        return context.holder().name();
    }

    /** The counts of the calls that were made to keep the lease. */
    public LeaseExtensions extensions() {
        return health.calls();
    }

    /** All worker ids that the registry knows; asks the registry, and may block. */
    public List<WorkerIdEntry> leases() {
        return context.holder().list();
    }

    @Override
    public void stop(long usedUpTo, Duration timeout) {
        if (state.state() == State.RELEASED) {
            return;
        }
        Scheduler.Task task = reports;
        if (task != null) {
            task.cancel();
        }
        long now = context.time().nanoTime();
        if (state.state() != State.HELD || !health.isAnswering()) { // else the release asks it
            giving.awaitAnswer(now + timeout.toNanos() / 2);
        }
        State before = state.release();
        WorkerIdLease last = state.lease();
        usedUpToMillis = (last == null) ? usedUpToMillis : Math.max(last.floorMillis(), usedUpTo);
        giving.giveBack(last, before, usedUpToMillis, now + timeout.toNanos());
    }

    @Override
    public void close(long usedUpTo, Duration timeout) {
        stop(usedUpTo, timeout);
        giving.threads().close();
    }

    /** The same where no generator has: what one might have issued counts as used. */
    public void close() {
        close(state.usableEnd(), CLOSE_TIMEOUT);
    }
}
