package io.leafid.segment.jdbc;

import io.leafid.testing.MySqlServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;

/** MySQL is killed under load and started again. */
@EnabledIf("io.leafid.testing.MySqlServer#isThere")
@Tag("landing")
class MySqlKilledIT extends DatabaseKilledContract {

    MySqlKilledIT() {
        super(MySqlServer.start());
    }
}
