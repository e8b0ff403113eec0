package io.leafid.segment;

import io.leafid.segment.status.DatabaseStatus;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.ForwardingSegmentStore;
import io.leafid.segment.store.SegmentStore;
import io.leafid.segment.store.SeveralCounters;
import io.leafid.segment.store.TagRow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * A store before and after whose calls a test may do something: fail in its own way, change a row, look at the engine.
 * Thread-safe.
 */
class HookedStore extends ForwardingSegmentStore {

    private volatile Consumer<String> beforeAllocation = tag -> {};
    private volatile BiFunction<String, AllocatedSegment, AllocatedSegment> afterAllocation = (tag, grant) -> grant;
    private volatile Consumer<String> beforeFind = tag -> {};
    private volatile Runnable beforeFindAll = () -> {};
    private volatile Consumer<String> beforeGiveBack = tag -> {};
    private volatile Consumer<String> beforeNoting = tag -> {};

    private HookedStore(SegmentStore store) {
        super(store);
    }

    /** Before a store of any kind. */
    static HookedStore of(SegmentStore store) {
        return (store instanceof SeveralCounters) ? several(store) : new HookedStore(store);
    }

    /** The same, which is asked before something is noted, too. */
    static HookedStore several(SegmentStore store) {
        return new OfSeveral(store);
    }

    final void beforeAllocation(Consumer<String> hook) {
        beforeAllocation = hook;
    }

    /** Sees each range that was committed and decides what the engine is told. */
    final void afterAllocation(BiFunction<String, AllocatedSegment, AllocatedSegment> hook) {
        afterAllocation = hook;
    }

    final void beforeFind(Consumer<String> hook) {
        beforeFind = hook;
    }

    final void beforeFindAll(Runnable hook) {
        beforeFindAll = hook;
    }

    final void beforeGiveBack(Consumer<String> hook) {
        beforeGiveBack = hook;
    }

    final void beforeNoting(Consumer<String> hook) {
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
    public List<TagRow> findAll() {
        beforeFindAll.run();
        return super.findAll();
    }

    @Override
    public boolean giveBack(String tag, long first, long end) {
        beforeGiveBack.accept(tag);
        return super.giveBack(tag, first, end);
    }

    private static final class OfSeveral extends HookedStore implements SeveralCounters {

        private final SegmentStore store;

        private OfSeveral(SegmentStore store) {
            super(store);
            this.store = store;
        }

        @Override
        public List<DatabaseStatus> members() {
            return (store instanceof SeveralCounters several) ? several.members() : List.of();
        }

        @Override
        public Map<String, Long> handedOut(String tag, long end) {
            super.beforeNoting.accept(tag);
            return (store instanceof SeveralCounters several) ? several.handedOut(tag, end) : Map.of("", end);
        }

        @Override
        public long recall(String tag, Map<String, Long> ends) {
            return (store instanceof SeveralCounters several) ? several.recall(tag, ends) : ends.getOrDefault("", 0L);
        }
    }
}
