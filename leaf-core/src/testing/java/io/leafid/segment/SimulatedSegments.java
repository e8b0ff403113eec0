package io.leafid.segment;

import io.leafid.segment.buffer.SegmentThreads;
import io.leafid.segment.store.SegmentStore;
import io.leafid.time.TimeSource;
import java.nio.file.Path;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/** The real generator with clocks, threads and chance of a schedule. */
public final class SimulatedSegments {

    private SimulatedSegments() {}

    /** Makes a generator. */
    public static SegmentIdGenerator of(
            SegmentStore store,
            SegmentSettings settings,
            List<String> preload,
            @Nullable Path notes,
            TimeSource time,
            SegmentThreads threads,
            DoubleSupplier random) {
        return new SegmentIdGenerator(
                SegmentStores.of(store), settings, preload, notes, event -> {}, time, () -> threads, random);
    }
}
