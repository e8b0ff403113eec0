package io.leafid.segment.buffer;

import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.SegmentStore;
import io.leafid.segment.store.TagRow;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A store for stress tests: one counter, from 20 on, and no rows to find. Thread-safe. */
final class StressStore implements SegmentStore {

    private final AtomicLong maxId = new AtomicLong(20);
    private final AtomicInteger allocations = new AtomicInteger();

    int allocations() {
        return allocations.get();
    }

    @Override
    public AllocatedSegment allocate(String tag, long amount, long floor) {
        allocations.incrementAndGet();
        long first = maxId.getAndAdd(amount);
        return new AllocatedSegment(first, first + amount, amount);
    }

    @Override
    public Optional<TagRow> find(String tag) {
        return Optional.empty();
    }

    @Override
    public List<TagRow> findAll() {
        return List.of();
    }

    @Override
    public boolean create(String tag, int step, long initialId) {
        return false;
    }

    @Override
    public boolean giveBack(String tag, long first, long end) {
        return false;
    }
}
