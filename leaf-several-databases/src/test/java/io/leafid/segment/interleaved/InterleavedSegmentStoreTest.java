package io.leafid.segment.interleaved;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leafid.IdsExhaustedException;
import io.leafid.LeafEvent;
import io.leafid.SegmentUnavailableException;
import io.leafid.UnknownTagException;
import io.leafid.concurrent.Availability;
import io.leafid.segment.jdbc.SlotRefusedException;
import io.leafid.segment.jdbc.SlotRefusedException.Reason;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.TagRow;
import io.leafid.test.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Two databases in memory, and what holds whatever happens to one of them. */
class InterleavedSegmentStoreTest {

    private static final Duration LOAD_TIMEOUT = Duration.ofSeconds(8);

    private final ManualTime time = new ManualTime();
    private final List<LeafEvent> events = new ArrayList<>();
    private final LiftingStore a = new LiftingStore().with("order", 0, 10);
    private final LiftingStore b = new LiftingStore().with("order", 0, 10);
    private final InterleavedSegmentStore store = storeOf(4, database("a", 0, a), database("b", 1, b));

    private InterleavedSegmentStore storeOf(int slots, SlottedDatabase... databases) {
        return new InterleavedSegmentStore(
                List.of(databases),
                slots,
                new InterleavedSettings(LOAD_TIMEOUT, events::add, time, () -> 0.5, tag -> false));
    }

    private static SlottedDatabase database(String name, int slot, LiftingStore store) {
        return new SlottedDatabase(name, slot, store);
    }

    private int slotOf(AllocatedSegment range) {
        return (int) (range.first() % 4);
    }

    @Test
    void databasesGrantIdsOfTheirOwnSlotByTurnsAndEachRangeIsAboveTheOneBefore() {
        store.findAll();
        AllocatedSegment before = store.allocate("order", 10, 0);
        for (int i = 0; i < 20; i++) {
            AllocatedSegment range = store.allocate("order", 10, before.end());

            assertThat(range.stride()).isEqualTo(4);
            assertThat(range.size()).isEqualTo(10);
            assertThat(range.first()).isGreaterThanOrEqualTo(before.end()).isLessThan(before.end() + 8);
            assertThat(slotOf(range)).isEqualTo(1 - slotOf(before));
            before = range;
        }
    }

    @Test
    void databaseThatFailsIsLeftAloneForAWhileAndTriedAgainByOneCall() {
        store.findAll();
        b.memory.goDown();
        for (int i = 0; i < 5; i++) {
            assertThat(slotOf(store.allocate("order", 10, 0))).isZero();
        }
        int asked = b.memory.calls();
        store.allocate("order", 10, 0);

        assertThat(b.memory.calls()).as("it rests").isEqualTo(asked);
        assertThat(store.members().get(1).status().state()).isEqualTo(Availability.State.DOWN);
        assertThat(store.members().get(1).status().reason()).isEqualTo("scripted outage");
        assertThat(events).singleElement().isInstanceOf(LeafEvent.SegmentDatabaseDown.class);

        b.memory.comeUp();
        time.advance(Member.LONGEST_REST);
        assertThat(slotOf(store.allocate("order", 10, 0))).isEqualTo(1);
        assertThat(store.members().get(1).status().state()).isEqualTo(Availability.State.UP);
        assertThat(events).last().isInstanceOf(LeafEvent.SegmentDatabaseUp.class);
    }

    @Test
    void allDatabasesAwayAreNamedWithTheirReasonsAndTheFirstThatReturnsServesAtOnce() {
        store.findAll();
        a.memory.goDown();
        b.memory.goDown();

        assertThatIllegalStateException()
                .isThrownBy(() -> store.allocate("order", 10, 0))
                .withMessageContainingAll("'a' (slot 0 of 4): scripted outage", "'b' (slot 1 of 4): scripted outage");
        a.memory.comeUp();
        assertThat(slotOf(store.allocate("order", 10, 0))).isZero();
    }

    @Test
    void rowThatWasSetBackIsLeftAsItIsAndLeftOutUntilAnOperatorHasLiftedIt() {
        store.findAll();
        for (int i = 0; i < 6; i++) {
            store.allocate("order", 10, 0);
        }
        long before = a.memory.maxId("order");
        a.with("order", 5, 10);

        for (int i = 0; i < 4; i++) {
            assertThat(slotOf(store.allocate("order", 10, 0))).isEqualTo(1);
        }
        assertThat(a.memory.maxId("order")).as("nothing was changed").isEqualTo(5);
        assertThat(events).singleElement().isInstanceOf(LeafEvent.SegmentRefused.class);
        b.memory.goDown();
        assertThatIllegalStateException()
                .isThrownBy(() -> store.allocate("order", 10, 0))
                .withMessageContainingAll("'order' was rewound in database 'a'", "max_id is 5", "scripted outage");

        a.with("order", before, 10);
        assertThat(slotOf(store.allocate("order", 10, 0))).isZero();
    }

