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
final class LeafLifecycle extends ContextLifecycle implements ApplicationListener<ContextClosedEvent> {

    private final ApplicationContext context;
    private final Runnable start;
    private final Runnable stop;
    private final Runnable close;
    private volatile boolean stopped;
    private volatile boolean closing;

    /** For a generator that keeps what it has when the context is only stopped. */
    LeafLifecycle(ApplicationContext context, Runnable close) {
        this(context, () -> {}, () -> {}, close);
    }

    /**
     * Makes the end of a generator.
     *
     * @param context whose life it is
     * @param start lets the generator go on after a stop
     * @param stop stops it so that it can go on
     * @param close ends it for good
     */
    LeafLifecycle(ApplicationContext context, Runnable start, Runnable stop, Runnable close) {
        super(GENERATORS);
        this.context = context;
        this.start = start;
        this.stop = stop;
        this.close = close;
    }

    @Override
    public void onApplicationEvent(ContextClosedEvent event) {
        if (event.getApplicationContext().equals(context)) { // children report to their parents too
            closing = true;
        }
    }

    @Override
    void begin() {
        if (stopped) {
            start.run();
            stopped = false;
        }
    }

    @Override
    void end() {
        if (closing) {
            close.run();
        } else {
            stop.run();
            stopped = true;
        }
    }
}
