package io.leafid.snowflake;

import io.leafid.ClockMovedBackwardsException;
import io.leafid.text.DurationText;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** Wait of one call for the clock: for what, and since when. For one thread. */
final class ClockWait {

    /** The time that a clock may stand still before that is an error. */
    private static final Duration CLOCK_TIMEOUT = Duration.ofSeconds(1);

    private final TimeSource time;
    private boolean isWaitedOut;
    private long deadlineNanos;
    private long stuckAtMillis = Long.MIN_VALUE;
    private long stuckSinceNanos;

    ClockWait(TimeSource time) {
        this.time = time;
    }

    /** Parks until the clock shows another millisecond, or a little less. */
    void forNextMillisecond(long nowMillis) {
        isWaitedOut = false;
        if (nowMillis != stuckAtMillis) {
            stuckAtMillis = nowMillis;
            stuckSinceNanos = time.nanoTime();
        } else if (time.nanoTime() - stuckSinceNanos > CLOCK_TIMEOUT.toNanos()) {
            throw new ClockMovedBackwardsException(
                    Duration.ofMillis(1), "the clock has stood still at " + Instant.ofEpochMilli(nowMillis));
        }
        park(time.nanosToNextMillisecond(), 1);
    }

    /** Parks until a small step back is over, or a little less; at most for twice the step in all. */
    void forStepBack(long behindMillis) {
        long stepNanos = TimeUnit.MILLISECONDS.toNanos(behindMillis);
        long now = time.nanoTime();
        if (!isWaitedOut) {
            isWaitedOut = true;
            deadlineNanos = now + 2 * stepNanos;
        }
        long left = deadlineNanos - now;
        if (left <= 0) {
            throw movedBackwards(behindMillis);
        }
        park(Math.min(left, stepNanos), behindMillis);
    }

    private void park(long nanos, long behindMillis) {
        if (Thread.currentThread().isInterrupted()) {
            throw new ClockMovedBackwardsException(
                    Duration.ofMillis(behindMillis),
                    "interrupted while waiting for the clock to reach the next id's time");
        }
        time.parkNanos(nanos);
    }

    /** Says that waiting would take too long. */
    ClockMovedBackwardsException movedBackwards(long behindMillis) {
        Instant now = time.now();
        return new ClockMovedBackwardsException(
                Duration.ofMillis(behindMillis),
                "the clock reads %s, which is %s behind the last timestamp used; ids flow again once it has passed %s"
                        .formatted(
                                now, DurationText.of(Duration.ofMillis(behindMillis)), now.plusMillis(behindMillis)));
    }
}
