package io.leafid.segment.interleaved;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.SegmentStore;
import io.leafid.test.segment.SegmentStoreContract;
import io.leafid.test.time.ManualTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The only database of the only slot grants ids as it would alone, so the contract of all stores holds to the letter. */
class OneSlotSegmentStoreTest extends SegmentStoreContract {

    private final AtomicReference<Runnable> beforeGiveBack = new AtomicReference<>(() -> {});
    private final LiftingStore database = new LiftingStore() {

        @Override
        public boolean giveBack(String tag, long first, long end) {
            beforeGiveBack.getAndSet(() -> {}).run();
            return super.giveBack(tag, first, end);
        }
    };
    private final InterleavedSegmentStore store = interleaved();

    private InterleavedSegmentStore interleaved() {
        return new InterleavedSegmentStore(
                List.of(new SlottedDatabase("a", 0, database)),
                1,
                new InterleavedSettings(Duration.ofSeconds(8), event -> {}, new ManualTime(), () -> 0.5, tag -> false));
    }

    @Override
    protected SegmentStore store() {
        return store;
    }

    @Override
    protected SegmentStore storeOfAnotherNode() {
        return interleaved();
    }

    @Override
    protected void putRow(String tag, long maxId, long step) {
        database.with(tag, maxId, step);
    }

    @Override
    protected void deleteRow(String tag) {
        database.memory.remove(tag);
    }

    @Override
    protected long maxId(String tag) {
        return database.memory.maxId(tag);
    }

    @Override
    protected boolean takesBack() {
        return false;
    }

    /** It may be that another database has granted it: such a counter is lifted. */
    @Test
    @Override
    protected void counterBelowWhatTheCallerHasSeenIsRefusedAndLeftAsItIs() {
        putRow("order", 5, 10);

        assertThat(store.allocate("order", 10, 16)).isEqualTo(new AllocatedSegment(16, 26, 10));
    }

    /** Two neighbouring ranges, the upper of which goes back while the database is about to be asked for the lower. */
    @Test
    void rangesThatAreGivenBackAtOnceAreNoRewind() {
        putRow("order", 1, 10);
        AllocatedSegment lower = store.allocate("order", 10, 0);
        AllocatedSegment upper = store.allocate("order", 10, 0);
        beforeGiveBack.set(() -> store.giveBack("order", upper.first(), upper.end()));
        store.giveBack("order", lower.first(), lower.end());

        assertThat(store.allocate("order", 10, 0).first()).isGreaterThanOrEqualTo(lower.first());
    }
}
