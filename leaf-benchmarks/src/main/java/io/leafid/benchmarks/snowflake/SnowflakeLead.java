package io.leafid.benchmarks.snowflake;

import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** One thread's look at how far the timestamps run ahead of the clock: at the end of each iteration, for it only grows. */
@State(Scope.Thread)
public class SnowflakeLead {

    private static final AtomicLong LARGEST = new AtomicLong(Long.MIN_VALUE);

    private long lastId;

    /** Keeps an id in mind. */
    long keep(long id) {
        lastId = id;
        return id;
    }

    /** Compares the last id with the clock; the reading comes last, so the lead is a little too small, never too large. */
    @TearDown(Level.Iteration)
    public void compare(SnowflakeShared shared) {
        long last = shared.source.millisOf(lastId);
        LARGEST.accumulateAndGet(last - System.currentTimeMillis(), Math::max);
    }

    /** The largest lead in milliseconds since the last call. */
    static long takeLargest() {
        return LARGEST.getAndSet(Long.MIN_VALUE);
    }
}
