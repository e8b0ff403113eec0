package io.leafid.segment.buffer;

import io.leafid.segment.store.TagRow;
import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.test.time.ManualExecutor;
import io.leafid.test.time.ManualTime;

/** A buffer of an empty store, whose allocations never begin unless a test says so. */
final class IdleBuffer {

    private final ManualTime time = new ManualTime();
    private final ManualExecutor loader = new ManualExecutor();
    private final SegmentBuffer buffer;

    IdleBuffer() {
        loader.defer();
        SegmentContext context = new SegmentContext(
                new InMemorySegmentStore(),
                AllocationSettings.DEFAULT,
                () -> 0.5,
                time,
                new SegmentThreads(time, loader, new ManualExecutor()),
                new StoreHealth(time, event -> {}),
                null);
        buffer = new SegmentBuffer(context, (tag, deadline, unknown) -> {}, new TagRow("order", 0, 10), 0);
    }

    SegmentBuffer buffer() {
        return buffer;
    }
}
