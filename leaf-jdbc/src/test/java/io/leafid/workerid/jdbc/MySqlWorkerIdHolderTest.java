package io.leafid.workerid.jdbc;

import io.leafid.testing.MySql;
import org.junit.jupiter.api.condition.EnabledIf;

/** The holder on MySQL, where there is one: Maven brings a MariaDB only. */
@EnabledIf("io.leafid.testing.MySql#isThere")
class MySqlWorkerIdHolderTest extends JdbcWorkerIdHolderContract {

    MySqlWorkerIdHolderTest() {
        super(MySql.database());
    }
}
