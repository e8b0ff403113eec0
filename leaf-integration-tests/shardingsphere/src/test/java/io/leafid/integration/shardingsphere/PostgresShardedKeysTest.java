package io.leafid.integration.shardingsphere;

import io.leafid.testing.Postgres;
import io.leafid.testing.TestDatabase;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

class PostgresShardedKeysTest extends ShardedKeysContract {

    private static final TestDatabase FIRST = Postgres.database();
    private static final TestDatabase SECOND = Postgres.database();

    PostgresShardedKeysTest() {
        super(FIRST, SECOND);
    }

    @DynamicPropertySource
    static void databases(DynamicPropertyRegistry registry) {
        use(FIRST, SECOND, Postgres.database(), registry);
    }
}
