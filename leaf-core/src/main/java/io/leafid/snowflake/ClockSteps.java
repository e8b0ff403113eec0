package io.leafid.snowflake;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counter of the clock's steps back, which tells one from another. Many calls notice the same step; it is one for as long as the moment at which
 * the clock will have caught up, by the clock that never steps, stays the same. It may move a little: a clock that is
 * being set right slowly runs slower by up to a thousandth. Thread-safe.
 */
final class ClockSteps {

    /** By how much that moment may move: rounding, and ids that are issued above the last timestamp meanwhile. */
    private static final long SLACK_NANOS = Duration.ofMillis(3).toNanos();

    /** A clock that is being set right runs slower by at most one part in so many. */
    private static final long SLOWEST_CLOCK = 1_000;

    private final AtomicLong count = new AtomicLong();
    private boolean hasStepped;
    private long noticedAtNanos;
    private long overAtNanos;

    /**
     * Notes that the clock is behind the last timestamp; returns whether this is a step not noticed before.
     *
     * @param nowNanos the clock that never steps, read before the one that did
     * @param behindMillis how far that one is behind
     */
    synchronized boolean notice(long nowNanos, long behindMillis) {
        long over = nowNanos + Duration.ofMillis(behindMillis).toNanos();
        long slack = SLACK_NANOS + Math.max(0, nowNanos - noticedAtNanos) / SLOWEST_CLOCK;
        boolean isNew = !hasStepped || over - overAtNanos > slack;
        hasStepped = true;
        noticedAtNanos = nowNanos;
        if (isNew || over - overAtNanos > 0) {
            overAtNanos = over;
        }
        if (isNew) {
            count.incrementAndGet();
        }
        return isNew;
    }

    long count() {
        return count.get();
    }
}
