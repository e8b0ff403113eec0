package io.leafid.integration.datajdbc;

import io.leafid.testing.Postgres;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

class PostgresAggregateIdsTest extends AggregateIdsContract {

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry registry) {
        use(Postgres.database(), registry);
    }
}
