package io.leafid.time;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/**
 * Until when a call may wait, over all that it waits for. Immutable.
 *
 * @param time the clock
 * @param nanos the end, on the nano clock
 * @param limit how long that is from the start, for messages
 */
public record Deadline(TimeSource time, long nanos, Duration limit) {

    /** The deadline of something that begins now. */
    public static Deadline in(Duration limit, TimeSource time) {
        return new Deadline(time, time.nanoTime() + limit.toNanos(), limit);
    }

    /** The nano clock now. */
    public long now() {
        return time.nanoTime();
    }

    /** Nanoseconds left; 0 or less if the deadline has passed. */
    public long nanosLeft() {
        return nanos - time.nanoTime();
    }

    /** Waits until a latch opens or the deadline has passed; returns whether it is open. */
    public boolean await(CountDownLatch latch) throws InterruptedException {
        return time.await(latch, nanosLeft());
    }

    /** Returns whether something that happens at this nano time comes too late. */
    public boolean isBefore(long otherNanos) {
        return otherNanos - nanos > 0;
    }
}
