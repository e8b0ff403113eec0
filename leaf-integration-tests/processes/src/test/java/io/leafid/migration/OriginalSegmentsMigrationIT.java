package io.leafid.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.testing.MariaDb;
import io.leafid.testing.Postgres;
import io.leafid.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page docs/run/migration/original-segments.md under load, beside stand-ins of the original's nodes. */
@Timeout(600)
@Tag("landing")
class OriginalSegmentsMigrationIT {

    private final MigrationPage page = MigrationPage.read("original-segments.md");

    /** A node of the original, whose step follows its own load. Thread-safe. */
    private static final class OriginalNode implements Writers.Inserter {

        private long next;
        private long max;
        private int step = 50;

        @Override
        public long insert(Connection connection) throws SQLException {
            long id = next(connection);
            try (Statement insert = connection.createStatement()) {
                insert.executeUpdate("INSERT INTO shop_order (id, item) VALUES (%d, 'old')".formatted(id));
            }
            return id;
        }

        private synchronized long next(Connection connection) throws SQLException {
            if (next == max) {
                load(connection);
                step = Math.min(step * 2, 1_000);
            }
            return next++;
        }

        private void load(Connection connection) throws SQLException {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate(
                        "UPDATE leaf_alloc SET max_id = max_id + %d WHERE biz_tag = 'order'".formatted(step));
                try (ResultSet row = statement.executeQuery(
                        "SELECT biz_tag, max_id, step FROM leaf_alloc WHERE biz_tag = 'order'")) {
                    row.next();
                    max = row.getLong("max_id");
                    next = max - step;
                }
                connection.commit();
            } finally {
                connection.setAutoCommit(true);
            }
        }
    }

    private static Stream<TestDatabase> servers() {
        return Stream.of(MariaDb.database(), Postgres.database());
    }

    @ParameterizedTest
    @MethodSource("servers")
    void nodesAreReplacedUnderLoadAndPutBack(TestDatabase database) throws Exception {
        try (MigrationScene scene = new MigrationScene(database)) {
            scene.createOrders();
            scene.jdbc.update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order', 1, 50)");
            Writers one = scene.old(new OriginalNode());
            Writers other = scene.old(new OriginalNode());
            one.awaitMore(MigrationScene.SOME);
            assertThat(page.check(scene.jdbc, 1)).hasSize(1);

            Writers ours = scene.ours();
            ours.awaitMore(MigrationScene.SOME);
            one.close();
            ours.awaitMore(MigrationScene.SOME);
            other.close();
            ours.awaitMore(MigrationScene.SOME);
            assertThat(page.check(scene.jdbc, 3)).hasSize(1);

            Writers back = scene.old(new OriginalNode()); // beside ours, then alone
            back.awaitMore(MigrationScene.SOME);
            ours.close();
            back.awaitMore(MigrationScene.SOME);
            scene.assertNothingLostOrTwice();
        }
    }
}
