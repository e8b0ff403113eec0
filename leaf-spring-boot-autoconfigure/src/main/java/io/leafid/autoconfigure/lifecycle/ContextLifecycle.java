package io.leafid.autoconfigure.lifecycle;

import org.springframework.context.SmartLifecycle;

/**
 * A part of Leaf that starts and stops with its context, in a phase of its own, and goes on while the context is only paused.
 * Thread-safe.
 */
public abstract class ContextLifecycle implements SmartLifecycle {

    /** Lower than that of what uses ids: a lower phase starts earlier and stops later. */
    public static final int GENERATORS = Integer.MIN_VALUE + 1024;

    /** Just below the generators: stopped after them, when no id comes any more and their last events are there to be delivered. */
    public static final int AFTER_GENERATORS = GENERATORS - 1;

    /** Below the generators, which may have to give something back. */
    public static final int CONNECTIONS = GENERATORS - 512;

    private final int phase;
    private volatile boolean running;

    /** Starts and stops in a phase. */
    protected ContextLifecycle(int phase) {
        this.phase = phase;
    }

    /** Begins, or goes on after a stop. */
    protected void begin() {}

    /** Ends, so that it can begin again. */
    protected abstract void end();

    @Override
    public final void start() {
        begin();
        running = true;
    }

    @Override
    public final void stop() {
        end();
        running = false;
    }

    @Override
    public final boolean isRunning() {
        return running;
    }

    @Override
    public final boolean isPauseable() {
        return false;
    }

    @Override
    public final int getPhase() {
        return phase;
    }
}
