package io.leafid.benchmarks.segments;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/** One id of one of 100 tags, drawn at random for each call and looked up by its name. */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class ManyTags {

    /** The yardstick: one counter for all, nothing to look up. */
    @Benchmark
    public long bareCounter(BareCounter counter) {
        return counter.value.getAndIncrement();
    }

    /** A counter per tag in an array: the price of 100 counters in memory. */
    @Benchmark
    public long bareCountersByNumber(BareCounters counters, TagChoice choice) {
        return counters.byNumber[choice.nextNumber()].getAndIncrement();
    }

    /** A counter per tag in a {@code ConcurrentHashMap}: the price of a name. */
    @Benchmark
    public long bareCountersByTag(BareCounters counters, TagChoice choice) {
        return Objects.requireNonNull(counters.byTag.get(choice.nextTag())).getAndIncrement();
    }

    /** The same with a range instead of a counter: the price of an end that each id is compared with, and of a range that may change. */
    @Benchmark
    public long leastRange(LeastRanges ranges, TagChoice choice) {
        return ranges.next(choice.nextTag());
    }

    /** {@code IdGenerator.nextId(tag)}. */
    @Benchmark
    public long leaf(LeafSource source, TagChoice choice, StoreCosts costs) {
        return source.generator.nextId(choice.nextTag());
    }

    /** The same with strings that were made at run time, say from a request: equal to the tag, but not the same. */
    @Benchmark
    public long leafMadeUpTag(LeafSource source, TagChoice choice, StoreCosts costs) {
        return source.generator.nextId(choice.nextMadeUpTag());
    }

    /** CosId's {@code SegmentChainId}, one per tag in a {@code ConcurrentHashMap}. */
    @Benchmark
    public long cosId(CosIdSource source, TagChoice choice, StoreCosts costs) {
        return Objects.requireNonNull(source.generators.get(choice.nextTag())).generate();
    }
}
