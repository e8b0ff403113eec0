package io.leafid.segment;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * How long to leave a failing store alone: doubling from {@link #FIRST} to {@link #LONGEST}, each with up to half of it
 * taken off at random so that nodes do not come back in step. Pure but for the source of randomness.
 *
 * @param random numbers from 0 (inclusive) to 1 (exclusive)
 */
record BackOff(DoubleSupplier random) {

    static final Duration FIRST = Duration.ofMillis(100);
    static final Duration LONGEST = Duration.ofSeconds(5);

    private static final int MAX_DOUBLINGS = 10; // 100 ms · 2¹⁰ is far beyond the longest

    /** Nanoseconds to wait after so many failures in a row, 1 or more. */
    long nanosAfter(int failuresInARow) {
        long doubled = FIRST.toNanos() << Math.min(failuresInARow - 1, MAX_DOUBLINGS);
        long full = Math.min(doubled, LONGEST.toNanos());
        return full - (long) (full / 2.0 * random.getAsDouble());
    }
}
