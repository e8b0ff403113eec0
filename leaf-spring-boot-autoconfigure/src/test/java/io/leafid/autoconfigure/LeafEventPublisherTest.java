package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.LeafEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.event.EventListener;

/** Events of the engines reach the application's listeners, each once. */
class LeafEventPublisherTest {

    private static final LeafEvent EARLY = new LeafEvent.SegmentStoreDown(Instant.EPOCH, "early");
    private static final LeafEvent LATE = new LeafEvent.SegmentStoreDown(Instant.EPOCH, "late");

    private final List<LeafEvent> heard = new ArrayList<>();
    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withBean(LeafEventPublisher.class).withBean("engine", Engine.class);

    @Test
    void whatHappensBeforeThereAreListenersIsHeardOnceTheyAreThere() {
        runner.withBean(Listener.class, () -> new Listener(heard::add)).run(context -> {
            assertThat(heard).containsExactly(EARLY);
            context.getBean(LeafEventPublisher.class).accept(LATE);
            assertThat(heard).containsExactly(EARLY, LATE);
        });
    }

    @Test
    void aListenerThatFailsOnAnEarlyEventDoesNotEndTheStart() {
        Consumer<LeafEvent> failing = event -> {
            heard.add(event);
            throw new IllegalStateException("cannot page anybody");
        };
        runner.withBean(Listener.class, () -> new Listener(failing)).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(heard).containsExactly(EARLY);
        });
    }

    /** An engine that has something to tell while it is made, before any listener is there. */
    static final class Engine {

        Engine(LeafEventPublisher events) {
            events.accept(EARLY);
        }
    }

    /** A listener as an application has it. */
    static final class Listener {

        private final Consumer<LeafEvent> action;

        Listener(Consumer<LeafEvent> action) {
            this.action = action;
        }

        @EventListener
        void on(LeafEvent event) {
            action.accept(event);
        }
    }
}
