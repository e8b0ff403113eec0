package io.leafid.integration.jpa;

import io.leafid.testing.Postgres;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

class PostgresEntityIdsTest extends EntityIdsContract {

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry registry) {
        use(Postgres.database(), registry);
    }
}
