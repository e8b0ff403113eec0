package io.leafid.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.testing.MariaDb;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.TestDatabases;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** The page docs/run/migration/text-keys.md, step by step, under load. */
@Timeout(600)
class TextKeysMigrationIT {

    /** More lines without an order than a batch takes. */
    private static final int ORPHANS = 600;

    /** Twice as many as the rows under load need. */
    private static final int MOST_BATCHES = 200;

    private final MigrationPage page = MigrationPage.read("text-keys.md");
    private final AtomicLong inserted = new AtomicLong();
    private final List<Writers> all = new ArrayList<>();

    private static Stream<TestDatabase> databases() {
        return Stream.concat(Stream.of(MariaDb.database()), TestDatabases.mySql());
    }

    /** Begins to write orders of one line, which know no number. */
    private Writers old(MigrationScene scene) {
        return start(scene, connection -> {
            String id = UUID.randomUUID().toString();
            execute(connection, "INSERT INTO shop_order (id, item) VALUES (?, 'old')", id);
            execute(connection, "INSERT INTO order_line (order_id) VALUES (?)", id);
            return inserted.incrementAndGet();
        });
    }

    /** Begins to write such that have both. */
    private Writers ours(MigrationScene scene) {
        LongSupplier numbers = scene.ids();
        return start(scene, connection -> {
            String id = UUID.randomUUID().toString();
            long number = numbers.getAsLong();
            execute(connection, "INSERT INTO shop_order (id, number, item) VALUES (?, ?, 'new')", id, number);
            execute(connection, "INSERT INTO order_line (order_id, order_number) VALUES (?, ?)", id, number);
            return inserted.incrementAndGet();
        });
    }

    private Writers start(MigrationScene scene, Writers.Inserter inserter) {
        Writers writers = Writers.start(scene.database, inserter);
        all.add(writers);
        return writers;
    }

    private static void execute(Connection connection, String statement, Object... values) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(statement)) {
            for (int i = 0; i < values.length; i++) {
                insert.setObject(i + 1, values[i]);
            }
            insert.executeUpdate();
        }
    }

    /** Repeats the batches of step 5 until nothing is missing. */
    private void fill(MigrationScene scene) {
        SingleConnectionDataSource session = new SingleConnectionDataSource(
                scene.database.url(), scene.database.user(), scene.database.password(), true);
        try {
            JdbcTemplate operator = new JdbcTemplate(session);
            int batches = 0;
            do {
                page.run(operator, 5);
                batches++;
            } while (left(scene, "missing") > 0 && batches < MOST_BATCHES);
        } finally {
            session.destroy();
        }
    }

    private long left(MigrationScene scene, String column) {
        return ((Number) page.check(scene.jdbc, 5).get(0).get(column)).longValue();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void numbersBecomeTheKeyUnderLoadAndBack(TestDatabase database) throws Exception {
        try (MigrationScene scene = new MigrationScene(database)) {
            scene.jdbc.execute("CREATE TABLE shop_order (id CHAR(36) PRIMARY KEY, item VARCHAR(20))");
            scene.jdbc.execute(
                    "CREATE TABLE order_line (id BIGINT AUTO_INCREMENT PRIMARY KEY, order_id CHAR(36), KEY (order_id))");
            scene.jdbc.execute("INSERT INTO order_line (order_id) VALUES "
                    + String.join(", ", Collections.nCopies(ORPHANS, "('its order was deleted')")));
            Writers old = old(scene);
            old.awaitMore(2 * MigrationScene.SOME);
            assertThat(page.check(scene.jdbc, 1)).hasSize(1);
            page.run(scene.jdbc, 2);
            page.run(scene.jdbc, 3);
            old.awaitMore(MigrationScene.SOME);
            long missing = scene.number(page.sql(3, "Check").get(0));
            Writers ours = ours(scene);
            ours.awaitMore(MigrationScene.SOME);
            assertThat(scene.number(page.sql(3, "Check").get(0)))
                    .isEqualTo(missing)
                    .isPositive();

            ours.close(); // back to the beginning, while the old ones write on
            page.back(scene.jdbc, 3);
            page.back(scene.jdbc, 2);
            old.awaitMore(MigrationScene.SOME);

            page.run(scene.jdbc, 2); // and forth again
            page.run(scene.jdbc, 3);
            Writers again = ours(scene);
            fill(scene);
            old.awaitMore(MigrationScene.SOME);
            assertThat(left(scene, "missing")).isZero();
            String from = scene.jdbc.queryForObject("SELECT MIN(id) FROM shop_order", String.class);
            String to = scene.jdbc.queryForObject("SELECT MAX(id) FROM shop_order", String.class);
            scene.jdbc.update(
                    "UPDATE order_line SET order_id = ? WHERE order_id = ?", to, from); // as an old writer does
            assertThat(left(scene, "missing"))
                    .as("lines with the number of another order")
                    .isEqualTo(1);
            scene.jdbc.update("UPDATE order_line SET order_number = NULL WHERE order_id = ?", to);
            fill(scene);
            assertThat(left(scene, "missing")).isZero();
            assertThat(left(scene, "orphans")).isEqualTo(ORPHANS);
            page.run(scene.jdbc, 6);
            assertThat(page.check(scene.jdbc, 6).toString()).contains("PRIMARY KEY (`number`)");
            old.awaitMore(MigrationScene.SOME);
            again.awaitMore(MigrationScene.SOME);

            page.back(scene.jdbc, 6); // back from the end, and to it
            old.awaitMore(MigrationScene.SOME);
            page.run(scene.jdbc, 6);
            old.close();
            page.goOn(scene.jdbc, 6);
            again.awaitMore(MigrationScene.SOME);
            assertAllNumbered(scene);
        } finally {
            all.forEach(Writers::close);
        }
    }

    private void assertAllNumbered(MigrationScene scene) {
        for (Writers writers : all) {
            writers.close();
            assertThat(writers.failures()).isEmpty();
        }
        long rows = scene.number("SELECT COUNT(*) FROM shop_order");
        assertThat(rows).isEqualTo(inserted.get());
        assertThat(scene.number("SELECT COUNT(DISTINCT number) FROM shop_order"))
                .isEqualTo(rows);
        assertThat(scene.number("SELECT COUNT(*) FROM order_line l JOIN shop_order o"
                        + " ON o.id = l.order_id AND o.number = l.order_number"))
                .isEqualTo(scene.number("SELECT COUNT(*) FROM order_line") - ORPHANS)
                .isEqualTo(rows);
        System.out.printf("%d rows with a text key are numbered; 0 duplicates, 0 failed inserts%n", rows);
    }
}
