package io.leafid.benchmarks.raw;

import java.util.List;
import java.util.function.DoubleToLongFunction;
import java.util.stream.IntStream;

/** At which percentiles times of single calls are kept: evenly by the number of nines, from 0 to 99.9999 %. */
public final class Percentiles {

    /** The last of them. */
    public static final int NINES = 6;

    private static final int POINTS_PER_NINE = 6;

    private Percentiles() {}

    /** The times at all of them. */
    public static List<Long> of(DoubleToLongFunction nanosAtPercentile) {
        return IntStream.rangeClosed(0, NINES * POINTS_PER_NINE)
                .mapToObj(point -> nanosAtPercentile.applyAsLong(100 - 100 / Math.pow(10, nines(point))))
                .toList();
    }

    /** The number of nines that the percentile of a point has. */
    public static double nines(int point) {
        return (double) point / POINTS_PER_NINE;
    }

    /** The time at a percentile of so many nines. */
    public static long at(List<Long> times, int nines) {
        return times.get(nines * POINTS_PER_NINE);
    }
}
