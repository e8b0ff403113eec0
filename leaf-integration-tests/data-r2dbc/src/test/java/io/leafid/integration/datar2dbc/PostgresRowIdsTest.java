package io.leafid.integration.datar2dbc;

import io.leafid.testing.Postgres;
import io.leafid.testing.TestDatabase;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

class PostgresRowIdsTest extends RowIdsContract {

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry registry) {
        TestDatabase database = Postgres.database();
        use(database, database.url().replace("jdbc:", "r2dbc:"), registry);
    }
}
