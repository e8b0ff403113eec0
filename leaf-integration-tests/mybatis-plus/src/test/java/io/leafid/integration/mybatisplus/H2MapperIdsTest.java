package io.leafid.integration.mybatisplus;

import io.leafid.testing.TestDatabase;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

class H2MapperIdsTest extends MapperIdsContract {

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry registry) {
        use(TestDatabase.h2(), registry);
    }
}