    @Test
    void rowThatWasSetBackInAllDatabasesIsARefusal() {
        store.findAll();
        for (int i = 0; i < 6; i++) {
            store.allocate("order", 10, 0);
        }
        a.with("order", 5, 10);
        b.with("order", 5, 10);

        assertThatExceptionOfType(SegmentUnavailableException.class).isThrownBy(() -> store.allocate("order", 10, 0));
    }

    @Test
    void rowThatWasSetBackWhileTheNodeWasDownIsRefusedByWhatItHasNoted() {
        store.findAll();
        AllocatedSegment first = store.allocate("order", 10, 0);
        AllocatedSegment second = store.allocate("order", 10, first.end());
        Map<String, Long> noted = store.handedOut("order", second.first() + 3 * 4);
        assertThat(noted).hasSize(2);
        a.with("order", 5, 10);
        b.with("order", second.end() / 4, 10);
        InterleavedSegmentStore restarted = storeOf(4, database("a", 0, a), database("b", 1, b));
        restarted.findAll();

        assertThat(restarted.recall("order", noted)).isEqualTo(second.end());
        for (int i = 0; i < 3; i++) {
            assertThat(slotOf(restarted.allocate("order", 10, 0))).isEqualTo(1);
        }
    }

    @Test
    void whatWasNotedOfOtherDatabasesDoesNotCount() {
        store.findAll();

        assertThat(store.recall("order", Map.of("another one", 1_000_000L))).isZero();
        assertThat(store.allocate("order", 10, 0).first()).isLessThan(8);
    }

    @Test
    void tagOfOneDatabaseIsServedByItAloneAndStaysKnownWhileThatIsAway() {
        store.findAll();
        a.with("user", 0, 5);
        assertThat(store.find("user")).contains(new TagRow("user", 0, 5));
        assertThat(slotOf(store.allocate("user", 5, 0))).isZero();
        assertThat(slotOf(store.allocate("user", 5, 0))).isZero();
        a.memory.goDown();

        assertThat(store.findAll()).extracting(TagRow::tag).containsExactlyInAnyOrder("order", "user");
        assertThatIllegalStateException().isThrownBy(() -> store.allocate("user", 5, 0));
        a.memory.comeUp();
        a.memory.remove("user");
        assertThatExceptionOfType(UnknownTagException.class).isThrownBy(() -> store.allocate("user", 5, 0));
        assertThat(store.findAll()).extracting(TagRow::tag).containsExactly("order");
    }

    @Test
    void tagThatNoDatabaseHasIsUnknownOnlyIfAllHaveSaidSo() {
        store.findAll();
        b.memory.goDown();
        assertThat(store.find("user")).as("both were read before").isEmpty();
        InterleavedSegmentStore restarted = storeOf(4, database("a", 0, a), database("b", 1, b));
        restarted.findAll();

        assertThatIllegalStateException()
                .isThrownBy(() -> restarted.find("user"))
                .withMessageContaining("may be in another one");
    }

    @Test
    void tagIsCreatedInAllDatabasesThatAnswer() {
        store.findAll();

        assertThat(store.create("user", 10, 100)).isTrue();
        assertThat(store.create("user", 10, 100)).isFalse();
        assertThat(store.allocate("user", 1, 0).first()).isIn(100L, 101L);
        b.memory.goDown();
        assertThat(store.create("item", 10, 0)).isTrue();
        assertThat(slotOf(store.allocate("item", 1, 0))).isZero();
    }

    @Test
    void databaseThatLacksARowThatIsMadeOnFirstUseGetsItAboveThoseOfTheOthers() {
        store.findAll();
        b.memory.goDown();
        store.create("item", 10, 100);
        store.allocate("item", 1_000, 0);
        b.memory.comeUp();
        a.memory.goDown();
        assertThatIllegalStateException().isThrownBy(() -> store.allocate("item", 10, 0));
        a.memory.comeUp();
        InterleavedSegmentStore making = storeOf("item"::equals);
        making.findAll();
        a.memory.goDown();
        AllocatedSegment range = making.allocate("item", 10, 0);

        assertThat(slotOf(range)).isEqualTo(1);
        assertThat(range.first()).isGreaterThanOrEqualTo(4 * a.memory.maxId("item"));
        assertThat(range.configuredStep()).isEqualTo(10);
    }

    /** What others were granted of it is not known here; those that know nothing of it begin a tag of one database anew, too. */
    @Test
    void rowThatHasGrantedIdsToThisProcessIsNotMadeAgain() {
        InterleavedSegmentStore making = storeOf("order"::equals);
        making.findAll();
        for (int i = 0; i < 4; i++) {
            making.allocate("order", 10, 0);
        }
        b.memory.remove("order");
        a.memory.goDown();

        assertThatIllegalStateException()
                .isThrownBy(() -> making.allocate("order", 10, 0))
                .withMessageContaining("no row 'order'");
    }

