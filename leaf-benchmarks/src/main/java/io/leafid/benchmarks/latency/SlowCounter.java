package io.leafid.benchmarks.latency;

import io.leafid.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A counter that answers after a set time, and that hangs for a while when it is told to. Thread-safe. */
final class SlowCounter {

    private final TimeSource time = TimeSource.system();
    private final AtomicLong next = new AtomicLong(1);
    private final long latencyNanos;
    private volatile long hangsUntil = time.nanoTime();

    SlowCounter(Duration latency) {
        this.latencyNanos = latency.toNanos();
    }

    /** From now on no call is answered for so long. */
    void hang(Duration length) {
        hangsUntil = time.nanoTime() + length.toNanos();
    }

    /** Takes numbers; returns the first of them. */
    long take(long amount) {
        awaitTime(time.nanoTime() + latencyNanos);
        awaitTime(hangsUntil);
        return next.getAndAdd(amount);
    }

    /** The number that is taken next. */
    long next() {
        return next.get();
    }

    private void awaitTime(long until) {
        for (long left = until - time.nanoTime(); left > 0; left = until - time.nanoTime()) {
            time.parkNanos(Math.min(left, TimeUnit.SECONDS.toNanos(1)));
        }
    }
}
