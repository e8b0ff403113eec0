package io.leafid.integration.datajdbc;

import io.leafid.testing.MariaDb;
import io.leafid.testing.TestDatabase;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

class MariaDbAggregateIdsTest extends AggregateIdsContract {

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry registry) {
        TestDatabase database = MariaDb.database();
        // The server of the tests logs statements, and with that refuses bulk inserts.
        use(database.withUrl(database.url() + "?useBulkStmts=false"), registry);
    }
}
