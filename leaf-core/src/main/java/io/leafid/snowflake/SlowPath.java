package io.leafid.snowflake;

import io.leafid.IdsExhaustedException;
import io.leafid.LeafEvent;
import io.leafid.SnowflakeLayout;
import io.leafid.WorkerIdUnavailableException;
import io.leafid.concurrent.EventDispatcher;
import io.leafid.lease.LeaseProvider;
import io.leafid.lease.LeaseWindow;
import io.leafid.text.DurationText;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Allocator of ids where the fast path cannot make them: when the sequence of a millisecond is full, the clock has stepped back or the
 * lease does not cover the present. Waits where waiting helps, and says why it does not. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - The word of a run never falls, and no two threads move it to or across the same value.
 *   - Its timestamp is ahead of the clock only where the clock has stepped back.
 *   - An id leaves only under a window that covers its timestamp and was read before the word was moved.
 * Locks: none. Waiting is parking, bounded, and ends when the thread is interrupted.
 * </pre>
 */
final class SlowPath {

    /** The time that callers wait for a renewal when the lease has run out, counted once per lease and not per call. */
    static final Duration LEASE_TIMEOUT = Duration.ofSeconds(1);

    private static final Logger logger = LoggerFactory.getLogger(SlowPath.class);

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final IssuedCounter issued;
    private final SnowflakeLayout layout;
    private final ClockPolicy policy;
    private final LeaseProvider leases;
    private final TimeSource time;
    private final Consumer<LeafEvent> events;
    private final ClockSteps steps = new ClockSteps();
    private final LeaseOutage gap;

    SlowPath(
            IssuedCounter issued,
            SnowflakeLayout layout,
            ClockPolicy policy,
            LeaseProvider leases,
            TimeSource time,
            Consumer<LeafEvent> events) {
        this.issued = issued;
        this.layout = layout;
        this.policy = policy;
        this.leases = leases;
        this.time = time;
        this.events = EventDispatcher.guarded(events);
        this.gap = new LeaseOutage(time);
    }

    /** The lead that the last timestamp may have over the clock before calls fail. */
    Duration allowedLead() {
        return policy.allowedLead();
    }

    /** The number of times that the clock was found behind the last timestamp. */
    long stepsBack() {
        return steps.count();
    }

    /** Allocates ids that follow each other within one millisecond, as many of the wanted ones as fit; returns the first. */
    long allocate(SnowflakeWord word, int wanted) {
        ClockWait wait = new ClockWait(time);
        while (true) {
            long now = inRange(word, time.currentTimeMillis());
            long last = lastOf(word); // after the clock: what is ahead of it then may be another thread's later reading
            long next = word.after(last, now);
            LeaseWindow window = leases.windowFor(word.millisOf(next));
            if (word.millisOf(next) < window.floorMillis()) {
                next = word.firstAt(window.floorMillis(), last);
            }
            long millis = inRange(word, word.millisOf(next));
            long used = Math.max(word.millisOf(last), window.floorMillis());
            switch (judge(now, used, millis)) {
                case READ_AGAIN -> {}
                case NEXT_MILLISECOND, LEAD_USED_UP -> wait.forNextMillisecond(now);
                case STEP_TOLERATED -> wait.forStepBack(used - now);
                case STEP_TOO_LARGE -> throw wait.movedBackwards(used - now);
                case PROCEED, BORROW -> {
                    if (!window.covers(millis)) {
                        awaitLease(millis, window);
                    } else if (issued.move(word, last, next, next + word.runLength(next, wanted) - 1)) {
                        return word.idOf(next, window.workerId());
                    }
                }
            }
        }
    }

    private static long lastOf(SnowflakeWord word) {
        long last = word.get();
        if (last == SnowflakeWord.NONE) {
            throw new WorkerIdUnavailableException("the generator is closed, or stopped as before a checkpoint", null);
        }
        return last;
    }

    private long inRange(SnowflakeWord word, long millis) {
        if (word.isInRange(millis)) {
            return millis;
        }
        throw new IdsExhaustedException(
                "%s cannot be expressed by %s, which lasts from %s to %s; set the clock right, or begin another layout under another name"
                        .formatted(Instant.ofEpochMilli(millis), layout, layout.epoch(), layout.lastInstant()),
                null);
    }

    private ClockVerdict judge(long now, long used, long millis) {
        if (millis <= now) {
            return ClockVerdict.PROCEED; // without another reading of the clock
        }
        ClockVerdict verdict = policy.decide(now, time.currentTimeMillis(), used, millis);
        if (verdict.isStepBack()) {
            noticeStep(used, verdict);
        }
        return verdict;
    }

    private void noticeStep(long used, ClockVerdict verdict) {
        long nanos = time.nanoTime(); // before the clock: a pause between the two must not look like another step
        long behind = used - time.currentTimeMillis();
        if (behind <= 0 || !steps.notice(nanos, behind) || verdict == ClockVerdict.STEP_TOLERATED) {
            return;
        }
        logger.warn("the clock is {} behind the last timestamp used", DurationText.of(Duration.ofMillis(behind)));
        events.accept(new LeafEvent.ClockSteppedBack(time.now(), Duration.ofMillis(behind)));
    }

    private void awaitLease(long millis, LeaseWindow window) {
        if (gap.nanosSinceFirstMet(window) >= LEASE_TIMEOUT.toNanos()) {
            throw LeaseOutage.unavailable(millis, window, leases.status());
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new WorkerIdUnavailableException("interrupted while waiting for the renewal of " + window, null);
        }
        time.parkNanos(POLL_NANOS);
    }
}
