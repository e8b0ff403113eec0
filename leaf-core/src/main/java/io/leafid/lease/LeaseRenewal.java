package io.leafid.lease;

import io.leafid.LeafEvent;
import io.leafid.concurrent.CoalescingTask;
import io.leafid.lease.LeaseStatus.State;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdLease;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Renewal of a lease: moves the registry's ceiling up, replaces what was lost, or takes what a standby waits for. Stateless; runs on the registry thread. */
final class LeaseRenewal implements Runnable {

    private static final Logger logger = LoggerFactory.getLogger(LeaseRenewal.class);

    private final LeaseContext context;
    private final LeaseAcquirer acquirer;
    private final LeaseState state;
    private final RegistryHealth health;
    private final LeaseOutlook outlook;
    private final CoalescingTask marking;

    LeaseRenewal(
            LeaseContext context,
            LeaseAcquirer acquirer,
            LeaseState state,
            RegistryHealth health,
            LeaseOutlook outlook,
            CoalescingTask marking) {
        this.context = context;
        this.acquirer = acquirer;
        this.state = state;
        this.health = health;
        this.outlook = outlook;
        this.marking = marking;
    }

    @Override
    public void run() {
        boolean isLost = renew();
        if (isLost) {
            renew(); // replaces it at once
        }
    }

    /** Makes one call; returns whether the lease turned out to be lost. */
    private boolean renew() {
        WorkerIdLease before = state.lease();
        if (state.state() == State.STANDBY) {
            takeOver();
            return false;
        }
        if (before == null || state.state() == State.RELEASED) {
            return false;
        }
        long began = context.time().nanoTime();
        try {
            if (state.state() == State.LOST) {
                replace(before);
            } else {
                extend(before);
            }
            health.succeeded(began);
        } catch (WorkerIdException.LeaseLost ex) {
            health.refused(began, ex);
            return lost(before, ex);
        } catch (WorkerIdException.RegistryUnavailable ex) {
            failed(began, ex);
        } catch (WorkerIdException.Exhausted ex) {
            refused(began, before, ex, acquirer.standByAgain(ex));
        } catch (WorkerIdException ex) { // an answer all the same
            refused(began, before, ex, false);
        } catch (RuntimeException | Error ex) { // the next report tries again, whatever it was
            failed(began, ex);
        }
        return false;
    }

    /** A call takes so long that ids may end before it fails. Runs on the timer. */
    void overdue() {
        if (health.silent(context.settings().settling())) {
            logger.warn("the registry of worker ids is silent; {}: {}", outlook.reserve(), health.reason());
        }
    }

    /** Looks for a worker id that is free; a standby that finds none has nothing to tell, as long as the reason stays. */
    private void takeOver() {
        long began = context.time().nanoTime();
        try {
            acquirer.takeOver();
            health.succeeded(began);
            marking.request();
        } catch (WorkerIdException.RegistryUnavailable ex) {
            failed(began, ex);
        } catch (WorkerIdException ex) {
            health.refused(began, ex);
            logger.debug("still a standby: {}", health.reason());
        } catch (RuntimeException | Error ex) { // the next report tries again, whatever it was
            failed(began, ex);
        }
    }

    private void extend(WorkerIdLease before) {
        KeeperSettings settings = context.settings();
        long aim = state.aim(context.time().currentTimeMillis(), settings.lead().toMillis());
        long wanted = aim + settings.reservation().toMillis();
        long least = Math.max(before.ceilingMillis() + 1, state.markedEnd()); // also when the clock has stepped back
        WorkerIdLease confirmed = context.holder().extend(before, Math.max(wanted, least), state.tokenFor(before));
        if (state.extended(before, confirmed)) {
            health.confirmed();
            marking.request();
        }
    }

    /**
     * Takes another worker id, to be used once the lost one has run out. What has to be waited for is left alone until the next report, so that
     * a wait for another process is not taken for the registry's silence.
     */
    private void replace(WorkerIdLease lost) {
        WorkerIdLease taken = acquirer.acquire(Optional.empty(), Duration.ZERO, state.usableEnd());
        if (!state.replaced(lost, taken)) {
            context.holder().release(taken, taken.floorMillis());
            return;
        }
        health.confirmed();
        marking.request();
        logger.info("worker id {} replaces the lost {}", taken.workerId(), lost.workerId());
    }

    private boolean lost(WorkerIdLease before, WorkerIdException.LeaseLost failure) {
        Instant end = Instant.ofEpochMilli(state.lost(before));
        if (state.state() != State.LOST) {
            return false; // it was given back meanwhile
        }
        marking.request(); // of the loss
        String reason = String.valueOf(failure.getMessage());
        logger.error("{}; ids of worker id {} are issued up to {} and no further", reason, before.workerId(), end);
        health.announce(new LeafEvent.LeaseLost(context.time().now(), before.workerId(), end, reason));
        return true;
    }

    private void refused(long began, WorkerIdLease before, WorkerIdException refusal, boolean isTold) {
        if (health.refused(began, refusal) && !isTold) {
            logger.warn(
                    "the registry refuses worker id {}; {}: {}", before.workerId(), outlook.reserve(), health.reason());
        }
    }

    private void failed(long began, Throwable failure) {
        if (health.failed(began, failure)) {
            logger.warn("the registry of worker ids fails; {}: {}", outlook.reserve(), health.reason());
            logger.debug("the failure of the registry", failure); // apart, since a trace may hold a password
        }
    }
}
