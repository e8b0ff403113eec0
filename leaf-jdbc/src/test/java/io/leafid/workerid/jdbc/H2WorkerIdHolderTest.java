package io.leafid.workerid.jdbc;

import io.leafid.testing.TestDatabase;

/** The holder on H2. */
class H2WorkerIdHolderTest extends JdbcWorkerIdHolderContract {

    H2WorkerIdHolderTest() {
        super(TestDatabase.h2());
    }
}
