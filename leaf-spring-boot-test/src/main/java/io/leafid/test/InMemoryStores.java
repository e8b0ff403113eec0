package io.leafid.test;

import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.test.workerid.InMemoryWorkerIdRegistry;
import io.leafid.time.TimeSource;

/**
 * The stores in memory of one context; their presence says that they are wanted. Immutable.
 *
 * @param segments the store of segments
 * @param workerIds the registry
 */
record InMemoryStores(InMemorySegmentStore segments, InMemoryWorkerIdRegistry workerIds) {

    /** Those of the {@code number}-th context of this JVM, which gives another worker id than the ones before. */
    static InMemoryStores ofContext(int number) {
        return new InMemoryStores(
                new InMemorySegmentStore(), new InMemoryWorkerIdRegistry(TimeSource.system(), number - 1));
    }
}
