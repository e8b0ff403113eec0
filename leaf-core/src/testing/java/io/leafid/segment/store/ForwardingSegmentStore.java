package io.leafid.segment.store;

import java.util.List;
import java.util.Optional;

/**
 * A store that asks another one; what a test wants to see, to change or to fail it overrides. It has one counter for each tag. Thread-safe as the other one is.
 */
public abstract class ForwardingSegmentStore implements IdentifiedStore, LimitedStore {

    private final SegmentStore target;

    /** Puts itself before a store. */
    protected ForwardingSegmentStore(SegmentStore target) {
        this.target = target;
    }

    @Override
    public AllocatedSegment allocate(String tag, long amount, long floor) {
        return target.allocate(tag, amount, floor);
    }

    @Override
    public long maxStep(String tag) {
        return (target instanceof LimitedStore limited) ? limited.maxStep(tag) : Long.MAX_VALUE;
    }

    @Override
    public String identity() {
        return (target instanceof IdentifiedStore identified) ? identified.identity() : "";
    }

    @Override
    public String name() {
        return (target instanceof IdentifiedStore identified)
                ? identified.name()
                : target.getClass().getSimpleName();
    }

    @Override
    public Optional<TagRow> find(String tag) {
        return target.find(tag);
    }

    @Override
    public List<TagRow> findAll() {
        return target.findAll();
    }

    @Override
    public boolean create(String tag, int step, long initialId) {
        return target.create(tag, step, initialId);
    }

    @Override
    public boolean giveBack(String tag, long first, long end) {
        return target.giveBack(tag, first, end);
    }
}
