package io.leafid.test.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.leafid.IdsExhaustedException;
import io.leafid.SegmentUnavailableException;
import io.leafid.UnknownTagException;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.CounterSetBackException;
import io.leafid.segment.store.SegmentStore;
import io.leafid.segment.store.TagRow;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of every {@link SegmentStore}. A store of another kind inherits this and says how rows are edited by hand. */
public abstract class SegmentStoreContract extends GiveBackContract {

    @Test
    void allocationReturnsTheRangeFromTheOldToTheNewCounter() {
        putRow("order", 1, 2000);

        assertThat(store().allocate("order", 2000, 0)).isEqualTo(new AllocatedSegment(1, 2001, 2000));
        assertThat(maxId("order")).isEqualTo(2001);
    }

    @Test
    void allocationTakesTheAmountAskedForWhateverTheStepOfTheRow() {
        putRow("order", 1, 2000);

        assertThat(store().allocate("order", 7, 0)).isEqualTo(new AllocatedSegment(1, 8, 2000));
        assertThat(store().allocate("order", 100_000, 0)).isEqualTo(new AllocatedSegment(8, 100_008, 2000));
        assertThat(maxId("order")).isEqualTo(100_008);
    }

    @Test
    protected void counterBelowWhatTheCallerHasSeenIsRefusedAndLeftAsItIs() {
        putRow("order", 5, 10);

        assertThatExceptionOfType(CounterSetBackException.class).isThrownBy(() -> store().allocate("order", 2_000, 6));
        assertThat(maxId("order")).isEqualTo(5);
        assertThat(store().allocate("order", 10, 5).first()).isEqualTo(5);
    }

