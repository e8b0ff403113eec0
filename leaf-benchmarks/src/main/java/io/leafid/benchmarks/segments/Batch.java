package io.leafid.benchmarks.segments;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/** 100 ids of one tag in one call; all threads share the tag. */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class Batch {

    private static final int COUNT = 100;

    /** The yardstick: one addition for all, and the array that the caller gets. */
    @Benchmark
    public long[] bareCounter(BareCounter counter) {
        long[] ids = new long[COUNT];
        long first = counter.value.getAndAdd(COUNT);
        for (int i = 0; i < COUNT; i++) {
            ids[i] = first + i;
        }
        return ids;
    }

    /** {@code IdGenerator.nextIds(tag, 100)}. */
    @Benchmark
    public long[] leaf(LeafSource source, StoreCosts costs) {
        return source.generator.nextIds(source.sequence.tag(), COUNT);
    }

    /** CosId's {@code SegmentChainId}, which has no batches: 100 calls. */
    @Benchmark
    public long[] cosId(CosIdSource source, StoreCosts costs) {
        long[] ids = new long[COUNT];
        for (int i = 0; i < COUNT; i++) {
            ids[i] = source.sequence.generate();
        }
        return ids;
    }
}
