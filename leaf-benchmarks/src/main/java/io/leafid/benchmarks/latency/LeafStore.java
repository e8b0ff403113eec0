package io.leafid.benchmarks.latency;

import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.SegmentStore;
import io.leafid.segment.store.TagRow;
import java.util.List;
import java.util.Optional;

/** The store of one tag over a counter. Thread-safe. */
final class LeafStore implements SegmentStore {

    private final String tag;
    private final int step;
    private final SlowCounter counter;

    LeafStore(String tag, int step, SlowCounter counter) {
        this.tag = tag;
        this.step = step;
        this.counter = counter;
    }

    @Override
    public AllocatedSegment allocate(String wanted, long amount, long floor) {
        long first = counter.take(amount);
        return new AllocatedSegment(first, first + amount, step);
    }

    @Override
    public Optional<TagRow> find(String wanted) {
        return wanted.equals(tag) ? Optional.of(row()) : Optional.empty();
    }

    @Override
    public List<TagRow> findAll() {
        return List.of(row());
    }

    private TagRow row() {
        return new TagRow(tag, counter.next(), step);
    }

    @Override
    public boolean create(String wanted, int newStep, long initialId) {
        return false;
    }

    @Override
    public boolean giveBack(String wanted, long first, long end) {
        return false;
    }
}
