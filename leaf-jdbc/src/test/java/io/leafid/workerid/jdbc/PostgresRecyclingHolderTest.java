package io.leafid.workerid.jdbc;

import io.leafid.testing.Postgres;

/** The recycling holder on PostgreSQL. */
class PostgresRecyclingHolderTest extends RecyclingJdbcHolderContract {

    PostgresRecyclingHolderTest() {
        super(Postgres.database());
    }
}
