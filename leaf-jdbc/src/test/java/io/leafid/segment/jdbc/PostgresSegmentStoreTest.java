package io.leafid.segment.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.testing.Postgres;
import io.leafid.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

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
        assertThat(asUser.jdbc()
                        .queryForObject(
                                "SELECT "
                                        + asUser.dialect()
                                                .counters()
                                                .serverIds()
                                                .get(0),
                                String.class))
                .matches("\\d+/[0-9A-F]{8}");
        letTimePass();
        assertThat(store.giveBack("order", 1, 11)).isTrue();
        assertThat(store.findAll()).hasSize(1);
    }

    /** A pooler passes on the search path that another of its clients has set. */
    @Test
    void tableStaysTheOneThatWasFoundFirst() throws SQLException {
        putRow("order", 1, 10);
        try (Connection session = database().unpooled().getConnection();
                Statement statement = session.createStatement()) {
            JdbcSegmentStore store = new JdbcSegmentStore(
                    new SingleConnectionDataSource(session, true),
                    database().dialect(),
                    JdbcSegmentStore.DEFAULT_TABLE,
                    TIMEOUT);
            store.findAll();
            statement.execute(
                    "CREATE SCHEMA others; CREATE TABLE others.leaf_alloc (LIKE public.leaf_alloc INCLUDING DEFAULTS);"
                            + " INSERT INTO others.leaf_alloc (biz_tag, max_id, step) VALUES ('order', 1, 10);"
                            + " SET search_path TO others");

            store.allocate("order", 10, 0);

            assertThat(jdbc().queryForObject("SELECT max_id FROM public.leaf_alloc", Long.class))
                    .isEqualTo(11);
            statement.execute("DROP SCHEMA others CASCADE");
        }
    }
}
