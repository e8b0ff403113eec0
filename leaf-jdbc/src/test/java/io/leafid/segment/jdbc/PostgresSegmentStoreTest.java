package io.leafid.segment.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.testing.Postgres;
import io.leafid.testing.TestDatabase;
import org.junit.jupiter.api.Test;

/** The store on PostgreSQL. */
class PostgresSegmentStoreTest extends DatabaseSegmentStoreContract {

    PostgresSegmentStoreTest() {
        super(Postgres.database());
    }

    @Test
    void userWhoMayOnlySelectAndUpdateIsEnoughAlsoToNameTheServer() {
        putRow("order", 1, 10);
        String user = "leaf_" + System.nanoTime();
        jdbc().execute("CREATE ROLE " + user + " LOGIN PASSWORD 'secret'");
        jdbc().execute("GRANT SELECT, UPDATE ON leaf_alloc TO " + user);
        TestDatabase asUser =
                new TestDatabase(database().url(), user, "secret", database().dialect());
        JdbcSegmentStore store =
                new JdbcSegmentStore(asUser.unpooled(), asUser.dialect(), JdbcSegmentStore.DEFAULT_TABLE, TIMEOUT);

        assertThat(store.allocate("order", 10, 0).first()).isEqualTo(1);
        assertThat(asUser.jdbc().queryForObject(SegmentStatements.serverProbe(asUser.dialect()), String.class))
                .matches("\\d+/[0-9A-F]{8} since .+"); // the server of the tests does not sync
        letTimePass();
        assertThat(store.giveBack("order", 1, 11)).isTrue();
        assertThat(store.findAll()).hasSize(1);
    }
}
