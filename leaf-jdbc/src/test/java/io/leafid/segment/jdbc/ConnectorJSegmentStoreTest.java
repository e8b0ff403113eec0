package io.leafid.segment.jdbc;

import io.leafid.testing.MariaDb;

/** The store on MariaDB with the driver of MySQL. */
class ConnectorJSegmentStoreTest extends DatabaseSegmentStoreContract {

    ConnectorJSegmentStoreTest() {
        super(MariaDb.withConnectorJ(MariaDb.database()));
    }
}
