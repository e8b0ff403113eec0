package io.leafid.segment.jdbc;

import io.leafid.testing.MariaDbServer;

/** MariaDB is killed under load and started again. */
class MariaDbKilledIT extends DatabaseKilledContract {

    MariaDbKilledIT() {
        super(MariaDbServer.start());
    }
}
