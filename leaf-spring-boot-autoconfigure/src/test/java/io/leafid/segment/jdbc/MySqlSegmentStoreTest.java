package io.leafid.segment.jdbc;

import io.leafid.testing.TestDatabases;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The store on a MySQL server, where there is one: the build can start a MariaDB only. */
@EnabledIfEnvironmentVariable(named = TestDatabases.MYSQL_URL, matches = "jdbc:.+")
class MySqlSegmentStoreTest extends DatabaseSegmentStoreContract {

    MySqlSegmentStoreTest() {
        super(TestDatabases.mySql().orElseThrow());
    }
}
