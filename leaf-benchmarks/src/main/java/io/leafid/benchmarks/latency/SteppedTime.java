package io.leafid.benchmarks.latency;

import io.leafid.time.TimeSource;

/** The clocks of the system, of which the wall clock is stepped. Thread-safe. */
final class SteppedTime implements TimeSource {

    private final TimeSource system = TimeSource.system();
    private volatile long offsetMillis;

    void step(long millis) {
        offsetMillis = millis;
    }

    @Override
    public long currentTimeMillis() {
        return system.currentTimeMillis() + offsetMillis;
    }

    @Override
    public long nanoTime() {
        return system.nanoTime();
    }

    @Override
    public void parkNanos(long nanos) {
        system.parkNanos(nanos);
    }

    @Override
    public long nanosToNextMillisecond() {
        return system.nanosToNextMillisecond();
    }
}
