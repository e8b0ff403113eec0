package io.leafid.time;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * How long to leave a failing store alone: doubling from the first to the longest, longer while there is a reserve,
 * each with up to half of it taken off at random so that nodes do not come back in step. Pure but for the source of
 * randomness.
 *
 * @param first the shortest pause
 * @param longest the longest pause while nothing is reserved
 * @param random numbers from 0 (inclusive) to 1 (exclusive)
 */
public record BackOff(Duration first, Duration longest, DoubleSupplier random) {

    /** The shortest pause. */
    public static final Duration FIRST = Duration.ofMillis(100);
    /** The longest pause while no id is left. */
    public static final Duration LONGEST = Duration.ofSeconds(5);

    /** The longest pause while ids are left. */
    static final Duration LONGEST_WITH_RESERVE = Duration.ofMinutes(1);

    /** A reserve is used up after so many pauses. */
    private static final int PAUSES_PER_RESERVE = 10;

    private static final int MAX_DOUBLINGS = 10; // 100 ms · 2¹⁰ is far beyond the longest

    /** The pauses of a store of segments. */
    public BackOff(DoubleSupplier random) {
        this(FIRST, LONGEST, random);
    }

    /** Nanoseconds to wait after so many failures in a row, 1 or more. */
    public long nanosAfter(int failuresInARow) {
        return nanosAfter(failuresInARow, 0);
    }

    /**
     * Nanoseconds to wait after so many failures in a row while the ids that are left last so long: no call fails meanwhile, so
     * the store's time is left to the nodes that have less.
     */
    public long nanosAfter(int failuresInARow, long reserveNanos) {
        long doubled = first.toNanos() << Math.min(failuresInARow - 1, MAX_DOUBLINGS);
        long usual = Math.min(doubled, longest.toNanos());
        long patient = Math.min(reserveNanos / PAUSES_PER_RESERVE, LONGEST_WITH_RESERVE.toNanos());
        long full = Math.max(usual, patient);
        return full - (long) (full / 2.0 * random.getAsDouble());
    }
}
