package io.leafid.benchmarks;

import java.util.Map;
import java.util.stream.Collectors;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * What one benchmark has shown in one round.
 *
 * @param subject what was measured, and how
 * @param opsPerMicro calls per microsecond, all threads together
 * @param cpuNanos processor time per call
 * @param allocatedBytes bytes allocated per call
 * @param reservedPerId ids reserved per id issued; NaN without a store
 * @param roundTripsPerMillion round trips per million ids; NaN without a store
 */
record Sample(
        Subject subject,
        double opsPerMicro,
        double cpuNanos,
        double allocatedBytes,
        double reservedPerId,
        double roundTripsPerMillion) {

    /**
     * What was measured, and how.
     *
     * @param group the benchmark class; ratios are taken within it
     * @param name the benchmark method
     * @param storeMillis store latency in milliseconds, empty without a store
     * @param threads how many threads called
     */
    record Subject(String group, String name, String storeMillis, int threads) {

        Subject yardstick() {
            return new Subject(group, "bareCounter", "", threads);
        }
    }

    static Sample of(RunResult run) {
        BenchmarkResult fork = run.getBenchmarkResults().iterator().next();
        Map<String, ? extends Result<?>> columns = columns(fork);
        double issued = value(columns, "issued");
        return new Sample(
                subject(run),
                fork.getPrimaryResult().getScore(),
                value(columns, CpuTime.COLUMN),
                value(columns, "gc.alloc.rate.norm"),
                value(columns, "reserved") / issued,
                value(columns, "roundTrips") / issued * 1e6);
    }

    private static Subject subject(RunResult run) {
        String method = run.getParams().getBenchmark();
        int dot = method.lastIndexOf('.');
        String millis = run.getParams().getParam("storeMillis");
        return new Subject(
                method.substring(method.lastIndexOf('.', dot - 1) + 1, dot),
                method.substring(dot + 1),
                (millis == null) ? "" : millis,
                run.getParams().getThreads());
    }

    @SuppressWarnings("rawtypes") // as JMH declares it
    private static Map<String, ? extends Result<?>> columns(BenchmarkResult fork) {
        Map<String, Result> raw = fork.getSecondaryResults();
        return raw.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> (Result<?>) entry.getValue()));
    }

    private static double value(Map<String, ? extends Result<?>> columns, String name) {
        Result<?> result = columns.get(name);
        return (result == null) ? Double.NaN : result.getScore();
    }
}
