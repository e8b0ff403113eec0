package io.leafid.testing;

import io.leafid.lease.KeeperThreads;
import io.leafid.time.LeafThreads;

/** Threads as an application's engines have them, for tests that need no others. Stateless. */
public final class TestThreads {

    private TestThreads() {}

    /** The threads of one lease keeper. */
    public static KeeperThreads ofAKeeper() {
        return new KeeperThreads(
                LeafThreads.scheduler("test-times"),
                LeafThreads.pool("test-registry", 1),
                LeafThreads.pool("test-disk", 1));
    }
}
