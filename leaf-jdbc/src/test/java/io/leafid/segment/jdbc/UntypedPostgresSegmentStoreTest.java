package io.leafid.segment.jdbc;

import io.leafid.testing.Postgres;
import io.leafid.testing.TestDatabase;

/** The store on PostgreSQL by a driver that sends texts without a type, as one behind Amazon's wrapper does. */
class UntypedPostgresSegmentStoreTest extends DatabaseSegmentStoreContract {

    UntypedPostgresSegmentStoreTest() {
        super(untyped(Postgres.database()));
    }

    private static TestDatabase untyped(TestDatabase database) {
        return database.withUrl(database.url() + "?stringtype=unspecified");
    }
}
