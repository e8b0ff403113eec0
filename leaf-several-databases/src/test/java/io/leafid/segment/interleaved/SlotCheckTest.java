package io.leafid.segment.interleaved;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.concurrent.Availability;
import io.leafid.segment.jdbc.SlotRecord;
import io.leafid.segment.jdbc.SlotRefusedException;
import io.leafid.segment.jdbc.SlotRefusedException.Reason;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.testing.CapturedLog;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Which database may be which slot, by what is recorded in it and in the others. */
class SlotCheckTest extends InterleavedScene {

    private static String ownId(LiftingStore database) {
        return database.slotRecords().stream()
                .filter(SlotRecord::own)
                .findFirst()
                .orElseThrow()
                .databaseId();
    }

    @Test
    void databasesRecordEachOther() {
        store.findAll();

        assertThat(a.slotRecords())
                .containsExactlyInAnyOrder(
                        new SlotRecord(true, 0, SLOTS, ownId(a)), new SlotRecord(false, 1, SLOTS, ownId(b)));
        assertThat(b.slotRecords())
                .containsExactlyInAnyOrder(
                        new SlotRecord(true, 1, SLOTS, ownId(b)), new SlotRecord(false, 0, SLOTS, ownId(a)));
    }

    @Test
    void twoThreadsThatFindTheSlotFreshAgree() {
        InterleavedSegmentStore alone = storeOf(database("a", 0, a));
        List<AllocatedSegment> other = new ArrayList<>();
        a.afterNextReading(() -> other.add(alone.allocate("order", 1, 0)));

        try (CapturedLog log = new CapturedLog(SlotCheck.class.getName())) {
            AllocatedSegment range = alone.allocate("order", 1, 0);

            assertThat(other).doesNotContain(range).hasSize(1);
            assertThat(log.warnings()).isEmpty();
        }
    }

    @Test
    void oneDatabaseUnderTwoNamesIsCalledThat() {
        LiftingStore twice = new LiftingStore().with("order", 0, 10);
        storeOf(database("a", 0, twice)).findAll();

        assertThatExceptionOfType(SlotRefusedException.class)
                .isThrownBy(() -> storeOf(database("a", 0, twice), database("b", 1, twice))
                        .findAll())
                .satisfies(ex -> assertThat(ex.reason()).isEqualTo(Reason.SAME_DATABASE))
                .withMessageContaining("database 'b' cannot grant ids as slot 1 of 4: 'a' is the same database");
    }

    @Test
    void oneFreshDatabaseUnderTwoNamesIsCalledThat() {
        LiftingStore twice = new LiftingStore().with("order", 0, 10);
        InterleavedSegmentStore two = storeOf(database("a", 0, twice), database("b", 1, twice));
        twice.afterNextReading(() -> assertThatExceptionOfType(SlotRefusedException.class)
                .isThrownBy(two::findAll)
                .satisfies(ex -> assertThat(ex.reason()).isIn(Reason.SAME_DATABASE, Reason.OTHER_SLOT)));

        assertThatExceptionOfType(SlotRefusedException.class)
                .isThrownBy(two::findAll)
                .satisfies(ex -> assertThat(ex.reason()).isIn(Reason.SAME_DATABASE, Reason.OTHER_SLOT));
    }

    @Test
    void copyThatWasGivenASlotByHandIsTheSameDatabase() {
        storeOf(database("a", 0, a)).findAll();
        b.recordSlot(new SlotRecord(true, 1, SLOTS, ownId(a)));

        assertThatExceptionOfType(SlotRefusedException.class)
                .isThrownBy(store::findAll)
                .satisfies(ex -> assertThat(ex.reason()).isEqualTo(Reason.SAME_DATABASE));
    }

    @Test
    void databaseThatAnotherOneKnowsToStandInALostOnesSlotIsLeftOut() {
        LiftingStore lost = new LiftingStore().with("order", 0, 10);
        storeOf(database("lost", 0, lost), database("b", 1, b)).findAll();
        storeOf(database("a", 0, a)).findAll(); // which nothing tells that slot 0 was another's
        b.memory.goDown();
        store.findAll();
        b.memory.comeUp();
        time.advance(Member.LONGEST_REST);

        try (CapturedLog log = new CapturedLog(Member.class.getName())) {
            untilGrantedBy(1);
            for (int i = 0; i < 4; i++) {
                assertThat(slotOf(ten())).isOne();
            }
            assertThat(log.warnings())
                    .singleElement()
                    .asString()
                    .startsWith("database 'a' cannot grant ids as slot 0 of 4");
        }
        assertThat(store.members().get(0).status().state()).isEqualTo(Availability.State.REFUSED);
        assertThat(store.members().get(0).status().reason())
                .contains("database 'b' has it recorded that this slot belongs to another database");
        assertThat(store.findAll()).as("it stops a start, and nothing later").hasSize(1);
    }

