package io.leafid.benchmarks.snowflake;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/** Profiler that puts beside each figure how far the timestamps ran ahead of the clock, and how many cores were busy. */
public class SnowflakeProfiler implements InternalProfiler {

    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private long cpuNanos;
    private long wallNanos;

    @Override
    public String getDescription() {
        return "largest lead of an id's timestamp over the clock, and busy cores";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        SnowflakeLead.takeLargest();
        wallNanos = System.nanoTime();
        cpuNanos = system.getProcessCpuTime();
    }

    @Override
    public List<Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double cores = (double) (system.getProcessCpuTime() - cpuNanos) / (System.nanoTime() - wallNanos);
        return List.of(
                new ScalarResult("lead", SnowflakeLead.takeLargest(), "ms", AggregationPolicy.MAX),
                new ScalarResult("busy", cores, "cores", AggregationPolicy.AVG));
    }
}
