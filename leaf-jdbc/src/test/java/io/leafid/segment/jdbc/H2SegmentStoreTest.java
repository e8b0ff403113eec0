package io.leafid.segment.jdbc;

import io.leafid.testing.TestDatabase;

/** The store on H2. */
class H2SegmentStoreTest extends DatabaseSegmentStoreContract {

    H2SegmentStoreTest() {
        super(TestDatabase.h2());
    }
}
