package io.leafid.segment;

import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.ForwardingSegmentStore;
import io.leafid.segment.store.SegmentStore;
import io.leafid.segment.store.TagRow;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * A store before and after whose calls a test may do something: fail in its own way, change a row, look at the engine.
 * Thread-safe.
 */
final class HookedStore extends ForwardingSegmentStore {

    private volatile Consumer<String> beforeAllocation = tag -> {};
    private volatile BiFunction<String, AllocatedSegment, AllocatedSegment> afterAllocation = (tag, grant) -> grant;
    private volatile Consumer<String> beforeFind = tag -> {};
    private volatile Runnable beforeFindAll = () -> {};
    private volatile Consumer<String> beforeGiveBack = tag -> {};
    private volatile Consumer<String> beforeRemove = tag -> {};
    private volatile Consumer<String> beforeNoting = tag -> {};

    HookedStore(SegmentStore store) {
        super(store);
    }

    void beforeAllocation(Consumer<String> hook) {
        beforeAllocation = hook;
    }

    /** Sees each range that was committed and decides what the engine is told. */
    void afterAllocation(BiFunction<String, AllocatedSegment, AllocatedSegment> hook) {
        afterAllocation = hook;
    }

    void beforeFind(Consumer<String> hook) {
        beforeFind = hook;
    }

    void beforeFindAll(Runnable hook) {
        beforeFindAll = hook;
    }

    void beforeGiveBack(Consumer<String> hook) {
        beforeGiveBack = hook;
    }

    void beforeRemove(Consumer<String> hook) {
        beforeRemove = hook;
    }

    void beforeNoting(Consumer<String> hook) {
        beforeNoting = hook;
    }

    @Override
    public AllocatedSegment allocate(String tag, long amount, long floor) {
        beforeAllocation.accept(tag);
        return afterAllocation.apply(tag, super.allocate(tag, amount, floor));
    }

    @Override
    public Optional<TagRow> find(String tag) {
        beforeFind.accept(tag);
        return super.find(tag);
    }

    @Override
    public boolean delete(String tag, Instant due) {
        beforeRemove.accept(tag);
        return super.delete(tag, due);
    }

    @Override
    public List<TagRow> findAll() {
        beforeFindAll.run();
        return super.findAll();
    }

    @Override
    public boolean giveBack(String tag, long first, long end) {
        beforeGiveBack.accept(tag);
        return super.giveBack(tag, first, end);
    }

    @Override
    public Map<String, Long> handedOut(String tag, long end) {
        beforeNoting.accept(tag);
        return super.handedOut(tag, end);
    }
}
