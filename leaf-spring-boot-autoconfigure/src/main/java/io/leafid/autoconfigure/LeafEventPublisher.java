package io.leafid.autoconfigure;

import io.leafid.LeafEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;

/**
 * Publishes the events of the engines as application events. What happens while beans are still being made is held back
 * until all listeners are there. Thread-safe.
 */
final class LeafEventPublisher implements Consumer<LeafEvent>, ApplicationListener<ContextRefreshedEvent> {

    private static final Logger logger = LoggerFactory.getLogger(LeafEventPublisher.class);

    private final ApplicationEventPublisher publisher;
    private @Nullable List<LeafEvent> early = new ArrayList<>(); // guarded by this

    LeafEventPublisher(ApplicationEventPublisher publisher) {
        this.publisher = publisher;
    }

    @Override
    public void accept(LeafEvent event) {
        if (!hold(event)) {
            publisher.publishEvent(event);
        }
    }

    private synchronized boolean hold(LeafEvent event) {
        return early != null && early.add(event);
    }

    @Override
    public void onApplicationEvent(ContextRefreshedEvent event) {
        release().forEach(this::publishLate);
    }

    /** The engine is no longer there to ignore what a listener throws, and the start must not fail of it. */
    private void publishLate(LeafEvent event) {
        try {
            publisher.publishEvent(event);
        } catch (RuntimeException ex) {
            logger.warn("a listener failed on {}", event, ex);
        }
    }

    private synchronized List<LeafEvent> release() {
        List<LeafEvent> held = (early == null) ? List.of() : early;
        early = null;
        return held;
    }
}
