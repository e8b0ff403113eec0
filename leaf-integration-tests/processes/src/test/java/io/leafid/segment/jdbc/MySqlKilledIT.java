package io.leafid.segment.jdbc;

import io.leafid.testing.MySqlServer;
import org.junit.jupiter.api.condition.EnabledIf;

/** MySQL is killed under load and started again. */
@EnabledIf("io.leafid.testing.MySqlServer#isThere")
class MySqlKilledIT extends DatabaseKilledContract {

    MySqlKilledIT() {
        super(MySqlServer.start());
    }
}
