package io.leafid.integration.jooq;

import io.leafid.testing.Postgres;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

class PostgresRecordIdsTest extends RecordIdsContract {

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry registry) {
        use(Postgres.database(), registry);
    }
}
