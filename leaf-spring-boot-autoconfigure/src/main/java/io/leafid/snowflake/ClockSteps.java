package io.leafid.snowflake;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tells the steps back of the clock apart. Many calls notice the same step; it is one for as long as the moment at which
 * the clock will have caught up, by the clock that never steps, stays the same. Thread-safe.
 */
final class ClockSteps {

    /** By how much that moment may move: rounding, and ids that are issued above the last timestamp meanwhile. */
    private static final long SLACK_NANOS = Duration.ofMillis(3).toNanos();

    private final AtomicLong count = new AtomicLong();
    private boolean hasStepped;
    private long overAtNanos;

    /** Notes that the clock is behind the last timestamp; returns whether this is a step not noticed before. */
    synchronized boolean notice(long nowNanos, long behindMillis) {
        long over = nowNanos + Duration.ofMillis(behindMillis).toNanos();
        boolean isNew = !hasStepped || over - overAtNanos > SLACK_NANOS;
        hasStepped = true;
        if (isNew || over - overAtNanos > 0) {
            overAtNanos = over;
        }
        if (isNew) {
            count.incrementAndGet();
        }
        return isNew;
    }

    /** How many there were. */
    long count() {
        return count.get();
    }
}
