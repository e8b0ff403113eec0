package io.leafid.benchmarks.snowflake;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Threads;

/** Ids of one generator that so many threads share. What generator that is, and of how many bits, its heirs say. */
public abstract class SnowflakeByThreads {

    /** One thread. */
    @Benchmark
    @Threads(1)
    public long threads1(SnowflakeShared shared, SnowflakeLead lead) {
        return lead.keep(shared.source.next());
    }

    /** Two threads. */
    @Benchmark
    @Threads(2)
    public long threads2(SnowflakeShared shared, SnowflakeLead lead) {
        return lead.keep(shared.source.next());
    }

    /** Four threads. */
    @Benchmark
    @Threads(4)
    public long threads4(SnowflakeShared shared, SnowflakeLead lead) {
        return lead.keep(shared.source.next());
    }

    /** Eight threads. */
    @Benchmark
    @Threads(8)
    public long threads8(SnowflakeShared shared, SnowflakeLead lead) {
        return lead.keep(shared.source.next());
    }
}
