package io.leafid.autoconfigure;

import io.leafid.autoconfigure.jdbc.LeafConnections;
import org.springframework.context.SmartLifecycle;

/**
 * Closes Leaf's own connections when the context stops, as for a checkpoint of the process, which must hold none: after the
 * generators, which may have to give something back. A generator that is asked for ids in a context that was only stopped
 * gets new ones. Thread-safe.
 */
final class LeafConnectionsLifecycle implements SmartLifecycle {

    /** Lower than that of the generators: what has a lower phase stops later. */
    static final int PHASE = LeafLifecycle.PHASE - 512;

    private final LeafConnections connections;
    private volatile boolean running;

    LeafConnectionsLifecycle(LeafConnections connections) {
        this.connections = connections;
    }

    @Override
    public void start() {
        running = true; // connections are opened when they are needed
    }

    @Override
    public void stop() {
        connections.release();
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public boolean isPauseable() {
        return false;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
