package io.leafid.workerid.jdbc;

import io.leafid.time.TimeSource;

/**
 * A clock that lets something happen whenever a caller waits by it. Thread-safe if the action is.
 *
 * @param target the clock
 * @param action what happens
 */
record ActingTime(TimeSource target, Runnable action) implements TimeSource {

    @Override
    public long currentTimeMillis() {
        return target.currentTimeMillis();
    }

    @Override
    public long nanoTime() {
        return target.nanoTime();
    }

    @Override
    public void parkNanos(long nanos) {
        action.run();
        target.parkNanos(nanos);
    }
}
