package io.leafid.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.leafid.LeafEvent;
import io.leafid.testing.CapturedLog;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How events reach a listener that may be slow, broken or in a hurry. */
class EventDispatcherTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final List<LeafEvent> heard = new CopyOnWriteArrayList<>();
    private final CountDownLatch listening = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    /** Hangs on its first event until it is released. */
    private final EventDispatcher dispatcher = new EventDispatcher(event -> {
        listening.countDown();
        uninterrupted(release);
        heard.add(event);
    });

    @AfterEach
    void end() {
        release.countDown();
        dispatcher.drain(PATIENCE);
        dispatcher.close();
    }

    private static LeafEvent event(int number) {
        return new LeafEvent.SegmentStoreDown(Instant.ofEpochMilli(number), "reason " + number);
    }

    private static List<LeafEvent> events(int first, int last) {
        return IntStream.rangeClosed(first, last)
                .mapToObj(EventDispatcherTest::event)
                .toList();
    }

    @Test
    void thoseWhoTellDoNotWaitForTheListener() {
        dispatcher.open();

        events(1, 3).forEach(dispatcher); // returns although the first is not delivered yet

        assertThat(heard).isEmpty();
        release.countDown();
        dispatcher.drain(PATIENCE);
        assertThat(heard).isEqualTo(events(1, 3));
    }

    @Test
    void eventsOfManyTellersAreEachDeliveredOnceAndInTheirOrder() {
        release.countDown();
        dispatcher.open();

        IntStream.range(0, 4)
                .parallel()
                .forEach(teller -> events(teller * 100 + 1, teller * 100 + 100).forEach(dispatcher));

        dispatcher.drain(PATIENCE);
        assertThat(heard).hasSize(400);
        for (int teller = 0; teller < 4; teller++) {
            List<LeafEvent> own = events(teller * 100 + 1, teller * 100 + 100);
            assertThat(heard.stream().filter(own::contains).toList()).isEqualTo(own);
        }
    }

    @Test
    void whatHappensBeforeTheOpeningIsDeliveredFirst() {
        release.countDown();
        dispatcher.accept(event(1));
        assertThat(heard).isEmpty();

        dispatcher.open();
        dispatcher.accept(event(2));
        dispatcher.drain(PATIENCE);

        assertThat(heard).isEqualTo(events(1, 2));
    }

    @Test
    void theOldestAreDroppedWhenTooManyWaitAndOneWarningSaysSo() throws InterruptedException {
        dispatcher.open();
        dispatcher.accept(event(1));
        listening.await();
        try (CapturedLog log = new CapturedLog("io.leafid.concurrent")) {
            events(2, EventDispatcher.CAPACITY + 4).forEach(dispatcher);
            assertThat(log.warnings()).singleElement().asString().contains("fall behind: 1000 events wait");
        }
        release.countDown();
        dispatcher.drain(PATIENCE);

        assertThat(heard).hasSize(EventDispatcher.CAPACITY + 1).startsWith(event(1), event(5));
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
    void interruptEndsTheDrainingAndStaysSet() {
        dispatcher.open();
        dispatcher.accept(event(1));
        Thread.currentThread().interrupt();

        dispatcher.drain(PATIENCE);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(heard).isEmpty();
    }

    @Test
    void drainingWaitsNoLongerThanAskedFor() {
        dispatcher.open();
        dispatcher.accept(event(1));

        dispatcher.drain(Duration.ofMillis(50));

        assertThat(heard).isEmpty();
    }

    @Test
    void endSaysHowManyEventsWereNotDelivered() throws InterruptedException {
        try (CapturedLog log = new CapturedLog("io.leafid.concurrent")) {
            EventDispatcher neverOpened = new EventDispatcher(heard::add);
            neverOpened.accept(event(1));
            neverOpened.close();
            assertThat(log.warnings()).isEmpty();

            dispatcher.open();
            dispatcher.accept(event(1));
            listening.await();
            events(2, 3).forEach(dispatcher);
            dispatcher.close();
            dispatcher.accept(event(4));
            assertThat(log.warnings()).singleElement().asString().startsWith("2 events were not delivered");
        }
    }

    @Test
    void listenerThatEndsTheContextDoesNotWaitForItself() throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(1);
        EventDispatcher[] own = new EventDispatcher[1];
        own[0] = new EventDispatcher(event -> {
            own[0].drain(Duration.ofDays(1));
            own[0].close();
            ended.countDown();
        });
        own[0].open();

        own[0].accept(event(1));

        ended.await();
    }

    private static void uninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
