package io.leafid.workerid.jdbc;

import io.leafid.testing.MySql;
import org.junit.jupiter.api.condition.EnabledIf;

/** The holder on MySQL with the driver of MariaDB. */
@EnabledIf("io.leafid.testing.MySql#isThere")
class MySqlByMariaDbDriverWorkerIdHolderTest extends JdbcWorkerIdHolderContract {

    MySqlByMariaDbDriverWorkerIdHolderTest() {
        super(MySql.withMariaDbDriver(MySql.database()));
    }
}
