package io.leafid.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Processor time per operation, of all threads of the process together, the background ones included.
 *
 * <p>On a machine that is shared it says more than the throughput does: time in which others had the processor is not in
 * it. Not thread-safe; JMH calls it from one thread.
 */
public class CpuTime implements InternalProfiler {

    static final String COLUMN = "cpu.norm";

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private long startNanos;

    @Override
    public String getDescription() {
        return "processor time per operation";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        startNanos = SYSTEM.getProcessCpuTime();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        long nanos = SYSTEM.getProcessCpuTime() - startNanos;
        double perOperation = (double) nanos / result.getMetadata().getAllOps();
        return List.of(new ScalarResult(COLUMN, perOperation, "ns/op", AggregationPolicy.AVG));
    }
}
