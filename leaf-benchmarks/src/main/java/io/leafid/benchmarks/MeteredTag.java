package io.leafid.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/** What an id costs while its meters are there and are read ten times a second, beside one that nobody measures. */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class MeteredTag {

    /** The yardstick. */
    @Benchmark
    public long bareCounter(BareCounter counter) {
        return counter.value.getAndIncrement();
    }

    /** Without meters. */
    @Benchmark
    public long leaf(LeafSource source, StoreCosts costs) {
        return source.sequence.next();
    }

    /** With them. */
    @Benchmark
    public long leafWithMeters(LeafSource source, Scrapes scrapes, StoreCosts costs) {
        return source.sequence.next();
    }
}
