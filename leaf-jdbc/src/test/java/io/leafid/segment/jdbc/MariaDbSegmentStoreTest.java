package io.leafid.segment.jdbc;

import io.leafid.testing.MariaDb;

/** The store on MariaDB with its own driver. */
class MariaDbSegmentStoreTest extends DatabaseSegmentStoreContract {

    MariaDbSegmentStoreTest() {
        super(MariaDb.database());
    }
}