    /** It was looked at before there was anything to compare it with, and would grant what the lost one has granted. */
    @Test
    void databaseThatIsRefusedByAnotherOneWhileItIsCheckedStaysRefused() {
        LiftingStore lost = new LiftingStore().with("order", 0, 10);
        LiftingStore c = new LiftingStore().with("order", 0, 10);
        AtomicReference<Runnable> beforeRecord = new AtomicReference<>(() -> {});
        LiftingStore inItsPlace = new LiftingStore() {

            @Override
            public synchronized void recordSlot(SlotRecord slot) {
                beforeRecord.getAndSet(() -> {}).run();
                super.recordSlot(slot);
            }
        }.with("order", 0, 10);
        storeOf(database("lost", 0, lost), database("b", 1, b)).findAll();
        storeOf(database("a", 0, inItsPlace)).findAll();
        storeOf(database("c", 2, c)).findAll();
        InterleavedSegmentStore three = storeOf(database("c", 2, c), database("a", 0, inItsPlace), database("b", 1, b));
        beforeRecord.set(() -> assertThatExceptionOfType(SlotRefusedException.class)
                .isThrownBy(three::findAll)
                .withMessageStartingWith("database 'a' cannot grant ids as slot 0 of 4"));

        assertThatExceptionOfType(SlotRefusedException.class)
                .isThrownBy(three::findAll)
                .satisfies(ex -> assertThat(ex.reason()).isEqualTo(Reason.SLOT_TAKEN));
    }

    @Test
    void freshDatabaseBecomesASlotBesideOneThatIsOneThoughAThirdIsAway() {
        LiftingStore c = new LiftingStore().with("order", 0, 10);
        store.findAll();
        b.memory.goDown();
        InterleavedSegmentStore three = storeOf(database("a", 0, a), database("b", 1, b), database("c", 2, c));
        three.findAll();

        assertThat(ownId(c)).isNotEmpty();
        assertThat(three.members().get(2).status().state()).isEqualTo(Availability.State.UP);
    }

    @Test
    void freshDatabasesDoNotBecomeSlotsWhileAThirdIsAway() {
        LiftingStore c = new LiftingStore().with("order", 0, 10);
        c.memory.goDown();
        InterleavedSegmentStore three = storeOf(database("a", 0, a), database("b", 1, b), database("c", 2, c));

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(three::findAll)
                .withMessageContaining("is no slot yet");
        assertThat(a.slotRecords()).isEmpty();
        assertThat(b.slotRecords()).isEmpty();
    }

    /** Each has looked at the common database before the other one tells it of its own. */
    @Test
    void ofTwoNodesThatStartAtOnceWithTwoDatabasesInOneSlotOneIsRefused() {
        for (boolean isCommonFirst : new boolean[] {true, false}) {
            AtomicReference<Runnable> beforeNote = new AtomicReference<>(() -> {});
            SlottedDatabase common = database("b", 1, new LiftingStore() {

                @Override
                public synchronized void recordSlot(SlotRecord slot) {
                    if (!slot.own()) {
                        beforeNote.getAndSet(() -> {}).run();
                    }
                    super.recordSlot(slot);
                }
            });
            SlottedDatabase mine = database("a", 0, new LiftingStore());
            InterleavedSegmentStore first = isCommonFirst ? storeOf(common, mine) : storeOf(mine, common);
            beforeNote.set(storeOf(database("a", 0, new LiftingStore()), common)::findAll);

            assertThatExceptionOfType(SlotRefusedException.class)
                    .isThrownBy(first::findAll)
                    .satisfies(ex -> assertThat(ex.reason()).isEqualTo(Reason.SLOT_TAKEN))
                    .withMessageStartingWith("database 'a' cannot grant ids as slot 0 of 4");
        }
    }
}