    private InterleavedSegmentStore storeOf(Predicate<String> makesRows) {
        return new InterleavedSegmentStore(
                List.of(database("a", 0, a), database("b", 1, b)),
                4,
                new InterleavedSettings(LOAD_TIMEOUT, events::add, time, () -> 0.5, makesRows));
    }

    @Test
    void endOfTheNumbersIsARefusalThatChangesNothing() {
        long ceiling = new Slot(1, 4).ceiling();
        a.with("order", ceiling - 5, 10);
        b.with("order", ceiling - 5, 10);
        store.findAll();

        assertThat(store.allocate("order", 5, 0).end()).isPositive();
        assertThatExceptionOfType(IdsExhaustedException.class).isThrownBy(() -> store.allocate("order", 6, 0));
        assertThat(a.memory.maxId("order")).isEqualTo(ceiling);
        assertThat(b.memory.maxId("order")).isEqualTo(ceiling - 5);
    }

    @Test
    void otherSlotOrNumberOfSlotsThanRecordedStopsTheStart() {
        store.findAll();

        assertRefused(storeOf(4, database("a", 1, a), database("b", 0, b)), Reason.OTHER_SLOT, "slot 0 of 4");
        assertRefused(storeOf(8, database("a", 0, a), database("b", 1, b)), Reason.OTHER_SLOT, "slot 0 of 8");
        assertThat(a.memory.committed()).isEmpty();
    }

    @Test
    void oneDatabaseUnderTwoNamesStopsTheStart() {
        assertRefused(storeOf(4, database("a", 0, a), database("b", 1, a)), Reason.SAME_DATABASE, "'a' is the same");
        store.findAll();
        assertRefused(storeOf(4, database("a", 0, a), database("c", 2, a)), Reason.SAME_DATABASE, "'a' is the same");
    }

    @Test
    void anotherDatabaseInTheSlotOfALostOneStopsTheStart() {
        store.findAll();
        LiftingStore c = new LiftingStore().with("order", 0, 10);

        assertRefused(storeOf(4, database("a", 0, a), database("c", 1, c)), Reason.SLOT_TAKEN, "another database");
        assertThat(c.slotRecords()).isEmpty();
        InterleavedSegmentStore withNewSlot = storeOf(4, database("a", 0, a), database("c", 2, c));
        assertThat(withNewSlot.findAll()).hasSize(1);
    }

    @Test
    void nodesThatMakeTheSlotsAtTheSameTimeAgree() {
        for (LiftingStore read : List.of(a, b)) {
            InterleavedSegmentStore other = storeOf(4, database("a", 0, a), database("b", 1, b));
            read.afterNextReading(other::findAll);
        }

        assertThat(store.findAll()).hasSize(1);
        assertThat(store.members()).extracting(each -> each.status().state()).containsOnly(Availability.State.UP);
    }

    private static void assertRefused(InterleavedSegmentStore store, Reason reason, String words) {
        assertThatThrownBy(store::findAll).isInstanceOfSatisfying(SlotRefusedException.class, ex -> {
            assertThat(ex.reason()).isEqualTo(reason);
            assertThat(ex).hasMessageContaining(words);
        });
    }

    @Test
    void freshDatabaseBecomesASlotOnlyWithWhatTheOthersHandedOutAsPlainNumbers() {
        a.with("order", 1_000_001, 10).with("user", 77, 0); // handed out as plain ids up to a million
        b.memory.remove("order");
        a.memory.goDown();
        assertThatIllegalStateException()
                .isThrownBy(store::findAll)
                .withMessageContainingAll("database 'b' (slot 1 of 4) is no slot yet", "scripted outage");
        assertThat(b.slotRecords()).isEmpty();

        a.memory.comeUp();
        time.advance(Member.LONGEST_REST);
        assertThat(store.findAll()).hasSize(2);
        assertThat(b.memory.maxId("order")).isGreaterThanOrEqualTo(1_000_001);
        assertThat(b.memory.maxId("user")).isGreaterThanOrEqualTo(77);
        for (int i = 0; i < 4; i++) {
            assertThat(store.allocate("order", 10, 0).first()).isGreaterThan(4_000_000);
        }
    }

    @Test
    void databaseThatIsASlotServesAloneAfterARestartWhileTheOtherIsLost() {
        store.findAll();
        a.memory.goDown();
        InterleavedSegmentStore restarted = storeOf(4, database("a", 0, a), database("b", 1, b));

        assertThat(restarted.findAll()).hasSize(1);
        assertThat(slotOf(restarted.allocate("order", 10, 0))).isEqualTo(1);
    }
}
