package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.leafid.IdSequence;
import io.leafid.SegmentUnavailableException;
import io.leafid.UnknownTagException;
import io.leafid.concurrent.Availability;
import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.segment.status.SegmentTagStatus;
import io.leafid.segment.store.ForwardingSegmentStore;
import io.leafid.segment.store.SegmentStore;
import io.leafid.segment.store.TagRow;
import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.time.BackOff;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which tags there are, and how that changes at run time. */
@Timeout(300)
class SegmentTagsTest {

    private static final Duration REFRESH = SegmentSettings.DEFAULT.refreshInterval();

    private final ManualGenerator leaf = new ManualGenerator().row("order", 1, 10);

    @ParameterizedTest
    @CsvSource({
        "oder, true",
        "Order, true",
        "orders, true",
        "odrer, true",
        "o'rder, true",
        "payment, false",
        "or, false"
    })
    void aMistypedTagIsToldTheNearestOne(String tag, boolean isNear) {
        leaf.start();

        assertThatExceptionOfType(UnknownTagException.class)
                .isThrownBy(() -> leaf.nextId(tag))
                .satisfies(ex -> assertThat(String.valueOf(ex.getMessage()).endsWith("; the nearest tag is 'order'"))
                        .isEqualTo(isNear));
    }

    @Test
    void anUnknownTagIsNamedTogetherWithTheRemedy() {
        leaf.start();

        assertThatExceptionOfType(UnknownTagException.class)
                .isThrownBy(() -> leaf.nextId("missing"))
                .withMessage(
                        "tag 'missing' has no row in the segment table; INSERT INTO leaf_alloc (biz_tag, max_id, step)"
                                + " VALUES ('missing', 1, 1000) adds it, and so does its first use with"
                                + " segment.auto-create.enabled=true")
                .satisfies(ex -> assertThat(ex.tag()).isEqualTo("missing"));
        assertThatExceptionOfType(UnknownTagException.class)
                .isThrownBy(() -> leaf.generator().sequence("missing"));
        assertThatExceptionOfType(UnknownTagException.class).isThrownBy(() -> leaf.nextIds("missing", 3));
    }

    @Test
    void aNewTagIsUsableAtOnce() {
        leaf.start();
        leaf.store.put("fresh", 77, 10);

        assertThat(leaf.nextId("fresh")).isEqualTo(77);
    }

    @Test
    void aTagThatWasAskedForTooEarlyIsUsableSoonAfterItsRowAppears() {
        leaf.start();
        assertUnknown("fresh");
        leaf.store.put("fresh", 77, 10);
        assertUnknown("fresh");
        leaf.time.advance(TagLookups.UNKNOWN_FOR);

        assertThat(leaf.nextId("fresh")).isEqualTo(77);
    }

    @Test
    void unknownTagsAreAnsweredFromMemoryForAWhile() {
        leaf.start();
        int before = leaf.store.calls();
        for (int i = 0; i < 1_000; i++) {
            assertUnknown("missing");
        }
        assertThat(leaf.store.calls() - before).isEqualTo(1);

        leaf.time.advance(TagLookups.UNKNOWN_FOR);
        assertUnknown("missing");
        assertThat(leaf.store.calls() - before).isEqualTo(2);
    }

    @Test
    void aFailedLookupIsNotRepeatedAtOnceAndNotMistakenForAnUnknownTag() {
        leaf.start();
        leaf.store.goDown();
        int before = leaf.store.calls();
        for (int i = 0; i < 100; i++) {
            assertThatExceptionOfType(SegmentUnavailableException.class)
                    .isThrownBy(() -> leaf.nextId("fresh"))
                    .withMessage("tag 'fresh' could not be looked up: scripted outage");
        }
        assertThat(leaf.store.calls() - before).isEqualTo(1);

        leaf.store.comeUp();
        leaf.store.put("fresh", 77, 10);
        leaf.time.advance(TagLookups.FAILED_FOR);
        assertThat(leaf.nextId("fresh")).isEqualTo(77);
    }

    @Test
    void aRefusalShowsThatTheStoreAnswers() {
        InMemorySegmentStore memory = new InMemorySegmentStore();
        ManualGenerator other = new ManualGenerator(new ForwardingSegmentStore(memory) {
            @Override
            public Optional<TagRow> find(String tag) {
                if (tag.equals("refused")) {
                    throw new SegmentUnavailableException("no tag is added", null);
                }
                return super.find(tag);
            }
        });
        other.start();
        memory.goDown();
        assertThatExceptionOfType(SegmentUnavailableException.class).isThrownBy(() -> other.nextId("fresh"));
        assertThat(other.generator().storeStatus().state()).isEqualTo(Availability.State.DOWN);

        assertThatExceptionOfType(SegmentUnavailableException.class).isThrownBy(() -> other.nextId("refused"));

        assertThat(other.generator().storeStatus().state()).isEqualTo(Availability.State.UP);
    }