    @Test
    void stepChangedBetweenAllocationsIsReportedAndMovesNoRange() {
        putRow("order", 1, 2000);
        store().allocate("order", 2000, 0);
        putRow("order", maxId("order"), 10);

        assertThat(store().allocate("order", 2000, 0)).isEqualTo(new AllocatedSegment(2001, 4001, 10));
        putRow("order", maxId("order"), 50_000);

        assertThat(store().allocate("order", 10, 0)).isEqualTo(new AllocatedSegment(4001, 4011, 50_000));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, -2000, Integer.MIN_VALUE})
    void badStepNeverMovesTheCounterBack(long step) {
        putRow("order", 1, step);

        assertThat(store().allocate("order", 5, 0)).isEqualTo(new AllocatedSegment(1, 6, step));
        assertThat(store().find("order"))
                .hasValueSatisfying(row -> assertThat(row.isValid()).isFalse());
        assertThat(maxId("order")).isEqualTo(6);
    }

    @Test
    void counterMayBeginAtZero() {
        putRow("order", 0, 10);

        assertThat(store().allocate("order", 10, 0)).isEqualTo(new AllocatedSegment(0, 10, 10));
    }

    @Test
    void lastIdBelowTheEndOfTheNumbersCanBeBought() {
        putRow("order", Long.MAX_VALUE - 10, 10);

        assertThat(store().allocate("order", 10, 0))
                .isEqualTo(new AllocatedSegment(Long.MAX_VALUE - 10, Long.MAX_VALUE, 10));
        assertThatExceptionOfType(IdsExhaustedException.class).isThrownBy(() -> store().allocate("order", 1, 0));
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 1000, Long.MAX_VALUE})
    void allocationBeyondTheEndOfTheNumbersChangesNothing(long amount) {
        putRow("order", Long.MAX_VALUE - 10, 10);

        assertThatExceptionOfType(IdsExhaustedException.class)
                .isThrownBy(() -> store().allocate("order", amount, 0))
                .withMessageContaining("order");
        assertThat(maxId("order")).isEqualTo(Long.MAX_VALUE - 10);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, -5, Long.MIN_VALUE})
    void negativeCounterIsRefusedAndLeftAsItIs(long counter) {
        putRow("order", counter, 10);

        assertThatExceptionOfType(SegmentUnavailableException.class)
                .isThrownBy(() -> store().allocate("order", 10, 0))
                .withMessageContainingAll("order", "max_id");
        assertThat(maxId("order")).isEqualTo(counter);
    }

    @Test
    void tagWithoutARowIsUnknown() {
        putRow("order", 1, 10);

        assertThatExceptionOfType(UnknownTagException.class)
                .isThrownBy(() -> store().allocate("payment", 10, 0))
                .satisfies(ex -> assertThat(ex.tag()).isEqualTo("payment"));
        assertThat(store().find("payment")).isEmpty();
    }

    @Test
    void tagWhoseRowWasDeletedIsUnknown() {
        putRow("order", 1, 10);
        store().allocate("order", 10, 0);
        assertThat(store().find("order")).contains(new TagRow("order", 11, 10));
        deleteRow("order");

        assertThat(store().find("order")).isEmpty();
        assertThatExceptionOfType(UnknownTagException.class).isThrownBy(() -> store().allocate("order", 10, 0));
        assertThat(store().findAll()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ORDER", "Order", "órder", "order ", " order", "order%", "orde_"})
    void tagOfAnotherSpellingIsUnknownAndChangesNothing(String other) {
        putRow("order", 1, 10);

        assertThatExceptionOfType(UnknownTagException.class)
                .isThrownBy(() -> store().allocate(other, 10, 0))
                .satisfies(ex -> assertThat(ex.tag()).isEqualTo(other));
        assertThatExceptionOfType(UnknownTagException.class) // by the store, which may say why, or here
                .isThrownBy(() -> store().find(other).orElseThrow(() -> TagRow.missing(other)));
        assertThat(maxId("order")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.b/c:d", "o'rder\"; --", "back\\slash", "%_", "订单", "🙂", "with inner space", "?"})
    void everyLegalTagIsATag(String tag) {
        assertThat(store().create(tag, 10, 1)).isTrue();

        assertThat(store().allocate(tag, 10, 0)).isEqualTo(new AllocatedSegment(1, 11, 10));
        assertThat(store().find(tag)).contains(new TagRow(tag, 11, 10));
        assertThat(store().findAll()).containsExactly(new TagRow(tag, 11, 10));
    }

    @Test
    void longestTagIsATagToItsLastCharacter() {
        String tag = "x".repeat(128);
        putRow(tag, 1, 10);

        assertThat(store().allocate(tag, 10, 0).first()).isEqualTo(1);
        assertThatExceptionOfType(UnknownTagException.class)
                .isThrownBy(() -> store().allocate("x".repeat(127) + "y", 10, 0));
    }

    @Test
    void allRowsAreFoundAtOnce() {
        List<TagRow> rows = IntStream.range(0, 120)
                .mapToObj(i -> new TagRow("tag-" + i, i, 10))
                .toList();
        rows.forEach(row -> putRow(row.tag(), row.maxId(), row.step()));

        assertThat(store().findAll()).containsExactlyInAnyOrderElementsOf(rows);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void nothingOrLessCannotBeBought(long amount) {
        putRow("order", 1, 10);

        assertThatIllegalArgumentException().isThrownBy(() -> store().allocate("order", amount, 0));
        assertThat(maxId("order")).isEqualTo(1);
    }

    @Test
    void tagsHaveCountersOfTheirOwn() {
        putRow("order", 1, 10);
        putRow("payment", 1000, 20);
        store().allocate("order", 10, 0);

        assertThat(store().allocate("payment", 20, 0)).isEqualTo(new AllocatedSegment(1000, 1020, 20));
        assertThat(store().findAll())
                .containsExactlyInAnyOrder(new TagRow("order", 11, 10), new TagRow("payment", 1020, 20));
    }

    @Test
    void createdRowStartsAtTheInitialId() {
        assertThat(store().create("order", 100, 5_000_000_000L)).isTrue();

        assertThat(store().find("order")).contains(new TagRow("order", 5_000_000_000L, 100));
        assertThat(store().allocate("order", 1, 0).first()).isEqualTo(5_000_000_000L);
    }

    @Test
    void rowThatIsThereIsNotCreatedAgain() {
        putRow("order", 77, 10);

        assertThat(store().create("order", 100, 1)).isFalse();
        assertThat(store().find("order")).contains(new TagRow("order", 77, 10));
        assertThat(store().create("payment", 100, 1)).isTrue();
    }

    @Test
    void oneOfManyCreatesTheRow() throws Exception {
        assertThat(inParallel(8, () -> store().create("order", 100, 1))).containsOnlyOnce(true);
    }

    @Test
    void rangesOfManyBuyersNeverOverlapAndLeaveNoGap() throws Exception {
        putRow("order", 1, 10);

        AtomicInteger next = new AtomicInteger();

        List<AllocatedSegment> allocations =
                inParallel(400, () -> buyer(next.get()).allocate("order", 1 + next.getAndIncrement() % 50, 0)).stream()
                        .sorted(Comparator.comparingLong(AllocatedSegment::first))
                        .toList();

        assertThat(allocations).hasSize(400);
        long end = 1;
        for (AllocatedSegment range : allocations) {
            assertThat(range.first()).isEqualTo(end);
            end = range.end();
        }
        assertThat(maxId("order")).isEqualTo(end);
    }
}
