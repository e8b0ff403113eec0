package io.leafid.workerid.jdbc;

import io.leafid.testing.TestDatabase;

/** The recycling holder on H2. */
class H2RecyclingHolderTest extends RecyclingJdbcHolderContract {

    H2RecyclingHolderTest() {
        super(TestDatabase.h2());
    }
}
