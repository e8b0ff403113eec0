package io.leafid.autoconfigure;

import io.leafid.segment.AllocatedSegment;
import io.leafid.segment.SegmentStore;
import io.leafid.segment.TagRow;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store that is made at the first call, since the kind of database is known only once it answers; so an application
 * can start while its database is away. As long as it cannot be made, every call fails with the reason. Thread-safe.
 *
 * <p>Two first calls may make two stores, one of which is dropped: making one changes nothing.
 */
final class LazySegmentStore implements SegmentStore {

    private final Supplier<SegmentStore> factory;
    private volatile @Nullable SegmentStore store;

    LazySegmentStore(Supplier<SegmentStore> factory) {
        this.factory = factory;
    }

    private SegmentStore store() {
        SegmentStore existing = store;
        if (existing == null) {
            existing = factory.get();
            store = existing;
        }
        return existing;
    }

    @Override
    public AllocatedSegment allocate(String tag, long amount) {
        return store().allocate(tag, amount);
    }

    @Override
    public String identity() {
        return store().identity();
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
