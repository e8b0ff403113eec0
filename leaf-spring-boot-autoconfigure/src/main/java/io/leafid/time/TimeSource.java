package io.leafid.time;

import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/** The clocks that an engine reads, and the way it lets time pass. Thread-safe. */
public interface TimeSource {

    /** Milliseconds since 1970 by the wall clock, which may step either way. */
    long currentTimeMillis();

    /** Nanoseconds of a clock that never steps; meaningful only as a difference. */
    long nanoTime();

    /** Lets about this many nanoseconds pass, or fewer; returns at once if the thread is interrupted. */
    void parkNanos(long nanos);

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
        public void parkNanos(long nanos) {
            LockSupport.parkNanos(this, nanos);
        }
    }
}
