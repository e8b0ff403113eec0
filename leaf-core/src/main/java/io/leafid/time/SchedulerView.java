package io.leafid.time;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** One user's part of a scheduler that several share. Thread-safe. */
final class SchedulerView implements Scheduler {

    private final Scheduler shared;
    private final Set<Planned> planned = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    SchedulerView(Scheduler shared) {
        this.shared = shared;
    }

    @Override
    public Task after(Duration delay, Runnable action) {
        Planned task = new Planned(action, true);
        planned.add(task);
        return started(task, shared.after(delay, task));
    }

    @Override
    public Task every(Duration pause, Runnable action) {
        Planned task = new Planned(action, false);
        planned.add(task);
        return started(task, shared.every(pause, task));
    }

    private Task started(Planned task, Task handle) {
        task.handle = handle;
        if (closed || task.ended) { // closed, or run, before there was a handle
            task.cancel();
        }
        return task;
    }

    @Override
    public void close() {
        closed = true;
        for (Planned each : planned) {
            each.cancel();
        }
    }

    /** A task that knows its place in the shared scheduler. */
    private final class Planned implements Runnable, Task {

        private final Runnable action;
        private final boolean isOnce;
        private volatile @Nullable Task handle;
        private volatile boolean ended;

        private Planned(Runnable action, boolean isOnce) {
            this.action = action;
            this.isOnce = isOnce;
        }

        @Override
        public void run() {
            if (ended || closed) {
                return;
            }
            if (isOnce) {
                ended = true;
                planned.remove(this);
            }
            action.run();
        }

        @Override
        public void cancel() {
            ended = true;
            planned.remove(this);
            Task known = handle;
            if (known != null) {
                known.cancel();
            }
        }
    }
}
