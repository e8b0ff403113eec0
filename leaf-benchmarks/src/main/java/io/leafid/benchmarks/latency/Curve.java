package io.leafid.benchmarks.latency;

import org.HdrHistogram.Histogram;

/**
 * What one generator has shown in one scene.
 *
 * @param scene what it met
 * @param source its name
 * @param outcome what its calls took
 */
record Curve(Scene scene, String source, OpenLoop.Outcome outcome) {

    /** The percentiles of tables and raw data. */
    static final double[] PERCENTILES = {50, 90, 99, 99.9, 99.99, 99.999, 100};

    /** Nanoseconds that so many percent of the calls took at most. */
    long nanos(double percentile) {
        Histogram times = outcome.times();
        return times.getValueAtPercentile(percentile);
    }

    /** A line of the table. */
    String row() {
        return "| %s, %,d/s | %s | %s | %s | %s | %s | %,d |"
                .formatted(
                        scene.name(),
                        scene.perSecond(),
                        source,
                        text(nanos(50)),
                        text(nanos(99)),
                        text(nanos(99.99)),
                        text(nanos(100)),
                        outcome.failed());
    }

    /** The same as JSON. */
    String json() {
        StringBuilder nanos = new StringBuilder();
        for (double percentile : PERCENTILES) {
            nanos.append(nanos.isEmpty() ? "" : ", ").append("\"%s\": %d".formatted(percentile, nanos(percentile)));
        }
        return "{\"scene\": \"%s\", \"perSecond\": %d, \"seconds\": %d, \"source\": \"%s\", \"failed\": %d, \"nanos\": {%s}}"
                .formatted(
                        scene.name(), scene.perSecond(), scene.length().toSeconds(), source, outcome.failed(), nanos);
    }

    private static String text(long nanos) {
        if (nanos < 1_000) {
            return nanos + " ns";
        }
        return (nanos < 1_000_000) ? "%.1f µs".formatted(nanos / 1e3) : "%.1f ms".formatted(nanos / 1e6);
    }
}
