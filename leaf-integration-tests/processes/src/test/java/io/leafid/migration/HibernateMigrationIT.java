package io.leafid.migration;

import io.leafid.testing.MariaDb;
import io.leafid.testing.Postgres;
import io.leafid.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page docs/run/migration/hibernate.md, step by step, under load. */
@Timeout(600)
class HibernateMigrationIT {

    private static final int ALLOCATION_SIZE = 50;

    /** Takes the value of a sequence or a row, as Hibernate does. */
    @FunctionalInterface
    private interface NextValue {
        long take(Connection connection) throws SQLException;
    }

    /** The optimizer {@code pooled} of one node, which all of its threads share. Thread-safe. */
    private static final class Pooled implements Writers.Inserter {

        private final NextValue values;
        private long next;
        private long end;

        private Pooled(NextValue values) {
            this.values = values;
        }

        @Override
        public long insert(Connection connection) throws SQLException {
            long id = next(connection);
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO shop_order (id, item) VALUES (?, 'old')")) {
                insert.setLong(1, id);
                insert.executeUpdate();
            }
            return id;
        }

        private synchronized long next(Connection connection) throws SQLException {
            if (next == end) {
                next = values.take(connection);
                end = next + ALLOCATION_SIZE;
            }
            return next++;
        }
    }

    private static long ofSequence(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("select nextval('shop_order_seq')");
                ResultSet row = select.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    private static long ofTable(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try {
            long value = readForUpdate(connection);
            try (PreparedStatement update = connection.prepareStatement(
                    "update hibernate_sequences set next_val=? where next_val=? and sequence_name='shop_order'")) {
                update.setLong(1, value + ALLOCATION_SIZE);
                update.setLong(2, value);
                update.executeUpdate();
            }
            connection.commit();
            return value;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    private static long readForUpdate(Connection connection) throws SQLException {
        String select = "select next_val from hibernate_sequences where sequence_name='shop_order' for update";
        try (PreparedStatement statement = connection.prepareStatement(select);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    private static Stream<TestDatabase> servers() {
        return Stream.of(MariaDb.database(), Postgres.database());
    }

    @Test
    void sequenceMovesUnderLoadAndBack() throws Exception {
        try (MigrationScene scene = new MigrationScene(Postgres.database())) {
            scene.jdbc.execute("CREATE SEQUENCE shop_order_seq START WITH 1 INCREMENT BY 50");
            scene.createOrders();
            scene.moveByGap(
                    MigrationPage.read("hibernate.md", "A sequence"),
                    scene.old(new Pooled(HibernateMigrationIT::ofSequence)),
                    scene.old(new Pooled(HibernateMigrationIT::ofSequence)));
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void tableMovesUnderLoadAndBack(TestDatabase database) throws Exception {
        try (MigrationScene scene = new MigrationScene(database)) {
            scene.jdbc.execute(
                    "CREATE TABLE hibernate_sequences (sequence_name VARCHAR(255) PRIMARY KEY, next_val BIGINT)");
            scene.jdbc.update("INSERT INTO hibernate_sequences (sequence_name, next_val) VALUES ('shop_order', 1)");
            scene.createOrders();
            scene.moveByGap(
                    MigrationPage.read("hibernate.md", "A table"),
                    scene.old(new Pooled(HibernateMigrationIT::ofTable)),
                    scene.old(new Pooled(HibernateMigrationIT::ofTable)));
        }
    }
}
