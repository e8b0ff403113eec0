package io.leafid.segment.interleaved;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.leafid.LeafEvent;
import io.leafid.concurrent.Availability;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.test.segment.InMemorySegmentStore.Fate;
import io.leafid.testing.CapturedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which database is asked for a range, from where on, and what is told of one that brings none. */
class InterleavedTurnsTest extends InterleavedScene {

    @Test
    void threeDatabasesAreAskedByTurnsAndTheNextOneIsAskedForOneThatIsAway() {
        LiftingStore c = new LiftingStore().with("order", 0, 10);
        InterleavedSegmentStore three = storeOf(database("a", 0, a), database("b", 1, b), database("c", 2, c));
        three.findAll();
        int first = slotOf(three.allocate("order", 10, 0));
        List<Integer> turns = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            turns.add((slotOf(three.allocate("order", 10, 0)) - first + 3) % 3);
        }
        assertThat(turns).containsExactly(1, 2, 0, 1, 2, 0);

        c.memory.goDown();
        turns.clear();
        for (int i = 0; i < 4; i++) {
            turns.add(slotOf(three.allocate("order", 10, 0)));
        }
        assertThat(turns.subList(1, 4)).containsAnyOf(0, 1).doesNotContain(2);
        assertThat(turns.get(1)).isNotEqualTo(turns.get(2));
    }

    @Test
    void eachDatabaseIsAskedOnceByACallThatAllFail() {
        store.findAll();
        a.memory.goDown();
        b.memory.goDown();
        int asked = a.memory.calls();
        int askedB = b.memory.calls();

        assertThatIllegalStateException()
                .isThrownBy(this::ten)
                .satisfies(ex -> assertThat(ex.getSuppressed()).hasSize(2));
        assertThat(a.memory.calls() - asked).isOne();
        assertThat(b.memory.calls() - askedB).isOne();
    }

    @Test
    void checkedDatabaseIsAskedForTheRangeAndForNothingElse() {
        store.findAll();
        untilGrantedBy(1);
        a.afterNextReading(() -> {
            throw new AssertionError("the slots were read again");
        });

        assertThat(slotOf(ten())).isZero();
        assertThat(store.members()).extracting(each -> each.status().reason()).containsOnlyNulls();
    }

    @Test
    void databaseWithoutTheRowIsNamedBesideOneThatIsAway() {
        store.findAll();
        a.with("user", 0, 5);
        store.findAll();
        a.memory.goDown();

        assertThatIllegalStateException()
                .isThrownBy(() -> store.allocate("user", 5, 0))
                .withMessageContainingAll("database 'a' (slot 0 of 4)", "database 'b' (slot 1 of 4)");
    }

    @Test
    void setBackRowIsToldOnceWithItsNumbersAndAgainOnceItHadBeenLifted() {
        store.findAll();
        untilGrantedBy(0);
        long least = a.memory.maxId("order");
        a.with("order", least - 1, 10);
        ten();
        ten();
        ten();
        LeafEvent.SegmentRefused refused =
                new LeafEvent.SegmentRefused(time.now(), "order", (least - 1) * 4, (least - 1) * 4 + 40, least * 4);
        assertThat(events).containsExactly(refused);
        b.memory.goDown();
        assertThatIllegalStateException()
                .isThrownBy(this::ten)
                .withMessageContaining("its max_id is %d, but ids up to %d, which is below max_id=%d, were allocated"
                        .formatted(least - 1, (least - 1) * 4, least));
        b.memory.comeUp();
        time.advance(Member.LONGEST_REST);

        a.with("order", least, 10);
        untilGrantedBy(0);
        a.with("order", 1, 10);
        ten();
        ten();
        assertThat(events)
                .filteredOn(LeafEvent.SegmentRefused.class::isInstance)
                .hasSize(2);
    }

    @Test
    void databaseWhoseRowWasSetBackIsRefusedUntilItGrantsAgainOrIsReadWithALiftedRow() {
        store.findAll();
        untilGrantedBy(0);
        long least = a.memory.maxId("order");
        a.with("order", least - 1, 10);
        try (CapturedLog log = new CapturedLog(Member.class.getName())) {
            ten();
            ten();
            assertThat(log.warnings())
                    .singleElement()
                    .asString()
                    .as("names the tag once")
                    .startsWith("the row of tag 'order' was rewound in database 'a'");
        }

        assertThat(store.members().get(0).status().state()).isEqualTo(Availability.State.REFUSED);
        assertThat(store.members().get(0).status().reason())
                .startsWith("the row of tag 'order' was rewound in database 'a'");
        store.findAll();
        assertThat(store.members().get(0).status().state()).isEqualTo(Availability.State.REFUSED);

        a.with("order", least, 10);
        store.findAll();
        assertThat(store.members().get(0).status().state()).isEqualTo(Availability.State.UP);

        untilGrantedBy(0);
        a.with("order", 1, 10);
        ten();
        ten();
        a.memory.goDown();
        time.advance(Member.LONGEST_REST);
        ten();
        ten();
        assertThat(store.members().get(0).status().state()).as("away says more").isEqualTo(Availability.State.DOWN);
        a.memory.comeUp();
        time.advance(Member.LONGEST_REST);
        a.with("order", b.memory.maxId("order"), 10);
        untilGrantedBy(0);
        assertThat(store.members().get(0).status().state()).isEqualTo(Availability.State.UP);
    }

    @Test
    void rowThatIsGoneIsNoLongerTheOneThatWasSetBack() {
        store.findAll();
        untilGrantedBy(0);
        a.with("order", a.memory.maxId("order") - 1, 10);
        ten();
        ten();
        assertThat(store.members().get(0).status().state()).isEqualTo(Availability.State.REFUSED);

        a.memory.remove("order");
        ten();
        ten();
        assertThat(store.members().get(0).status().state()).isEqualTo(Availability.State.UP);
    }

    // ---- rests

    @Test
    void restsGrowWithTheFailuresAndBeginAnewAfterASuccess() {
        store.findAll();
        untilGrantedBy(0);
        b.memory.goDown();
        ten();
        assertRests(FIRST_PAUSE);
        assertRests(FIRST_PAUSE.multipliedBy(2));
        b.memory.comeUp();
        time.advance(FIRST_PAUSE.multipliedBy(4));
        ten();
        ten();
        assertThat(events).last().isInstanceOf(LeafEvent.SegmentDatabaseUp.class);
        b.memory.goDown();
        ten();
        ten();
        assertRests(FIRST_PAUSE);
    }

    /** Until this time is over, b is not asked; then it is. */
    private void assertRests(Duration pause) {
        int asked = b.memory.calls();
        time.advance(pause.minusNanos(1));
        ten();
        ten();
        assertThat(b.memory.calls()).isEqualTo(asked);
        time.advance(Duration.ofNanos(1));
        ten();
        ten();
        assertThat(b.memory.calls()).isEqualTo(asked + 1);
    }

    @Test
    void reasonOfAnOutageIsTheLatestOne() {
        store.findAll();
        untilGrantedBy(0);
        b.memory.script(Fate.FAILS);
        ten();
        assertThat(store.members().get(1).status().reason()).isEqualTo("scripted failure");
        b.memory.goDown();
        time.advance(FIRST_PAUSE);
        ten();
        ten();

        assertThat(store.members().get(1).status().reason()).isEqualTo("scripted outage");
    }

    // ---- what is noted and given back

    @Test
    void whatAnEarlierRunHasNotedIsNotedAgain() {
        store.findAll();
        AllocatedSegment range = ten();
        Map<String, Long> noted = store.handedOut("order", range.end());
        InterleavedSegmentStore restarted = storeOf(database("a", 0, a), database("b", 1, b));
        restarted.findAll();
        restarted.recall("order", noted);

        assertThat(restarted.handedOut("order", 0)).isEqualTo(noted);
    }

    @Test
    void firstIdOfAllIsGranted() {
        store.findAll();
        untilGrantedBy(1);
        a.with("order", 0, 10);
        InterleavedSegmentStore fresh = storeOf(database("a", 0, a));
        fresh.findAll();
        AllocatedSegment range = fresh.allocate("order", 10, 0);

        assertThat(range.first()).isZero();
    }

    // ---- settings

    @Test
    void tellsWhatItIs() {
        assertThat(store.name()).isEqualTo("interleaved");
        assertThat(store.identity()).isEqualTo("interleaved databases, 4 slots");
    }

    @Test
    void eachDatabaseIsLoggedWithItsSlotOnce() {
        try (CapturedLog log = new CapturedLog(SlotCheck.class.getName())) {
            store.findAll();
            untilGrantedBy(0);
            b.memory.goDown();
            ten();
            b.memory.comeUp();
            time.advance(Member.LONGEST_REST);
            untilGrantedBy(1);

            assertThat(log.messages())
                    .containsExactlyInAnyOrder(
                            "database 'a' grants ids as slot 0 of 4", "database 'b' grants ids as slot 1 of 4");
        }
    }

    @Test
    void databasesOfOneNameOrSlotAreNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> storeOf(database("a", 0, a), database("a", 1, b)))
                .withMessageContaining("['a' (slot 0 of 4), 'a' (slot 1 of 4)]");
    }

    @Test
    void loadTimeoutLeavesTimeForASecondDatabase() {
        Duration least = InterleavedSettings.SHORTEST_LOAD_TIMEOUT;

        assertThat(storeOf(least, database("a", 0, a)).findAll()).hasSize(1);
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> storeOf(least.minusNanos(1), database("a", 0, a)));
    }
}
