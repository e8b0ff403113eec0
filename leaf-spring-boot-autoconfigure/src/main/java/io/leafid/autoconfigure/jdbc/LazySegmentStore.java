package io.leafid.autoconfigure.jdbc;

import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.Lift;
import io.leafid.segment.store.LiftingSegmentStore;
import io.leafid.segment.store.SlotRecord;
import io.leafid.segment.store.TagRow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store that is made at the first call, since the kind of database is known only once it answers; so an application
 * can start while its database is unavailable. As long as it cannot be made, every call fails with the reason. Thread-safe.
 *
 * <p>Two first calls may make two stores, of which the first one counts: making one changes nothing.
 */
public final class LazySegmentStore implements LiftingSegmentStore {

    private final Supplier<LiftingSegmentStore> factory;
    private final AtomicReference<@Nullable LiftingSegmentStore> store = new AtomicReference<>();

    /** Makes the store by a factory, again and again until that succeeds. */
    public LazySegmentStore(Supplier<LiftingSegmentStore> factory) {
        this.factory = factory;
    }

    private LiftingSegmentStore store() {
        LiftingSegmentStore existing = store.get();
        if (existing != null) {
            return existing;
        }
        LiftingSegmentStore made = factory.get();
        LiftingSegmentStore first = store.compareAndExchange(null, made);
        return (first == null) ? made : first;
    }

    @Override
    public AllocatedSegment allocate(String tag, Lift lift) {
        return store().allocate(tag, lift);
    }

    @Override
    public List<SlotRecord> slotRecords() {
        return store().slotRecords();
    }

    @Override
    public void recordSlot(SlotRecord slot) {
        store().recordSlot(slot);
    }

    @Override
    public String slotDdl() {
        return store().slotDdl();
    }

    @Override
    public AllocatedSegment allocate(String tag, long amount) {
        return store().allocate(tag, amount);
    }

    @Override
    public AllocatedSegment allocate(String tag, long amount, long floor) {
        return store().allocate(tag, amount, floor);
    }

    @Override
    public Map<String, Long> handedOut(String tag, long end) {
        return store().handedOut(tag, end);
    }

    @Override
    public long recall(String tag, Map<String, Long> ends) {
        return store().recall(tag, ends);
    }

    @Override
    public String identity() {
        return store().identity();
    }

    @Override
    public String name() {
        return "jdbc";
    }

    @Override
    public Optional<TagRow> find(String tag) {
        return store().find(tag);
    }

    @Override
    public List<TagRow> findAll() {
        return store().findAll();
    }

    @Override
    public boolean create(String tag, int step, long initialId) {
        return store().create(tag, step, initialId);
    }

    @Override
    public boolean giveBack(String tag, long first, long end) {
        return store().giveBack(tag, first, end);
    }
}
