package io.leafid.test.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.SegmentStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Contract of a store about what is taken back: a range that was not handed out. */
abstract class GiveBackContract {

    /** The store under test; holds no rows when a test begins. */
    protected abstract SegmentStore store();

    /** A store on the same rows as another node has it: made by itself, so that it shares no lock and no memory with the first. */
    protected abstract SegmentStore storeOfAnotherNode();

    /** Adds or replaces a row as an operator would, past the store; nothing is checked. */
    protected abstract void putRow(String tag, long maxId, long step);

    /** Deletes a row as an operator would, past the store. */
    protected abstract void deleteRow(String tag);

    /** Lets the database's clock go on, as far as a store needs that to give a range back. */
    protected void letTimePass() {}

    /** Whether the store takes ranges back; one that cannot be sure that none of them is used takes none. */
    protected boolean takesBack() {
        return true;
    }

    /** The counter of a row, read past the store. */
    protected abstract long maxId(String tag);

    @Test
    void lastRangeCanBeGivenBack() {
        putRow("order", 1, 10);
        store().allocate("order", 10, 0);
        AllocatedSegment last = store().allocate("order", 10, 0);
        letTimePass();

        assertThat(store().giveBack("order", last.first() + 3, last.end())).isEqualTo(takesBack());
        assertThat(store().allocate("order", 5, 0).first()).isEqualTo(takesBack() ? 14 : 21);
    }

    @Test
    void rangeBelowAnotherOneCannotBeGivenBack() {
        putRow("order", 1, 10);
        AllocatedSegment mine = store().allocate("order", 10, 0);
        store().allocate("order", 10, 0);

        assertThat(store().giveBack("order", mine.first(), mine.end())).isFalse();
        assertThat(maxId("order")).isEqualTo(21);
    }

    @Test
    void rangeIsGivenBackOnce() {
        putRow("order", 1, 10);
        AllocatedSegment mine = store().allocate("order", 10, 0);
        letTimePass();
        store().giveBack("order", mine.first(), mine.end());

        assertThat(store().giveBack("order", mine.first(), mine.end())).isFalse();
        assertThat(store().giveBack("payment", 1, 11)).isFalse();
        assertThat(maxId("order")).isEqualTo(takesBack() ? 1 : 11);
    }

    @Test
    void onlyARangeOfIdsCanBeGivenBack() {
        putRow("order", 11, 10);

        assertThatIllegalArgumentException().isThrownBy(() -> store().giveBack("order", -1, 11));
        assertThatIllegalArgumentException().isThrownBy(() -> store().giveBack("order", 11, 11));
        assertThatIllegalArgumentException().isThrownBy(() -> store().giveBack("order", 12, 11));
        assertThat(maxId("order")).isEqualTo(11);
    }

    /** Nothing but the end itself proves that no other has allocated since. */
    @Test
    void rangeAboveACounterThatWasRewoundCannotBeGivenBack() {
        putRow("order", 8, 10);
        letTimePass();

        assertThat(store().giveBack("order", 6, 11)).isFalse();
        assertThat(maxId("order")).isEqualTo(8);
    }

    @Test
    void rangeOfATagWhoseRowWasDeletedCannotBeGivenBack() {
        putRow("order", 1, 10);
        AllocatedSegment mine = store().allocate("order", 10, 0);
        letTimePass();
        deleteRow("order");

        assertThat(store().giveBack("order", mine.first(), mine.end())).isFalse();
        assertThat(store().findAll()).isEmpty();
    }

    @Test
    void givingBackAmongManyBuyersGrantsNoRangeThatIsKeptTwice() throws Exception {
        putRow("order", 1, 10);
        AtomicInteger next = new AtomicInteger();

        List<AllocatedSegment> kept = inParallel(100, () -> allocatedAndKept(next.getAndIncrement())).stream()
                .flatMap(Optional::stream)
                .sorted(Comparator.comparingLong(AllocatedSegment::first))
                .toList();

        long end = 1;
        for (AllocatedSegment range : kept) {
            assertThat(range.first()).isGreaterThanOrEqualTo(end);
            end = range.end();
        }
        assertThat(maxId("order")).isGreaterThanOrEqualTo(end);
    }

    private Optional<AllocatedSegment> allocatedAndKept(int number) {
        SegmentStore buyer = buyer(number);
        AllocatedSegment range = buyer.allocate("order", 10, 0);
        boolean isKept = number / 2 % 2 == 1 || isRefused(buyer, range);
        return isKept ? Optional.of(range) : Optional.empty();
    }

    /** A give-back that fails leaves open whose the range is, so that its ids are used by none. */
    private static boolean isRefused(SegmentStore buyer, AllocatedSegment range) {
        try {
            return !buyer.giveBack("order", range.first(), range.end());
        } catch (RuntimeException ex) {
            return false;
        }
    }

    /** The nodes buy by turns. */
    final SegmentStore buyer(int number) {
        return (number % 2 == 0) ? store() : storeOfAnotherNode();
    }

    static <T> List<T> inParallel(int times, Callable<T> action) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(8);
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> result : pool.invokeAll(Collections.nCopies(times, action))) {
                results.add(result.get());
            }
            return results;
        } finally {
            pool.shutdownNow();
        }
    }
}
