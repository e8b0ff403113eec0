package io.leafid.workerid.jdbc;

import io.leafid.testing.MariaDb;

/** The holder on MariaDB with the driver of MySQL. */
class ConnectorJWorkerIdHolderTest extends JdbcWorkerIdHolderContract {

    ConnectorJWorkerIdHolderTest() {
        super(MariaDb.withConnectorJ(MariaDb.database()));
    }
}
