package io.leafid.workerid.jdbc;

import io.leafid.testing.MySql;
import org.junit.jupiter.api.condition.EnabledIf;

/** The holder of lent worker ids on MySQL, where there is one. */
@EnabledIf("io.leafid.testing.MySql#isThere")
class MySqlRecyclingHolderTest extends RecyclingJdbcHolderContract {

    MySqlRecyclingHolderTest() {
        super(MySql.database());
    }
}
