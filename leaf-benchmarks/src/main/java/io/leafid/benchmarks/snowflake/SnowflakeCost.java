package io.leafid.benchmarks.snowflake;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Cost of an id where the sequence never runs out: 20 bits of it. With
 * {@code -prof io.leafid.benchmarks.snowflake.SnowflakeProfiler} each figure has the largest lead over the clock beside it.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class SnowflakeCost extends SnowflakeByThreads {

    static final int SEQUENCE_BITS = 20;

    /** Those that have a choice of bits. */
    @Param({"LEAF", "AGRONA", "COSID", "TSID", "YITTER"})
    public SnowflakePeer peer = SnowflakePeer.LEAF; // each of them in turn
}
