package io.leafid.integration.datar2dbc;

import io.leafid.testing.TestDatabase;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

class H2RowIdsTest extends RowIdsContract {

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry registry) {
        TestDatabase h2 = TestDatabase.h2();
        TestDatabase database = h2.withUrl(h2.url() + ";DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE");
        use(database, database.url().replace("jdbc:h2:mem:", "r2dbc:h2:mem:///"), registry);
    }
}
