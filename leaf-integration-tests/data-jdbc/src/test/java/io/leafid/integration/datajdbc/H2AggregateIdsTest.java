package io.leafid.integration.datajdbc;

import io.leafid.testing.TestDatabase;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

class H2AggregateIdsTest extends AggregateIdsContract {

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry registry) {
        TestDatabase database = TestDatabase.h2();
        use(database.withUrl(database.url() + ";DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE"), registry);
    }
}
