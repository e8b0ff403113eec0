package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.LeafEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.EventListener;

/** Events of the engines reach the application's listeners, each once. */
class LeafEventPublisherTest {

    private static final LeafEvent EARLY = new LeafEvent.SegmentStoreDown(Instant.EPOCH, "early");
    private static final LeafEvent LATE = new LeafEvent.SegmentStoreDown(Instant.EPOCH, "late");

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** Longer than anything but a wait for it lasts. */
    private static final Duration DELIVERY_TIMEOUT = PATIENCE.multipliedBy(2);

    private final List<LeafEvent> heard = new CopyOnWriteArrayList<>();
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withBean(LeafEventPublisher.class, DELIVERY_TIMEOUT)
            .withBean("engine", Engine.class);

    @Test
    void whatHappensBeforeThereAreListenersIsHeardOnceTheyAreThere() {
        runner.withBean(Listener.class, () -> new Listener(heard::add)).run(context -> {
            context.getBean(LeafEventPublisher.class).accept(LATE);
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(heard).containsExactly(EARLY, LATE));
        });
    }

    @Test
    void aListenerThatFailsOnAnEarlyEventDoesNotEndTheStart() {
        Consumer<LeafEvent> failing = event -> {
            heard.add(event);
            throw new IllegalStateException("cannot page the operator");
        };
        runner.withBean(Listener.class, () -> new Listener(failing)).run(context -> {
            assertThat(context).hasNotFailed();
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(heard).containsExactly(EARLY));
        });
    }

    @Test
    void lastEventsAreDeliveredBeforeTheContextEnds() {
        CountDownLatch closing = new CountDownLatch(1);
        Consumer<LeafEvent> slow = event -> {
            uninterrupted(closing);
            heard.add(event);
        };
        runner.withBean(Listener.class, () -> new Listener(slow)).run(context -> {
            context.getBean(LeafEventPublisher.class).accept(LATE);
            context.getBeanFactory().registerSingleton("stopsEarlier", new Closing(closing));
        });

        assertThat(heard).containsExactly(EARLY, LATE);
    }

    @Test
    void listenersHearOfWhatHappensAfterTheContextWasStoppedAndStartedAgain() {
        runner.withBean(Listener.class, () -> new Listener(heard::add)).run(context -> {
            ConfigurableApplicationContext running =
                    context.getSourceApplicationContext(ConfigurableApplicationContext.class);
            running.stop();
            assertThat(heard).containsExactly(EARLY);
            running.start();
            context.getBean(LeafEventPublisher.class).accept(LATE);
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(heard).containsExactly(EARLY, LATE));
        });
    }

    @Test
    void listenerMayCloseTheContextThatToldIt() {
        ConfigurableApplicationContext[] running = new ConfigurableApplicationContext[1];
        CountDownLatch started = new CountDownLatch(1);
        Consumer<LeafEvent> closing = event -> {
            uninterrupted(started);
            running[0].close();
            heard.add(event);
        };
        runner.withBean(Listener.class, () -> new Listener(closing)).run(context -> {
            running[0] = context.getSourceApplicationContext(ConfigurableApplicationContext.class);
            long began = System.nanoTime();
            started.countDown();
            await().atMost(PATIENCE).until(() -> !heard.isEmpty());
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(DELIVERY_TIMEOUT);
        });
    }

    private static void uninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops before the engines do, and lets the listener go on then. */
    private record Closing(CountDownLatch latch) implements SmartLifecycle {

        @Override
        public void start() {
            // nothing to be done
        }

        @Override
        public void stop() {
            latch.countDown();
        }

        @Override
        public boolean isRunning() {
            return true;
        }
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
