package io.leafid.benchmarks.snowflake;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;

/** The generator of this run, shared by all threads. */
@State(Scope.Benchmark)
public class SnowflakeShared {

    SnowflakeSource source;

    /** Opens the peer that the benchmark's parameter names, with as many sequence bits as the benchmark is about. */
    @Setup(Level.Trial)
    public void open(BenchmarkParams params) {
        SnowflakePeer peer = SnowflakePeer.valueOf(params.getParam("peer"));
        boolean isSaturated = params.getBenchmark().contains(SnowflakeSaturated.class.getSimpleName());
        source = peer.open(isSaturated ? SnowflakeSaturated.SEQUENCE_BITS : SnowflakeCost.SEQUENCE_BITS);
    }
}
