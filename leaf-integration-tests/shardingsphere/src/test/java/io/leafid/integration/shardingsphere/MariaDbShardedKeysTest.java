package io.leafid.integration.shardingsphere;

import io.leafid.testing.MariaDb;
import io.leafid.testing.TestDatabase;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

class MariaDbShardedKeysTest extends ShardedKeysContract {

    private static final TestDatabase FIRST = MariaDb.database();
    private static final TestDatabase SECOND = MariaDb.database();

    MariaDbShardedKeysTest() {
        super(FIRST, SECOND);
    }

    @DynamicPropertySource
    static void databases(DynamicPropertyRegistry registry) {
        use(FIRST, SECOND, MariaDb.database(), registry);
    }
}