    @Test
    void aLookupThatHangsIsAskedAgainAfterTheLoadTimeout() {
        leaf.start();
        leaf.store.put("fresh", 77, 10);
        leaf.lookups.defer();
        assertThatThrownBy(() -> leaf.nextId("fresh"))
                .hasMessage("tag 'fresh' could not be looked up within 0 seconds: the store has not answered");
        assertThatThrownBy(() -> leaf.nextId("fresh")).isInstanceOf(SegmentUnavailableException.class);
        assertThat(leaf.lookups.queued()).as("one lookup for both").isEqualTo(1);

        leaf.time.advance(AllocationSettings.DEFAULT.loadTimeout());
        leaf.lookups.runAtOnce();
        assertThat(leaf.nextId("fresh")).isEqualTo(77);
    }

    @Test
    void aTagIsNotDeadAfterItsLookupWasRejectedOrItsDriverLackedAClass() {
        leaf.start();
        leaf.store.put("fresh", 77, 10);
        leaf.lookups.refuseWith(() -> {
            throw new RejectedExecutionException("pool is full");
        });
        assertThatThrownBy(() -> leaf.nextId("fresh")).hasMessageContaining("pool is full");
        leaf.lookups.refuseNothing();
        leaf.hooks.beforeFind(tag -> {
            throw new NoClassDefFoundError("io/netty/channel/epoll/Epoll");
        });
        leaf.time.advance(TagLookups.FAILED_FOR);
        assertThatThrownBy(() -> leaf.nextId("fresh")).hasMessageContaining("io/netty/channel/epoll/Epoll");

        leaf.hooks.beforeFind(tag -> {});
        leaf.time.advance(TagLookups.FAILED_FOR);
        assertThat(leaf.nextId("fresh")).isEqualTo(77);
    }

    @Test
    void aFloodOfRubbishTagsHoldsUpNeitherMemoryNorAllocations() {
        leaf.start();
        leaf.lookups.defer();
        for (int i = 0; i < 3 * TagLookups.MAX_LOOKUPS; i++) {
            String tag = "rubbish-" + i;
            assertThatThrownBy(() -> leaf.nextId(tag)).isInstanceOf(SegmentUnavailableException.class);
        }
        assertThat(leaf.lookups.queued()).isEqualTo(TagLookups.MAX_LOOKUPS);
        assertThat(leaf.nextId("order")).isEqualTo(1);

        leaf.time.advance(AllocationSettings.DEFAULT.loadTimeout());
        int before = leaf.store.calls();
        leaf.lookups.runAll();
        assertThat(leaf.store.calls()).as("no caller waits for these any more").isEqualTo(before);
        leaf.lookups.runAtOnce();
        assertUnknown("rubbish-0");
    }

    @Test
    void aMissingTagIsCreatedOnFirstUseIfAllowed() {
        leaf.with(settings -> settings.autoCreate(50, 1_000)).start();

        assertThat(leaf.nextId("fresh")).isEqualTo(1_000);
        assertThat(leaf.store.maxId("fresh")).isEqualTo(1_050);
        assertThat(leaf.nextId("order"))
                .as("rows that are there are left alone")
                .isEqualTo(1);
    }

    /** As an id service that lets its clients add none: it has answered, and it serves all other tags. */
    @Test
    void storeThatLetsNoTagBeAddedIsNotAway() {
        InMemorySegmentStore memory = new InMemorySegmentStore().put("order", 1, 10);
        ManualGenerator client = new ManualGenerator(new ForwardingSegmentStore(memory) {
            @Override
            public boolean create(String tag, int step, long initialId) {
                throw new SegmentUnavailableException("clients of this service may not add tags", null);
            }
        });
        client.with(settings -> settings.autoCreate(50, 1_000)).start();

        assertThatExceptionOfType(SegmentUnavailableException.class)
                .isThrownBy(() -> client.nextId("fresh"))
                .withMessage("clients of this service may not add tags");
        assertThat(client.generator().storeStatus().state()).isEqualTo(Availability.State.UP);
        assertThat(client.events).isEmpty();
    }

    /** Inserting it would fail, where the table takes the row of another spelling for the same. */
    @Test
    void reasonOfTheStoreWhyATagIsUnknownIsToldAsItIs() {
        leaf.hooks.beforeFind(tag -> {
            throw new UnknownTagException(tag, "tag 'Order' is spelt 'order'", null);
        });
        leaf.start();

        assertThatExceptionOfType(UnknownTagException.class)
                .isThrownBy(() -> leaf.nextId("Order"))
                .withMessage("tag 'Order' is spelt 'order'");
        assertThat(leaf.generator().storeStatus().state()).isEqualTo(Availability.State.UP);
    }

