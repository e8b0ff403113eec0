package io.leafid.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.awaitility.Awaitility.await;

import io.leafid.LeafEvent;
import io.leafid.test.time.ManualExecutor;
import io.leafid.testing.CapturedLog;
import io.leafid.time.LeafThreads;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How events reach a listener that may be slow, broken or in a hurry. */
class EventDispatcherTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final List<LeafEvent> heard = new CopyOnWriteArrayList<>();
    private final ManualExecutor thread = new ManualExecutor().defer();
    private final ExecutorService pool = LeafThreads.pool("test-events", 1);

    @AfterEach
    void endThread() {
        pool.shutdownNow();
    }

    private static LeafEvent event(int number) {
        return new LeafEvent.SegmentStoreDown(Instant.ofEpochMilli(number), "reason " + number);
    }

    private static List<LeafEvent> events(int first, int last) {
        return IntStream.rangeClosed(first, last)
                .mapToObj(EventDispatcherTest::event)
                .toList();
    }

    private EventDispatcher opened(Consumer<LeafEvent> listener, Executor executor) {
        EventDispatcher dispatcher = new EventDispatcher(listener, executor, 5);
        dispatcher.open();
        return dispatcher;
    }

    @Test
    void thoseWhoTellDoNotWaitForTheListener() {
        CountDownLatch release = new CountDownLatch(1);
        EventDispatcher dispatcher = opened(
                event -> {
                    uninterrupted(release);
                    heard.add(event);
                },
                pool);

        events(1, 3).forEach(dispatcher); // returns although the first is not delivered yet

        assertThat(heard).isEmpty();
        release.countDown();
        assertThat(dispatcher.drain(PATIENCE)).isTrue();
        assertThat(heard).isEqualTo(events(1, 3));
    }

    @Test
    void eventsOfManyTellersAreEachDeliveredOnceAndInTheirOrder() {
        EventDispatcher dispatcher = new EventDispatcher(heard::add, pool);
        dispatcher.open();

        IntStream.range(0, 4)
                .parallel()
                .forEach(teller -> events(teller * 100 + 1, teller * 100 + 100).forEach(dispatcher));

        assertThat(dispatcher.drain(PATIENCE)).isTrue();
        assertThat(heard).hasSize(400);
        for (int teller = 0; teller < 4; teller++) {
            List<LeafEvent> own = events(teller * 100 + 1, teller * 100 + 100);
            assertThat(heard.stream().filter(own::contains).toList()).isEqualTo(own);
        }
    }

    /** The thread that drains waits for a delivery that then finds no thread. */
    @Test
    void drainEndsWhereNoThreadIsToBeHadAndSaysThatEventsAreLeft() {
        CompletableFuture<Boolean> isDrained = new CompletableFuture<>();
        AtomicReference<EventDispatcher> made = new AtomicReference<>();
        EventDispatcher dispatcher = opened(heard::add, delivery -> {
            EventDispatcher itself = Objects.requireNonNull(made.get());
            Thread draining = new Thread(() -> isDrained.complete(itself.drain(PATIENCE)));
            draining.setDaemon(true);
            draining.start();
            await().until(() -> isDrained.isDone() || draining.getState() == Thread.State.TIMED_WAITING);
            throw new RejectedExecutionException("no thread");
        });
        made.set(dispatcher);

        dispatcher.accept(event(1));

        assertThat(isDrained).succeedsWithin(Duration.ofSeconds(40)).isEqualTo(false);
        assertThat(heard).isEmpty();
    }

    @Test
    void whatHappensBeforeTheOpeningIsDeliveredFirst() {
        EventDispatcher dispatcher = new EventDispatcher(heard::add, thread, 5);
        dispatcher.accept(event(1));
        assertThat(thread.queued()).isZero();

        dispatcher.open();
        assertThat(thread.queued()).as("handed over by the opening").isEqualTo(1);
        dispatcher.accept(event(2));
        thread.runAll();

        assertThat(heard).isEqualTo(events(1, 2));
    }

    @Test
    void theOldestIsDroppedWhenTooManyWait() {
        EventDispatcher dispatcher = opened(heard::add, thread);

        events(1, 8).forEach(dispatcher);
        thread.runAll();

        assertThat(heard).isEqualTo(events(4, 8));
    }

    @Test
    void lossIsWarnedOfOnceUntilTheListenerHasCaughtUp() {
        EventDispatcher dispatcher = opened(heard::add, thread);
        try (CapturedLog log = new CapturedLog("io.leafid.concurrent")) {
            events(1, 8).forEach(dispatcher);
            assertThat(log.warnings()).singleElement().asString().contains("fall behind: 5 events wait");

            thread.runAll();
            events(1, 7).forEach(dispatcher);
            assertThat(log.warnings()).hasSize(2);
        }
    }

    @Test
    void guardedListenerMayThrow() {
        Consumer<LeafEvent> guarded = EventDispatcher.guarded(event -> {
            heard.add(event);
            throw new IllegalStateException("of the listener");
        });

        assertThatNoException().isThrownBy(() -> guarded.accept(event(1)));
        assertThat(heard).isEqualTo(events(1, 1));
    }

    @Test
    void drainingTriesAgainWhereThereWasNoThread() {
        boolean[] fails = {true};
        EventDispatcher dispatcher = opened(heard::add, task -> {
            if (fails[0]) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            task.run();
        });
        dispatcher.accept(event(1));
        assertThat(dispatcher.drain(PATIENCE)).as("one event waits").isFalse();

        fails[0] = false;
        assertThat(dispatcher.drain(PATIENCE)).isTrue();
        assertThat(heard).isEqualTo(events(1, 1));
    }

    @Test
    void interruptEndsTheDrainingAndStaysSet() {
        EventDispatcher dispatcher = opened(heard::add, thread);
        dispatcher.accept(event(1));
        Thread.currentThread().interrupt();

        assertThat(dispatcher.drain(PATIENCE)).isFalse();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void endSaysHowManyEventsWereNotDelivered() {
        try (CapturedLog log = new CapturedLog("io.leafid.concurrent")) {
            EventDispatcher neverOpened = new EventDispatcher(heard::add, thread, 5);
            neverOpened.accept(event(1));
            neverOpened.close();
            opened(heard::add, thread).close();
            assertThat(log.warnings()).isEmpty();

            EventDispatcher dispatcher = opened(heard::add, thread);
            events(1, 2).forEach(dispatcher);
            dispatcher.close();
            assertThat(log.warnings()).singleElement().asString().startsWith("2 events were not delivered");
        }
    }

    @Test
    void listenerThatThrowsHearsOfTheNextEvent() {
        EventDispatcher dispatcher = opened(
                event -> {
                    heard.add(event);
                    throw new OutOfMemoryError("of the listener");
                },
                thread);

        events(1, 2).forEach(dispatcher);
        thread.runAll();

        assertThat(heard).isEqualTo(events(1, 2));
    }

    @Test
    void threadThatCannotBeMadeOnceDelaysTheEventsToTheNextOne() {
        boolean[] fails = {true};
        EventDispatcher dispatcher = opened(heard::add, task -> {
            if (fails[0]) {
                fails[0] = false;
                throw new OutOfMemoryError("unable to create native thread");
            }
            thread.execute(task);
        });

        assertThatNoException().isThrownBy(() -> dispatcher.accept(event(1)));
        dispatcher.accept(event(2));
        thread.runAll();

        assertThat(heard).isEqualTo(events(1, 2));
    }

    @Test
    void drainingWaitsNoLongerThanAskedFor() {
        CountDownLatch release = new CountDownLatch(1);
        EventDispatcher dispatcher = opened(event -> uninterrupted(release), pool);
        dispatcher.accept(event(1));

        assertThat(dispatcher.drain(Duration.ofMillis(50))).isFalse();

        release.countDown();
        assertThat(dispatcher.drain(PATIENCE)).isTrue();
    }

    @Test
    void listenerThatClosesTheContextDoesNotWaitForItself() {
        EventDispatcher[] dispatcher = new EventDispatcher[1];
        dispatcher[0] = new EventDispatcher(
                event -> {
                    heard.add(event);
                    assertThat(dispatcher[0].drain(PATIENCE)).isFalse();
                    dispatcher[0].close();
                },
                pool,
                5);
        dispatcher[0].accept(event(1));
        dispatcher[0].accept(event(2));
        long began = System.nanoTime();

        dispatcher[0].open();

        assertThat(dispatcher[0].drain(PATIENCE)).isTrue();
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(PATIENCE.dividedBy(2));
        assertThat(heard).isEqualTo(events(1, 1));
    }

    @Test
    void nothingIsDeliveredAfterTheEnd() {
        EventDispatcher dispatcher = opened(heard::add, thread);
        dispatcher.close();

        dispatcher.accept(event(1));
        thread.runAll();

        assertThat(heard).isEmpty();
    }

    private static void uninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
