package io.leafid.time;

import java.time.Duration;

/** Runs short tasks later. Thread-safe. A task that throws does not disturb the others or its own next run. */
public interface Scheduler extends AutoCloseable {

    /** Runs a task once, after a delay. */
    Task after(Duration delay, Runnable action);

    /** Runs a task again and again, each run beginning {@code pause} after the end of the one before. */
    Task every(Duration pause, Runnable action);

    /** Drops all tasks and ends the thread. Later requests are ignored. */
    @Override
    void close();

    /** A task that was asked for. */
    @FunctionalInterface
    interface Task {

        /** Keeps the task from running again; a run under way is not disturbed. */
        void cancel();
    }
}
