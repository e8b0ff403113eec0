package io.leafid.autoconfigure;

import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;

/**
 * Closes a generator when the context closes: after everything that may still need ids, above all the web server with its
 * requests in flight, and before the beans are destroyed that the generator needs itself. Thread-safe.
 *
 * <p>A context that is only stopped, as before a checkpoint of the process, stops the generator: what is reserved in
 * memory is given back, since the memory may be restored more than once. A context that is paused keeps it.
 */
abstract class LeafLifecycle extends ContextLifecycle implements ApplicationListener<ContextClosedEvent> {

    private final ApplicationContext context;
    private volatile boolean stopped;
    private volatile boolean closing;

    /** Ends with a context. */
    LeafLifecycle(ApplicationContext context) {
        super(GENERATORS);
        this.context = context;
    }

    /** Lets the generator go on after a stop. */
    abstract void resume();

    /** Stops the generator so that it can go on. */
    abstract void pause();

    /** Ends the generator for good. */
    abstract void close();

    @Override
    public final void onApplicationEvent(ContextClosedEvent event) {
        if (event.getApplicationContext().equals(context)) { // children report to their parents too
            closing = true;
        }
    }

    @Override
    final void begin() {
        if (stopped) {
            resume();
            stopped = false;
        }
    }

    @Override
    final void end() {
        if (closing) {
            close();
        } else {
            pause();
            stopped = true;
        }
    }
}
