package io.leafid.segment.interleaved;

import io.leafid.segment.store.SegmentStore;
import io.leafid.test.segment.SegmentStoreContract;
import io.leafid.test.time.ManualTime;
import java.time.Duration;
import java.util.List;

/** The only database of the only slot grants ids as it would alone, so the contract of all stores holds to the letter. */
class OneSlotSegmentStoreTest extends SegmentStoreContract {

    private final LiftingStore database = new LiftingStore();
    private final InterleavedSegmentStore store = new InterleavedSegmentStore(
            List.of(new SlottedDatabase("a", 0, database)),
            1,
            new InterleavedSettings(Duration.ofSeconds(8), event -> {}, Runnable::run, new ManualTime(), () -> 0.5));

    @Override
    protected SegmentStore store() {
        return store;
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
}
