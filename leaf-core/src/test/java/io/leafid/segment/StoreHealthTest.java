package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leafid.LeafEvent;
import io.leafid.SegmentUnavailableException;
import io.leafid.concurrent.Availability;
import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.segment.buffer.StoreHealth;
import io.leafid.segment.status.LastAllocation;
import io.leafid.segment.store.RefusedForNowException;
import io.leafid.testing.CapturedLog;
import io.leafid.time.BackOff;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an operator hears about the store. */
@Timeout(300)
class StoreHealthTest {

    private final ManualGenerator leaf =
            new ManualGenerator().row("order", 1, 10).with(settings -> settings.maxStep(10));

    @Test
    void nothingIsKnownBeforeTheFirstCall() {
        assertThat(leaf.generator().storeStatus()).isEqualTo(Availability.Status.UNKNOWN);
    }

    @Test
    void aStoreThatAnswersFromTheBeginningIsNoEvent() {
        leaf.start();
        leaf.nextIds("order", 5_000);

        assertThat(leaf.generator().storeStatus().state()).isEqualTo(Availability.State.UP);
        assertThat(leaf.events).isEmpty();
    }

    @Test
    void eachChangeIsAnnouncedOnceNotOncePerCall() {
        leaf.start();
        leaf.nextId("order");
        Instant before = leaf.time.now();
        outage(Duration.ofSeconds(30));
        leaf.store.comeUp();
        leaf.time.advance(BackOff.LONGEST);
        leaf.nextId("order");

        assertThat(leaf.events(LeafEvent.SegmentStoreDown.class))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.reason()).isEqualTo("scripted outage");
                    assertThat(event.at()).isBetween(before, before.plusSeconds(1));
                });
        assertThat(leaf.events(LeafEvent.SegmentStoreUp.class))
                .singleElement()
                .satisfies(
                        event -> assertThat(event.outage()).isBetween(Duration.ofSeconds(29), Duration.ofSeconds(36)));
    }

    /** Some drivers and wrappers make such: a list of all of it would take all memory. */
    @Test
    void failureWhoseCausesEndInThemselvesIsOneLikeOthers() {
        IllegalStateException one = new IllegalStateException("one went wrong");
        one.initCause(new IllegalStateException("the other went wrong", one));
        StoreHealth health = new StoreHealth("", leaf.time, event -> {});
        failed(health, new TimeoutException("the store has not answered within 5 seconds"));

        health.learned(one);

        assertThat(health.status().reason()).endsWith("went wrong");
    }

    @Test
    void whatTheDatabaseSaysLaterReplacesATimeoutButNotTheOtherWayRound() {
        StoreHealth health = new StoreHealth("", leaf.time, event -> {});
        failed(health, new TimeoutException("the store has not answered within 5 seconds"));
        Instant since = health.status().since();
        failed(health, new IllegalStateException(new SQLException("Access denied for user 'shop'")));
        failed(health, new TimeoutException("the store has not answered within 5 seconds"));
        failed(health, new IllegalStateException(new SQLTransientConnectionException("timed out")));

        assertThat(health.status().reason()).isEqualTo("Access denied for user 'shop'");
        assertThat(health.status().since()).isEqualTo(since);

        health.succeeded();
        health.learned(new SQLException("late news of an outage that is over"));
        assertThat(health.status().state()).isEqualTo(Availability.State.UP);
    }

    @Test
    void reasonOfAnIdServiceIsTheLatestOneToo() {
        StoreHealth health = new StoreHealth("", leaf.time, event -> {});
        failed(health, new IllegalStateException("no instance has answered: connection refused"));
        failed(health, new IllegalStateException("no instance has answered: HTTP status 503"));

        assertThat(health.status().reason()).isEqualTo("no instance has answered: HTTP status 503");
    }

    @Test
    void lockedRowReplacesTheReasonOfAnOutageThatIsOver() {
        StoreHealth health = new StoreHealth("", leaf.time, event -> {});
        failed(health, new SQLException("Connection refused by the host"));
        failed(health, new IllegalStateException(new SQLTimeoutException("Query execution was interrupted")));

        assertThat(health.status().reason()).isEqualTo("Query execution was interrupted");
    }

    @Test
    void rowThatCannotBeUsedIsAMatterOfItsTagAlone() {
        leaf.row("bad", 1, 10).start();
        leaf.nextIds("bad", 20);
        leaf.store.put("bad", -5, 10);
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> leaf.nextIds("bad", 50))
                    .isInstanceOf(SegmentUnavailableException.class)
                    .hasMessageContaining("max_id=-5");
            leaf.nextIds("order", 20);
            leaf.time.advance(BackOff.LONGEST);
        }

        assertThat(leaf.events(LeafEvent.SegmentStoreDown.class)).isEmpty();
        assertThat(leaf.generator().storeStatus().state()).isEqualTo(Availability.State.UP);
    }

    @Test
    void storeWithoutANameIsCalledWhatItIs() {
        assertThat(new StoreHealth("", leaf.time, event -> {}).name()).isEqualTo("the store of segments");
        assertThat(new StoreHealth("b", leaf.time, event -> {}).name()).isEqualTo("database 'b'");
    }

    @Test
    void reasonThatComesAfterTheTimeOutIsStillHeardOf() {
        leaf.start();
        leaf.hooks.beforeAllocation(tag -> {
            leaf.time.advance(AllocationSettings.DEFAULT.loadTimeout());
            throw new IllegalStateException(new SQLException("Access denied"));
        });
        assertThatThrownBy(() -> leaf.nextId("order")).isInstanceOf(SegmentUnavailableException.class);

        assertThat(leaf.generator().storeStatus().reason()).isEqualTo("Access denied");
    }

    @Test
    void everyOutageIsAnnounced() {
        leaf.start();
        for (int i = 0; i < 3; i++) {
            leaf.nextIds("order", 20);
            outage(Duration.ofSeconds(10));
            leaf.store.comeUp();
            leaf.time.advance(SegmentSettings.DEFAULT.refreshInterval());
        }
        assertThat(leaf.events(LeafEvent.SegmentStoreDown.class)).hasSize(3);
        assertThat(leaf.events(LeafEvent.SegmentStoreUp.class)).hasSize(3);
    }

    /** As of an id service whose rate of the tag is used up. */
    @Test
    void refusalOfTheMomentIsAnAnswerAndTheNextAttemptMaySucceed() {
        leaf.start();
        leaf.hooks.beforeAllocation(tag -> {
            throw new RefusedForNowException("the rate of tag '" + tag + "' is used up");
        });
        try (CapturedLog log = new CapturedLog("io.leafid.segment")) {
            assertThatThrownBy(() -> leaf.nextId("order"))
                    .isInstanceOf(SegmentUnavailableException.class)
                    .hasMessageContaining("the rate of tag 'order' is used up");
            assertThat(log.warnings()).isEmpty();
        }

        assertThat(leaf.generator().storeStatus().state()).isEqualTo(Availability.State.UP);
        assertThat(leaf.events).isEmpty();
        assertThat(leaf.status("order").allocations().last())
                .satisfies(last -> assertThat(last.outcome()).isEqualTo(LastAllocation.Outcome.LIMITED));
        assertThat(leaf.status("order").allocations().totals().limits()).isEqualTo(1);
        leaf.hooks.beforeAllocation(tag -> {});
        leaf.time.advance(BackOff.LONGEST);
        assertThat(leaf.nextId("order")).isEqualTo(1);
    }

    /** The answer tells of a store that was away that it is back. */
    @Test
    void refusalOfTheMomentEndsAnOutage() {
        StoreHealth health = new StoreHealth("", leaf.time, event -> {});
        failed(health, new TimeoutException("the store has not answered within 5 seconds"));
        failed(health, new RefusedForNowException("the rate is used up"));

        assertThat(health.status().state()).isEqualTo(Availability.State.UP);
    }

    @Test
    void anAnswerThatThereIsNoSuchRowIsNoOutage() {
        leaf.start();
        assertThatThrownBy(() -> leaf.nextId("missing"));
        leaf.store.remove("order");
        assertThatThrownBy(() -> leaf.nextId("order"));

        assertThat(leaf.generator().storeStatus().state()).isEqualTo(Availability.State.UP);
        assertThat(leaf.events).isEmpty();
    }

    @Test
    void anAllocationThatHangsIsAnOutageAndItsLateAnswerNoRecovery() {
        leaf.start();
        leaf.hooks.beforeAllocation(tag -> leaf.time.advance(AllocationSettings.DEFAULT.loadTimeout()));
        assertThatThrownBy(() -> leaf.nextId("order")).isInstanceOf(SegmentUnavailableException.class);

        assertThat(leaf.generator().storeStatus().state()).isEqualTo(Availability.State.DOWN);
        assertThat(leaf.events).hasExactlyElementsOfTypes(LeafEvent.SegmentStoreDown.class);
    }

    /** As one that waited for a connection of a pool while another got the first one after the outage. */
    @Test
    void failureOfACallThatBeganInAnOutageBeginsNoOtherOne() {
        List<LeafEvent> events = new ArrayList<>();
        StoreHealth health = new StoreHealth("", leaf.time, events::add);
        failed(health, new SQLException("Connection refused"));
        long beganInTheOutage = leaf.time.nanoTime();
        leaf.time.advance(Duration.ofMillis(500));
        health.succeeded();
        health.failed(new SQLTransientConnectionException("timed out"), beganInTheOutage);

        assertThat(health.status().state()).isEqualTo(Availability.State.UP);
        assertThat(events).hasExactlyElementsOfTypes(LeafEvent.SegmentStoreDown.class, LeafEvent.SegmentStoreUp.class);

        failed(health, new SQLException("Connection refused"));
        assertThat(health.status().state()).isEqualTo(Availability.State.DOWN);
    }

    @Test
    void aListenerThatThrowsDoesNoHarm() {
        AtomicInteger calls = new AtomicInteger();
        leaf.listener(event -> {
            if (calls.incrementAndGet() % 2 == 1) {
                throw new IllegalStateException("listener");
            }
            throw new AssertionError("listener");
        });
        leaf.start();
        leaf.nextId("order");
        for (int i = 0; i < 4; i++) {
            outage(Duration.ofSeconds(10));
            leaf.store.comeUp();
            leaf.time.advance(SegmentSettings.DEFAULT.refreshInterval());
            assertThat(leaf.nextIds("order", 1_500)).hasSize(1_500);
        }
        leaf.store.put("order", 1, 10);
        assertThatThrownBy(() -> leaf.nextIds("order", 1_000)).hasMessageContaining("was rewound");

        assertThat(calls.get()).isGreaterThan(8);
    }

    @Test
    void aListenerThatTakesItsTimeDoesNotKeepASegmentFromBeingServed() {
        leaf.listener(event -> {
            if (event instanceof LeafEvent.SegmentStoreUp) {
                leaf.time.advance(AllocationSettings.DEFAULT.loadTimeout());
                assertThat(leaf.nextId("order")).isEqualTo(1);
            }
        });
        leaf.start();
        leaf.store.goDown();
        assertThatThrownBy(() -> leaf.nextId("order")).isInstanceOf(SegmentUnavailableException.class);
        leaf.store.comeUp();
        leaf.time.advance(BackOff.LONGEST);

        assertThat(leaf.nextId("order")).isEqualTo(2);
        assertThat(leaf.store.committed()).hasSize(2);
    }

    @Test
    void eventsOfALateListenerComeInTheirOrder() {
        leaf.announcer.defer();
        leaf.start();
        leaf.nextId("order");
        outage(Duration.ofSeconds(10));
        leaf.store.comeUp();
        leaf.time.advance(SegmentSettings.DEFAULT.refreshInterval());
        assertThat(leaf.events).isEmpty();
        leaf.announcer.runAll();

        assertThat(leaf.events)
                .hasExactlyElementsOfTypes(LeafEvent.SegmentStoreDown.class, LeafEvent.SegmentStoreUp.class);
    }

    private void failed(StoreHealth health, Throwable failure) {
        health.failed(failure, leaf.time.nanoTime());
    }

    private void outage(Duration duration) {
        leaf.store.goDown();
        for (int i = 0; i < duration.toMillis() / 10; i++) {
            leaf.time.advance(Duration.ofMillis(10));
            try {
                leaf.nextId("order");
            } catch (SegmentUnavailableException ex) {
                assertThat(ex).hasMessageContaining("scripted outage");
            }
        }
    }
}