    @Test
    void aTagWhoseRowIsDeletedWhileACallWaitsIsNotCreatedAnewForACallerThatMayNotCreate() {
        leaf.with(settings -> settings.autoCreate(50, 1_000)).start();
        leaf.hooks.afterAllocation((tag, grant) -> {
            leaf.store.remove("order");
            leaf.time.advance(REFRESH.multipliedBy(2));
            return grant;
        });

        assertThatExceptionOfType(UnknownTagException.class)
                .isThrownBy(() -> leaf.generator().nextIdsOfExisting("order", 1));
        assertThat(leaf.store.find("order")).isEmpty();

        leaf.hooks.afterAllocation((tag, grant) -> grant);
        assertThat(leaf.nextId("order")).as("the application's own call").isEqualTo(1_000);
    }

    @Test
    void aTagThatAnotherNodeCreatesAtTheSameMomentIsTakenAsItIs() {
        leaf.with(settings -> settings.autoCreate(50, 1_000)).start();
        leaf.hooks.beforeFind(tag -> {
            leaf.hooks.beforeFind(other -> leaf.store.put(other, 5_000, 10));
            leaf.store.remove(tag);
        });
        assertThat(leaf.nextId("fresh")).isEqualTo(5_000);
    }

    @Test
    void aTagThatIsAddedIsKnownAfterTheRefreshInterval() {
        leaf.start();
        leaf.store.put("fresh", 1, 10);
        leaf.time.advance(REFRESH);

        assertThat(leaf.generator().status()).extracting(SegmentTagStatus::tag).containsExactly("fresh", "order");
    }

    @Test
    void aTagThatIsRemovedIsRefusedAfterTheRefreshIntervalAndItsReserveIsDropped() {
        leaf.start();
        leaf.nextId("order");
        IdSequence sequence = leaf.generator().sequence("order");
        leaf.store.remove("order");
        assertThat(leaf.nextId("order"))
                .as("until then it is served from what is reserved")
                .isEqualTo(2);
        leaf.time.advance(REFRESH);

        assertUnknown("order");
        assertThatExceptionOfType(UnknownTagException.class).isThrownBy(sequence::next);
        assertThat(leaf.generator().status()).isEmpty();
        assertThat(leaf.generator().status("order")).isEmpty();
    }

    @Test
    void anAllocationThatEndsAfterItsTagWasRemovedBringsNothingBack() {
        leaf.with(settings -> settings.loadTimeout(REFRESH.multipliedBy(2))).start();
        leaf.hooks.afterAllocation((tag, grant) -> {
            leaf.store.remove(tag);
            leaf.time.advance(REFRESH);
            return grant;
        });

        assertUnknown("order");
        assertUnknown("order");
        assertThat(leaf.store.committed()).hasSize(1);
    }

    @Test
    void aSequenceWorksAgainWhenItsTagComesBack() {
        leaf.start();
        IdSequence sequence = leaf.generator().sequence("order");
        assertThat(sequence.next()).isEqualTo(1);
        leaf.store.remove("order");
        leaf.time.advance(REFRESH);
        leaf.store.put("order", 1_000, 10);
        leaf.time.advance(REFRESH);

        assertThat(sequence.next()).isEqualTo(1_000);
        assertThat(leaf.nextId("order")).isEqualTo(1_001);
        assertThat(leaf.status("order").traffic().issued()).isEqualTo(3);
    }

    @Test
    void aTagThatComesBackBetweenTwoRefreshesIsUsableAtOnce() {
        leaf.start();
        leaf.nextId("order");
        leaf.store.remove("order");
        leaf.time.advance(REFRESH);
        leaf.store.put("order", 1_000, 10);

        assertThat(leaf.nextId("order")).isEqualTo(1_000);
    }

    @Test
    void anEmptiedTableRetiresEveryTag() {
        leaf.row("user", 1, 10).start();
        leaf.nextId("order");
        leaf.store.remove("order");
        leaf.store.remove("user");
        leaf.time.advance(REFRESH);

        assertThat(leaf.generator().status()).isEmpty();
        assertUnknown("order");
        assertUnknown("user");
    }

    @Test
    void aFailedRefreshRetiresNothing() {
        leaf.start();
        leaf.nextId("order");
        leaf.store.goDown();
        leaf.time.advance(REFRESH.multipliedBy(3));

        assertThat(leaf.nextId("order")).isEqualTo(2);
        assertThat(leaf.generator().status()).hasSize(1);
    }

