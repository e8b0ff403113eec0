package io.leafid.segment.jdbc;

import io.leafid.testing.MySql;
import org.junit.jupiter.api.condition.EnabledIf;

/** The store on MySQL, where there is one: Maven brings a MariaDB only. */
@EnabledIf("io.leafid.testing.MySql#isThere")
class MySqlSegmentStoreTest extends DatabaseSegmentStoreContract {

    MySqlSegmentStoreTest() {
        super(MySql.database());
    }
}
