package io.leafid.autoconfigure;

import io.leafid.LeafEvent;
import io.leafid.autoconfigure.lifecycle.ContextLifecycle;
import io.leafid.concurrent.EventDispatcher;
import java.time.Duration;
import java.util.function.Consumer;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;

/**
 * Publishes the events of all engines of a context as application events, in order and on a thread of its own, so that no
 * engine waits for a listener. Thread-safe.
 *
 * <p>What happens while beans are still being made is held back until all listeners are there. When the context stops, the
 * last events of the engines are waited for while the listeners still exist.
 */
public final class LeafEventPublisher extends ContextLifecycle
        implements Consumer<LeafEvent>, ApplicationListener<ContextRefreshedEvent>, DisposableBean {

    /** The time that the end of a context waits for listeners. */
    static final Duration DELIVERY_TIMEOUT = Duration.ofSeconds(5);

    private final EventDispatcher dispatcher;
    private final Duration deliveryTimeout;

    LeafEventPublisher(ApplicationEventPublisher publisher, Duration deliveryTimeout) {
        super(AFTER_GENERATORS);
        this.deliveryTimeout = deliveryTimeout;
        this.dispatcher = new EventDispatcher(publisher::publishEvent);
    }

    @Override
    public void accept(LeafEvent event) {
        dispatcher.accept(event);
    }

    @Override
    public void onApplicationEvent(ContextRefreshedEvent event) {
        dispatcher.open();
    }

    @Override
    protected void end() {
        dispatcher.drain(deliveryTimeout);
    }

    @Override
    public void destroy() {
        dispatcher.close();
    }
}
