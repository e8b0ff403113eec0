package io.leafid.integration.jpa;

import io.leafid.testing.TestDatabase;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

class H2EntityIdsTest extends EntityIdsContract {

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry registry) {
        use(TestDatabase.h2(), registry);
    }
}
