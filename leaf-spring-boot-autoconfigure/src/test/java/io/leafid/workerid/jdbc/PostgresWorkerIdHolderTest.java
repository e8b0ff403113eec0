package io.leafid.workerid.jdbc;

import io.leafid.testing.Postgres;

/** The holder on PostgreSQL. */
class PostgresWorkerIdHolderTest extends JdbcWorkerIdHolderContract {

    PostgresWorkerIdHolderTest() {
        super(Postgres.database());
    }
}
