package io.leafid.snowflake;

import io.leafid.IdsExhaustedException;
import io.leafid.LeafEvent;
import io.leafid.SnowflakeLayout;
import io.leafid.WorkerIdUnavailableException;
import io.leafid.lease.LeaseProvider;
import io.leafid.lease.LeaseWindow;
import io.leafid.snowflake.SnowflakeSettings.OnBackwards;
import io.leafid.text.DurationText;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims ids where the fast path cannot: when the sequence of a millisecond is full, the clock has stepped back or the
 * lease does not cover the present. Waits where waiting helps, and says why it does not. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - The word never falls, and no two threads move it to or across the same value.
 *   - Its timestamp is ahead of the clock only where the clock has stepped back.
 *   - An id leaves only under a lease that covers its timestamp and was read before the word was moved.
 * Locks: none. Waiting is parking, bounded, and ends when the thread is interrupted.
 * </pre>
 */
final class PatientClaim {

    /** How long callers wait for a renewal when the lease has run out, counted once per lease and not per call. */
    static final Duration LEASE_PATIENCE = Duration.ofSeconds(1);

    /** How long a clock may stand still before that is an error. */
    static final Duration CLOCK_PATIENCE = Duration.ofSeconds(1);

    private static final Logger logger = LoggerFactory.getLogger(PatientClaim.class);

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final SnowflakeWord word;
    private final IssueCount issued;
    private final SnowflakeLayout layout;
    private final SnowflakeSettings settings;
    private final LeaseProvider leases;
    private final TimeSource time;
    private final Consumer<LeafEvent> events;
    private final ClockSteps steps = new ClockSteps();
    private final LeaseGap gap;

    PatientClaim(
            SnowflakeWord word,
            IssueCount issued,
            SnowflakeLayout layout,
            SnowflakeSettings settings,
            LeaseProvider leases,
            TimeSource time,
            Consumer<LeafEvent> events) {
        this.word = word;
        this.issued = issued;
        this.layout = layout;
        this.settings = settings;
        this.leases = leases;
        this.time = time;
        this.events = events;
        this.gap = new LeaseGap(time);
    }

    /** How far the last timestamp may be ahead of the clock before calls fail. */
    Duration allowedLead() {
        boolean borrows = settings.onBackwards() == OnBackwards.BORROW
                && settings.maxLead().compareTo(settings.toleratedBackwards()) > 0;
        return borrows ? settings.maxLead() : settings.toleratedBackwards();
    }

    /** How often the clock was found behind the last timestamp. */
    long stepsBack() {
        return steps.count();
    }

    /** Claims a run of ids within one millisecond, as many of the wanted ones as fit; returns the first. */
    long claim(int wanted) {
        ClockWait wait = new ClockWait(time);
        while (true) {
            long now = inRange(time.currentTimeMillis());
            long last = word.get(); // after the clock: what is ahead of it then may be another thread's later reading
            if (last == SnowflakeWord.NONE) {
                throw new WorkerIdUnavailableException(
                        "the generator is closed, or stopped as before a checkpoint", null);
            }
            long next = word.after(last, now);
            LeaseWindow lease = leases.windowFor(word.millisOf(next));
            if (word.millisOf(next) < lease.floorMillis()) {
                next = word.firstAt(lease.floorMillis(), last);
            }
            long millis = inRange(word.millisOf(next));
            if (millis > now && !mayLead(wait, now, last, millis, lease)) {
                continue;
            }
            if (!lease.covers(millis)) {
                awaitLease(millis, lease);
            } else if (issued.move(last, next, next + word.runLength(next, wanted) - 1)) {
                return word.idOf(next, lease.workerId());
            }
        }
    }

    private long inRange(long millis) {
        if (word.isInRange(millis)) {
            return millis;
        }
        throw new IdsExhaustedException(
                "%s cannot be expressed by %s, which lasts from %s to %s; set the clock right, or begin another layout under another leaf.name"
                        .formatted(Instant.ofEpochMilli(millis), layout, layout.epoch(), layout.lastInstant()),
                null);
    }

    /** Whether an id may carry a timestamp ahead of the clock; waits a little if it may not, or throws if that is in vain. */
    private boolean mayLead(ClockWait wait, long now, long last, long millis, LeaseWindow lease) {
        long used = Math.max(word.millisOf(last), lease.floorMillis());
        long behind = used - now;
        if (behind <= 0) {
            wait.forNextMillisecond(now);
            return false;
        }
        if (time.currentTimeMillis() >= used) {
            return false; // it was another thread's later reading
        }
        boolean isTolerated = behind <= settings.toleratedBackwards().toMillis();
        noticeStep(used, isTolerated);
        if (isTolerated) {
            wait.forStepBack(behind);
            return false;
        }
        long maxLead = settings.maxLead().toMillis();
        if (settings.onBackwards() == OnBackwards.FAIL || behind > maxLead) {
            throw wait.movedBackwards(behind);
        }
        if (millis - now > maxLead) {
            wait.forNextMillisecond(now);
            return false;
        }
        return true;
    }

    private void noticeStep(long used, boolean isTolerated) {
        long nanos = time.nanoTime(); // before the clock: a pause between the two must not look like another step
        long behind = used - time.currentTimeMillis();
        if (behind <= 0 || !steps.notice(nanos, behind) || isTolerated) {
            return;
        }
        LeafEvent event = new LeafEvent.ClockSteppedBack(time.now(), Duration.ofMillis(behind));
        logger.warn("the clock stands {} behind the last timestamp used", DurationText.of(Duration.ofMillis(behind)));
        try {
            events.accept(event);
        } catch (RuntimeException | Error ex) { // what is thrown there must not disturb the ids
            logger.warn("a listener failed on {}", event, ex);
        }
    }

    private void awaitLease(long millis, LeaseWindow lease) {
        if (gap.nanosSinceFirstMet(lease) >= LEASE_PATIENCE.toNanos()) {
            throw LeaseGap.unavailable(millis, lease, leases.status());
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new WorkerIdUnavailableException("interrupted while waiting for the renewal of " + lease, null);
        }
        time.parkNanos(POLL_NANOS);
    }
}
