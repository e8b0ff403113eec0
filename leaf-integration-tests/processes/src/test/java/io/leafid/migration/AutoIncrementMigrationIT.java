package io.leafid.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.testing.MariaDb;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.TestDatabases;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page docs/run/migration/auto-increment.md, step by step, under load. */
@Timeout(600)
class AutoIncrementMigrationIT {

    private final MigrationPage page = MigrationPage.read("auto-increment.md");

    private static Stream<TestDatabase> databases() {
        return Stream.concat(Stream.of(MariaDb.database()), TestDatabases.mySql());
    }

    /** Goes back by a step, with the number that the operator reads from the row. */
    private void back(MigrationScene scene, int step) {
        String end = Long.toString(scene.number(page.sql(step, "Way back").get(0)));
        page.with(Map.of("1003001", end)).back(scene.jdbc, step);
    }

    private void moveToLeaf(MigrationScene scene) {
        page.run(scene.jdbc, 2);
        page.run(scene.jdbc, 3);
    }

    /** An id that Leaf has handed out, and whose row is not there: it was rolled back, or deleted. */
    private static long idOfNoRow(MigrationScene scene) {
        return scene.ids().getAsLong();
    }

    private static void assertCounterIsAbove(MigrationScene scene, long id) throws InterruptedException {
        Writers old = scene.old(MigrationScene::insertWithGeneratedKey);
        old.awaitMore(MigrationScene.SOME);
        assertThat(old.ids()).isNotEmpty().allMatch(each -> each > id);
    }

    /** As drivers and frameworks send it that list all columns. */
    private static long insertWithNull(Connection connection) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO shop_order (id, item) VALUES (NULL, 'old')", new String[] {"id"})) {
            insert.executeUpdate();
            try (ResultSet keys = insert.getGeneratedKeys()) {
                keys.next();
                return keys.getLong(1);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void movesUnderLoadAndBack(TestDatabase database) throws Exception {
        try (MigrationScene scene = new MigrationScene(database)) {
            scene.jdbc.execute(
                    "CREATE TABLE shop_order (id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, item VARCHAR(20))");
            Writers old = scene.old(MigrationScene::insertWithGeneratedKey);
            Writers nulls = scene.old(AutoIncrementMigrationIT::insertWithNull);
            old.awaitMore(MigrationScene.SOME);
            nulls.awaitMore(MigrationScene.SOME);
            assertThat(page.check(scene.jdbc, 1).toString()).contains("AUTO_INCREMENT=");
            page.run(scene.jdbc, 2);
            old.awaitMore(MigrationScene.SOME);
            page.run(scene.jdbc, 3);
            old.awaitMore(MigrationScene.SOME);
            assertThat(page.check(scene.jdbc, 3).toString()).contains("draws=1");

            Writers ours = scene.ours();
            ours.awaitMore(MigrationScene.SOME);
            old.awaitMore(MigrationScene.SOME);
            nulls.awaitMore(MigrationScene.SOME);

            ours.close(); // back from step 4, while the old ones write on
            back(scene, 4);
            old.awaitMore(MigrationScene.SOME);
            nulls.awaitMore(MigrationScene.SOME);

            moveToLeaf(scene); // and forth again
            Writers again = scene.ours();
            again.awaitMore(MigrationScene.SOME);
            old.awaitMore(MigrationScene.SOME);
            old.close();
            nulls.close();
            page.run(scene.jdbc, 5);
            again.awaitMore(MigrationScene.SOME);

            again.close(); // back from the end
            long id = idOfNoRow(scene);
            back(scene, 5);
            assertCounterIsAbove(scene, id);
            scene.assertNothingLostOrTwice();
        }
    }

    /** Why step 1 asks for writers that ask so: nothing fails, and what they insert next would refer to another row. */
    @ParameterizedTest
    @MethodSource("databases")
    void functionOfTheServerDoesNotTellWhatTheTriggerDrew(TestDatabase database) throws Exception {
        try (MigrationScene scene = new MigrationScene(database);
                Connection connection = database.unpooled().getConnection();
                Statement old = connection.createStatement()) {
            scene.jdbc.execute(
                    "CREATE TABLE shop_order (id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, item VARCHAR(20))");
            moveToLeaf(scene);

            old.execute("INSERT INTO shop_order (item) VALUES ('old')");
            try (ResultSet told = old.executeQuery("SELECT LAST_INSERT_ID()")) {
                told.next();
                assertThat(told.getLong(1)).isNotEqualTo(scene.number("SELECT MAX(id) FROM shop_order"));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void counterBeginsAboveWhatLeafHasGrantedAlsoWhereNothingWasInserted(TestDatabase database) throws Exception {
        try (MigrationScene scene = new MigrationScene(database)) {
            scene.jdbc.execute(
                    "CREATE TABLE shop_order (id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, item VARCHAR(20))");
            Writers old = scene.old(MigrationScene::insertWithGeneratedKey);
            old.awaitMore(MigrationScene.SOME);
            moveToLeaf(scene);
            old.close();
            long id = idOfNoRow(scene);

            back(scene, 4);

            assertCounterIsAbove(scene, id);
        }
    }
}
