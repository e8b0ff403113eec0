package io.leafid.workerid.jdbc;

import io.leafid.testing.TestDatabases;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The holder on a MySQL server, where there is one: the build can start a MariaDB only. */
@EnabledIfEnvironmentVariable(named = TestDatabases.MYSQL_URL, matches = "jdbc:.+")
class MySqlWorkerIdHolderTest extends JdbcWorkerIdHolderContract {

    MySqlWorkerIdHolderTest() {
        super(TestDatabases.mySql().orElseThrow());
    }
}
