package io.leafid.benchmarks.snowflake;

import io.leafid.SnowflakeLayout;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.snowflake.SnowflakeSettings;
import io.leafid.time.TimeSource;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The line that ids are held to: a reading of the clock, which every faithful id contains, beside an id, both called
 * directly. 20 bits of sequence never run out. Meant for one thread and for four ({@code -t 4}).
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class SnowflakeLine {

    private static final SnowflakeLayout LAYOUT =
            new SnowflakeLayout(SnowflakeLayout.DEFAULT.epochMillis(), 41, 2, SnowflakeCost.SEQUENCE_BITS);

    private final SnowflakeIdGenerator leaf = new SnowflakeIdGenerator(
            LAYOUT, SnowflakeSettings.DEFAULT, new EndlessLease(), TimeSource.system(), event -> {});

    private final org.agrona.concurrent.SnowflakeIdGenerator agrona = new org.agrona.concurrent.SnowflakeIdGenerator(
            LAYOUT.workerIdBits(), LAYOUT.sequenceBits(), 1, LAYOUT.epochMillis(), System::currentTimeMillis);

    /** The yardstick. */
    @Benchmark
    public long clock() {
        return System.currentTimeMillis();
    }

    /** {@code SnowflakeIdGenerator.nextId()}. */
    @Benchmark
    public long leaf() {
        return leaf.nextId();
    }

    /** {@code SnowflakeIdGenerator.nextId(tag)}. */
    @Benchmark
    public long leafWithTag() {
        return leaf.nextId("payment");
    }

    /** Agrona's. */
    @Benchmark
    public long agrona() {
        return agrona.nextId();
    }
}
