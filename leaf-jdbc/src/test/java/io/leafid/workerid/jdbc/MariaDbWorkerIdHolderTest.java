package io.leafid.workerid.jdbc;

import io.leafid.testing.MariaDb;

/** The holder on MariaDB with its own driver. */
class MariaDbWorkerIdHolderTest extends JdbcWorkerIdHolderContract {

    MariaDbWorkerIdHolderTest() {
        super(MariaDb.database());
    }
}
