package io.leafid.test.time;

import io.leafid.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The clocks of the operating system with a wall clock that a test can set wrong, for one node or for all of them, while
 * a real registry keeps its own time. Thread-safe.
 */
public final class ShiftedTime implements TimeSource {

    private final AtomicLong shiftMillis = new AtomicLong();

    /** Moves the wall clock, forward or back, from where it is now. */
    public void shift(Duration by) {
        shiftMillis.addAndGet(by.toMillis());
    }

    @Override
    public long currentTimeMillis() {
        return System.currentTimeMillis() + shiftMillis.get();
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public void parkNanos(long nanos) {
        LockSupport.parkNanos(this, nanos);
    }
}
