package io.leafid.benchmarks.segments;

import io.leafid.time.TimeSource;
import java.time.Duration;

/**
 * Caller at a set rate, as users call, which times each call. One thread only.
 *
 * <p>The calls of each tick come at once. Ticks that are missed because the thread was kept from running are left out:
 * making up for them would be a surge, which is another measurement.
 */
final class Pacer {

    private static final long TICK_NANOS = 1_000_000;

    private final TimeSource time = TimeSource.system();
    private final Taker ids;
    private final CallTimes times = new CallTimes();
    private long gcNanos;
    private long queuedNanos;

    Pacer(Taker ids) {
        this.ids = ids;
    }

    /** Calls for so long at so many calls a second. */
    CallTimes run(int perSecond, Duration length) {
        long tickNanos = Math.max(TICK_NANOS, 1_000_000_000 / perSecond);
        long perTick = perSecond * tickNanos / 1_000_000_000;
        long start = time.nanoTime();
        for (long elapsed = 0; elapsed < length.toNanos(); elapsed = time.nanoTime() - start) {
            readStalls();
            for (int i = 0; i < perTick; i++) {
                call();
            }
            awaitTickAfter(start, tickNanos);
        }
        return times;
    }

    private void awaitTickAfter(long start, long tickNanos) {
        long elapsed = time.nanoTime() - start;
        long next = (elapsed / tickNanos + 1) * tickNanos;
        while (elapsed < next) {
            time.parkNanos(next - elapsed);
            elapsed = time.nanoTime() - start;
        }
    }

    private void call() {
        long before = time.nanoTime();
        ids.take();
        long nanos = time.nanoTime() - before;
        times.add(nanos);
        if (nanos > CallTimes.SLOW_NANOS) {
            long gcBefore = gcNanos;
            long queuedBefore = queuedNanos;
            readStalls();
            times.addSlow(new CallTimes.SlowCall(nanos, gcNanos - gcBefore, queuedNanos - queuedBefore));
        }
    }

    private void readStalls() {
        gcNanos = Stalls.gcNanos();
        queuedNanos = Stalls.queuedNanos();
    }
}
