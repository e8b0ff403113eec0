package io.leafid.segment.buffer;

import io.leafid.IdGenerationException;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.SegmentStore;
import io.leafid.segment.store.TagRow;
import io.leafid.testing.HandedTasks;
import io.leafid.time.Scheduler;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;

/** Buffers for stress tests: nothing runs in the background, and no caller waits. */
final class StressBuffers {

    /** The result of a caller who got no id. */
    static final long NONE = -1;

    private static final String TAG = "stress";
    private static final long STEP = 10;

    private static final double DUE_AT_ONCE = -1;

    /** The next segment is wanted from the first id on; a caller that finds nothing gives up at once. */
    private static final AllocationSettings SETTINGS =
            new AllocationSettings(Duration.ofMinutes(15), 1000, Map.of(), 0, Duration.ZERO, Duration.ofSeconds(5));

    private static final Scheduler NO_SCHEDULER = new Scheduler() {

        @Override
        public Task after(Duration delay, Runnable action) {
            return () -> {};
        }

        @Override
        public Task every(Duration pause, Runnable action) {
            return () -> {};
        }

        @Override
        public void close() {}
    };

    private static final HandedTasks NO_TASKS = new HandedTasks(task -> {});

    private StressBuffers() {}

    /** An empty buffer whose allocations never begin. */
    static SegmentBuffer idle() {
        return with(new StressStore(), task -> {});
    }

    /** An empty buffer that allocates from a store by way of a loader. */
    static SegmentBuffer with(SegmentStore store, Executor loader) {
        TimeSource time = TimeSource.system();
        SegmentContext context = new SegmentContext(
                new TagIndex(),
                store,
                SETTINGS,
                () -> 0.5,
                time,
                new SegmentThreads(() -> new SegmentThreads.Pools(NO_SCHEDULER, new HandedTasks(loader), NO_TASKS)),
                new StoreHealth("", time, event -> {}),
                null);
        return new SegmentBuffer(context, (tag, deadline, unknown) -> {}, new TagRow(TAG, 0, STEP), 0);
    }

    /** Adds a range that was allocated; the next one is due before an id of it is claimed. */
    static void append(SegmentBuffer buffer, long first, long end) {
        buffer.segments().append(new AllocatedSegment(first, end, STEP), DUE_AT_ONCE);
    }

    /** The next id, or {@link #NONE} if there is none now. */
    static long next(SegmentBuffer buffer) {
        try {
            return buffer.next();
        } catch (IdGenerationException ex) {
            return NONE;
        }
    }

    /** The next id of the segment that the index leads to, and of no other; {@link #NONE} if there is none. */
    static long next(TagIndex index) {
        Segment segment = Objects.requireNonNull(index.get(TAG));
        long place = segment.claim();
        return (place < segment.size()) ? segment.idAt(place) : NONE;
    }
}
