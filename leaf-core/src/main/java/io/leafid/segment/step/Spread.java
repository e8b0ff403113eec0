package io.leafid.segment.step;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * Draws moments and amounts around their mean, so that nodes that began together do not allocate together. Pure but for the
 * source of randomness.
 *
 * <p>A random moment alone does not end a wave: a segment begins when the one before it is used up, however early it was
 * allocated, so nodes of one rate meet again at each segment. Only segments of different sizes move them apart for good.
 *
 * @param random numbers from 0 (inclusive) to 1 (exclusive); 0.5 yields each mean exactly
 */
public record Spread(DoubleSupplier random) {

    /** A regular pause is up to so much shorter or longer. */
    private static final double PAUSE = 0.25;

    /** An amount is up to so much of the step smaller or larger. */
    private static final double AMOUNT = 0.75;

    /**
     * The share of one segment after whose use the next one is wanted: even around the mean, from at least 0 to at most
     * half-way between the mean and the end of the segment, so that time is left to allocate.
     */
    public double prefetchAt(double mean) {
        return mean + twoSided() * Math.min(mean, (1 - mean) / 2);
    }

    /**
     * The number of ids of an allocation that is the first of a larger step: a quarter of it to one and three quarters. Where that
     * may exceed the ceiling it is a quarter of the step to the whole of it.
     */
    public long amount(long step, long ceiling) {
        double offset = twoSided();
        boolean hasRoom = step * (1 + AMOUNT) <= ceiling;
        double drawn = step * (1 + AMOUNT * (hasRoom ? offset : -Math.abs(offset)));
        return Math.max(1, (long) drawn);
    }

    /** A pause between two regular tasks: the mean, give or take a quarter. */
    public Duration pause(Duration mean) {
        return mean.plusNanos((long) (mean.toNanos() * PAUSE * twoSided()));
    }

    /** From -1 (inclusive) to 1 (exclusive). */
    private double twoSided() {
        return 2 * random.getAsDouble() - 1;
    }
}