    @Test
    void aFailedRefreshIsAnOutageAndIsTriedAgainSoonUntilItSucceeds() {
        leaf.start();
        leaf.store.goDown();
        leaf.time.advance(REFRESH);
        assertThat(leaf.generator().storeStatus().state()).isEqualTo(Availability.State.DOWN);

        leaf.store.comeUp();
        leaf.time.advance(BackOff.LONGEST);
        assertThat(leaf.generator().storeStatus().state()).isEqualTo(Availability.State.UP);
        int calls = leaf.store.calls();
        leaf.time.advance(REFRESH);
        assertThat(leaf.store.calls() - calls).as("in a whole interval").isEqualTo(1);
    }

    @Test
    void tagThatIsRemovedIsRefusedHoweverLongTheGeneratorHasRun() {
        leaf.start();
        for (int round = 0; round < 3; round++) {
            leaf.time.advance(REFRESH.multipliedBy(3));
            String tag = "fresh-" + round;
            leaf.store.put(tag, 1, 10);
            assertThat(leaf.nextId(tag)).isEqualTo(1);
            leaf.store.remove(tag);
            leaf.time.advance(REFRESH.multipliedBy(2));
            assertUnknown(tag);
        }
    }

    @Test
    void aTagFoundWhileARefreshWasUnderWayIsNotMistakenForRemoved() {
        leaf.start();
        leaf.hooks.beforeFind(tag -> leaf.store.put("fresh", 1, 10));
        leaf.hooks.beforeFindAll(() -> leaf.time.advance(Duration.ofMillis(1)));
        SegmentStore answersLate = leaf.hooks;
        leaf.loader.defer();
        leaf.time.advance(REFRESH);
        leaf.hooks.beforeFindAll(() -> {
            leaf.hooks.beforeFindAll(() -> {});
            answersLate.findAll();
            leaf.loader.runAtOnce(); // and no time has passed: what was found in this moment counts as found meanwhile
            assertThat(leaf.nextId("fresh")).isEqualTo(1);
            leaf.store.remove("fresh"); // so that the answer of this refresh lacks it
        });
        leaf.loader.runNext();

        assertThat(leaf.nextId("fresh")).isEqualTo(2);
    }

    @Test
    void aRefreshIsOneQueryHoweverManyTagsThereAre() {
        for (int i = 0; i < 1_000; i++) {
            leaf.row("tag-" + i, 1, 10);
        }
        leaf.start();
        int before = leaf.store.calls();
        leaf.time.advance(REFRESH);

        assertThat(leaf.store.calls() - before).isEqualTo(1);
        assertThat(leaf.generator().status()).hasSize(1_001);
    }

    @Test
    void aRowThatCannotBeUsedIsReportedOnceAndNeverServed() {
        leaf.row("bad", 1, 0);
        try (LogCapture log = LogCapture.of(TagRegistry.class)) {
            leaf.start();
            leaf.store.put("bad", 2, 0);
            leaf.time.advance(REFRESH.multipliedBy(3));

            assertThat(log.events())
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .containsExactly("row 'bad' cannot be used: max_id=1 (0 or more), step=0 (1 to 2147483647);"
                            + " correct it by SQL");
        }
        assertThatExceptionOfType(SegmentUnavailableException.class)
                .isThrownBy(() -> leaf.nextId("bad"))
                .withMessage("row 'bad' cannot be used: max_id=2 (0 or more), step=0 (1 to 2147483647);"
                        + " correct it by SQL");
        assertThat(leaf.store.maxId("bad")).isEqualTo(2);

        leaf.store.put("bad", 2, 5);
        leaf.time.advance(TagLookups.FAILED_FOR);
        assertThat(leaf.nextId("bad")).isEqualTo(2);
    }

    @Test
    void aRowThatIsSpoiltAgainIsReportedAgain() {
        leaf.row("bad", 1, 0);
        try (LogCapture log = LogCapture.of(TagRegistry.class)) {
            leaf.start();
            leaf.store.put("bad", 1, 5);
            leaf.time.advance(REFRESH);
            leaf.store.put("bad", 1, 0);
            leaf.time.advance(REFRESH);

            assertThat(log.events()).hasSize(2);
        }
    }

    @Test
    void aRowWhoseTagIsNotLegalIsReportedAsThat() {
        leaf.row("bad ", 1, 10);
        try (LogCapture log = LogCapture.of(TagRegistry.class)) {
            leaf.start();

            assertThat(log.events())
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .containsExactly(
                            "row 'bad ' cannot be used: a biz_tag has 1 to 128 characters, no control characters and"
                                    + " no space at either end; correct it by SQL");
        }
    }

    private void assertUnknown(String tag) {
        assertThatExceptionOfType(UnknownTagException.class).isThrownBy(() -> leaf.nextId(tag));
    }
}
