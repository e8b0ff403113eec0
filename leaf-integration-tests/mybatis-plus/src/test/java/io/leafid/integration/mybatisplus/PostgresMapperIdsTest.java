package io.leafid.integration.mybatisplus;

import io.leafid.testing.Postgres;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

class PostgresMapperIdsTest extends MapperIdsContract {

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry registry) {
        use(Postgres.database(), registry);
    }
}
