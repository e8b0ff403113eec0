package io.leafid.segment.buffer;

import io.leafid.LeafEvent;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.ForwardingSegmentStore;
import io.leafid.segment.store.SegmentStore;
import io.leafid.segment.store.TagRow;
import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.test.time.ManualExecutor;
import io.leafid.test.time.ManualTime;
import java.util.ArrayList;
import java.util.List;

/** A buffer of an empty store, whose allocations never begin unless a test says so. */
final class IdleBuffer {

    private final ManualTime time = new ManualTime();
    private final ManualExecutor loader = new ManualExecutor();
    private final InMemorySegmentStore store = new InMemorySegmentStore();
    private final List<LeafEvent> events = new ArrayList<>();
    private Runnable beforeAllocation = () -> {};
    private Runnable beforeChance = () -> {};
    private final SegmentContext context;
    private final SegmentBuffer buffer;

    IdleBuffer() {
        loader.defer();
        context = new SegmentContext(
                new TagIndex(),
                new Hooked(store),
                AllocationSettings.DEFAULT,
                this::chance,
                time,
                new SegmentThreads(() -> new SegmentThreads.Pools(time, loader, new ManualExecutor())),
                new StoreHealth("", time, events::add),
                null);
        buffer = new SegmentBuffer(context, (tag, deadline, unknown) -> {}, new TagRow("order", 0, 10), 0);
    }

    SegmentBuffer buffer() {
        return buffer;
    }

    /** What another buffer of the same store needs. */
    SegmentContext context() {
        return context;
    }

    /** The store that is asked once the {@link #loader()} runs. */
    InMemorySegmentStore store() {
        return store;
    }

    ManualTime time() {
        return time;
    }

    ManualExecutor loader() {
        return loader;
    }

    /** What an operator was told. */
    List<LeafEvent> events() {
        return events;
    }

    /** Lets something happen before each allocation from now on. */
    void beforeAllocation(Runnable action) {
        beforeAllocation = action;
    }

    /** Lets something happen before each random number from now on. */
    void beforeChance(Runnable action) {
        beforeChance = action;
    }

    private double chance() {
        beforeChance.run();
        return 0.5;
    }

    private final class Hooked extends ForwardingSegmentStore {

        Hooked(SegmentStore store) {
            super(store);
        }

        @Override
        public AllocatedSegment allocate(String tag, long amount, long floor) {
            beforeAllocation.run();
            return super.allocate(tag, amount, floor);
        }
    }
}
