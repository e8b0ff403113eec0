package io.leafid.time;

import io.leafid.test.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The clocks and the scheduler of one of several nodes on a common time line: its wall clock steps on its own, and its
 * tasks wait while it is paused and end when it is closed, as those of a process do. For one thread.
 */
public final class NodeTime implements TimeSource, Scheduler {

    private final ManualTime common;
    private final List<Task> tasks = new ArrayList<>();
    private final List<Runnable> delayed = new ArrayList<>();
    private long wallOffsetMillis;
    private boolean paused;
    private boolean closed;

    /** Makes a node whose clock agrees with the common one. */
    public NodeTime(ManualTime common) {
        this.common = common;
    }

    /** Steps this node's wall clock. */
    public void step(Duration step) {
        wallOffsetMillis += step.toMillis();
    }

    /** How far this node's wall clock is from the common one. */
    public Duration offset() {
        return Duration.ofMillis(wallOffsetMillis);
    }

    /** Stops the process as a long garbage collection would. */
    public void pause() {
        paused = true;
    }

    /** Lets the process go on; what fell due meanwhile runs now. */
    public void resume() {
        paused = false;
        List<Runnable> due = List.copyOf(delayed);
        delayed.clear();
        due.forEach(Runnable::run);
    }

    @Override
    public long currentTimeMillis() {
        return common.currentTimeMillis() + wallOffsetMillis;
    }

    @Override
    public long nanoTime() {
        return common.nanoTime();
    }

    @Override
    public void parkNanos(long nanos) {
        common.parkNanos(nanos);
    }

    @Override
    public Task after(Duration delay, Runnable action) {
        return planned(common.after(delay, unlessPaused(action)));
    }

    @Override
    public Task every(Duration pause, Runnable action) {
        return planned(common.every(pause, unlessPaused(action)));
    }

    private Task planned(Task task) {
        tasks.add(task);
        return task;
    }

    private Runnable unlessPaused(Runnable action) {
        return () -> {
            if (closed) {
                return;
            }
            if (!paused) {
                action.run();
            } else if (!delayed.contains(action)) {
                delayed.add(action);
            }
        };
    }

    @Override
    public void close() {
        closed = true;
        delayed.clear();
        tasks.forEach(Task::cancel);
    }
}
