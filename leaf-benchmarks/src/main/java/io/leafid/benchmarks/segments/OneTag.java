package io.leafid.benchmarks.segments;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/** One id of one tag, resolved beforehand; all threads share the tag. */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class OneTag {

    /** The yardstick. */
    @Benchmark
    public long bareCounter(BareCounter counter) {
        return counter.value.getAndIncrement();
    }

    /** {@code IdSequence.next()}. */
    @Benchmark
    public long leaf(LeafSource source, StoreCosts costs) {
        return source.sequence.next();
    }

    /** {@code IdSequence.next()} while the engine's meters are read ten times a second. */
    @Benchmark
    public long leafWithMeters(LeafSource source, Scrapes scrapes, StoreCosts costs) {
        return source.sequence.next();
    }

    /** CosId's {@code SegmentChainId}. */
    @Benchmark
    public long cosId(CosIdSource source, StoreCosts costs) {
        return source.sequence.generate();
    }
}
