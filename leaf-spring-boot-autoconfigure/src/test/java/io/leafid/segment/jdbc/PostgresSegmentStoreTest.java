package io.leafid.segment.jdbc;

import io.leafid.testing.Postgres;

/** The store on PostgreSQL. */
class PostgresSegmentStoreTest extends JdbcSegmentStoreContract {

    PostgresSegmentStoreTest() {
        super(Postgres.database());
    }
}
