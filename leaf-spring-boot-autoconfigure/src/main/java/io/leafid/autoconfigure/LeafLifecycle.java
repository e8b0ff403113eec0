package io.leafid.autoconfigure;

import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;

/**
 * Closes a generator when the context closes: after everything that may still need ids, above all the web server with its
 * requests in flight, and before the beans are destroyed that the generator needs itself. Thread-safe.
 *
 * <p>A context that is only stopped or paused keeps its generator, since a closed one cannot be started again.
 */
final class LeafLifecycle implements SmartLifecycle, ApplicationListener<ContextClosedEvent> {

    /** Lower than whatever uses ids; what has a lower phase starts earlier and stops later. */
    static final int PHASE = Integer.MIN_VALUE + 1024;

    private final ApplicationContext context;
    private final Runnable close;
    private volatile boolean running;
    private volatile boolean closing;

    LeafLifecycle(ApplicationContext context, Runnable close) {
        this.context = context;
        this.close = close;
    }

    @Override
    public void onApplicationEvent(ContextClosedEvent event) {
        if (event.getApplicationContext().equals(context)) { // children report to their parents too
            closing = true;
        }
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        if (closing) {
            close.run();
        }
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
