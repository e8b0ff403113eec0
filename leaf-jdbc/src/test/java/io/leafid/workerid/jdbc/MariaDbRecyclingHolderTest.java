package io.leafid.workerid.jdbc;

import io.leafid.testing.MariaDb;

/** The recycling holder on MariaDB with its own driver. */
class MariaDbRecyclingHolderTest extends RecyclingJdbcHolderContract {

    MariaDbRecyclingHolderTest() {
        super(MariaDb.database());
    }
}
