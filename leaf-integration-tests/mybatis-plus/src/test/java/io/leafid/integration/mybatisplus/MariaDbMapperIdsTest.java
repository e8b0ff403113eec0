package io.leafid.integration.mybatisplus;

import io.leafid.testing.MariaDb;
import io.leafid.testing.TestDatabase;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

class MariaDbMapperIdsTest extends MapperIdsContract {

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry registry) {
        // The server of the tests logs statements, and with that refuses bulk inserts.
        TestDatabase database = MariaDb.database();
        use(database.withUrl(database.url() + "?useBulkStmts=false"), registry);
    }
}
