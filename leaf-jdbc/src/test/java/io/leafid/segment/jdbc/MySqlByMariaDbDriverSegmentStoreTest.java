package io.leafid.segment.jdbc;

import io.leafid.testing.MySql;
import org.junit.jupiter.api.condition.EnabledIf;

/** The store on MySQL with the driver of MariaDB. */
@EnabledIf("io.leafid.testing.MySql#isThere")
class MySqlByMariaDbDriverSegmentStoreTest extends DatabaseSegmentStoreContract {

    MySqlByMariaDbDriverSegmentStoreTest() {
        super(MySql.withMariaDbDriver(MySql.database()));
    }
}
