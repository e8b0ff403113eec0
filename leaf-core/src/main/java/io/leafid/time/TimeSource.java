package io.leafid.time;

import java.time.Instant;
import java.time.temporal.ChronoField;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The clocks that an engine reads, and the way it lets time pass. Thread-safe. */
public interface TimeSource {

    /** Nanoseconds in a millisecond. */
    long NANOS_PER_MILLI = 1_000_000;

    /** Milliseconds since 1970 by the wall clock, which may step either way. */
    long currentTimeMillis();

    /** Nanoseconds of a clock that never steps; meaningful only as a difference. */
    long nanoTime();

    /** Lets about this many nanoseconds pass, or fewer; returns at once if the thread is interrupted. */
    void parkNanos(long nanos);

    /** Waits until a latch opens, for so many nanoseconds at most; returns whether it is open. */
    default boolean await(CountDownLatch latch, long nanos) throws InterruptedException {
        return latch.await(nanos, TimeUnit.NANOSECONDS);
    }

    /** Nanoseconds until the wall clock shows its next millisecond, or a few more; at most a millisecond. */
    default long nanosToNextMillisecond() {
        return NANOS_PER_MILLI;
    }

    /** The wall clock as an instant. */
    default Instant now() {
        return Instant.ofEpochMilli(currentTimeMillis());
    }

    /** The clocks of the operating system. */
    static TimeSource system() {
        return SystemTime.INSTANCE;
    }

    /** The clocks of the operating system; an enum, so that the one instance is a constant to the compiler. */
    enum SystemTime implements TimeSource {
        INSTANCE;

        @Override
        public long currentTimeMillis() {
            return System.currentTimeMillis();
        }

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public long nanosToNextMillisecond() {
            return NANOS_PER_MILLI - Instant.now().getLong(ChronoField.NANO_OF_SECOND) % NANOS_PER_MILLI;
        }

        @Override
        public void parkNanos(long nanos) {
            LockSupport.parkNanos(this, nanos);
        }
    }
}
