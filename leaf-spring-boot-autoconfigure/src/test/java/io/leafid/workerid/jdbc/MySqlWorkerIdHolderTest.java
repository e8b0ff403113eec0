package io.leafid.workerid.jdbc;

import io.leafid.testing.MariaDb;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The holder on a MySQL server, where there is one: the build can start a MariaDB only. */
@EnabledIfEnvironmentVariable(named = "LEAF_TEST_MYSQL_URL", matches = "jdbc:.+")
class MySqlWorkerIdHolderTest extends JdbcWorkerIdHolderContract {

    MySqlWorkerIdHolderTest() {
        super(MariaDb.onMySql(System.getenv("LEAF_TEST_MYSQL_URL")));
    }
}
