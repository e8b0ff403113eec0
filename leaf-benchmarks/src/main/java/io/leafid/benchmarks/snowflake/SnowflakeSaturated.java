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
 * Number of ids when callers never pause: 12 bits of sequence hold 4096 per millisecond. With
 * {@code -prof io.leafid.benchmarks.snowflake.SnowflakeProfiler} each figure has beside it the largest lead over the clock, which
 * tells the faithful from the borrowing, and the cores that were busy.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class SnowflakeSaturated extends SnowflakeByThreads {

    static final int SEQUENCE_BITS = 12;

    /** All of them. */
    @Param
    public SnowflakePeer peer = SnowflakePeer.LEAF; // each of them in turn
}
