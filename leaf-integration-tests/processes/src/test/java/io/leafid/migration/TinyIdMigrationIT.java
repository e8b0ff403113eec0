package io.leafid.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.testing.MariaDb;
import io.leafid.testing.TestDatabase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The page docs/run/migration/tinyid.md, step by step, under load, beside stand-ins of TinyID's nodes on two databases. */
@Timeout(600)
class TinyIdMigrationIT {

    private static final long GAP = 1_000_000;
    private static final int STEP = 200;

    private final MigrationPage page = MigrationPage.read("tinyid.md");
    private final TestDatabase even = MariaDb.database();
    private final TestDatabase odd = MariaDb.database();

    private long largest(String column, int step) {
        return List.of(even, odd).stream()
                .flatMap(database -> page.check(database.jdbc(), step).stream())
                .mapToLong(row -> ((Number) row.get(column)).longValue())
                .max()
                .orElseThrow();
    }

    /** Makes Leaf's row where the page says. */
    private long makeRow(MigrationScene scene) {
        long first = largest("max_id", 1) + 1 + GAP;
        page.with(Map.of("5000001", Long.toString(first))).run(scene.jdbc, 2);
        return first;
    }

    private void moveBack(MigrationScene scene) {
        List<String> read = page.sql(3, "Way back");
        String end = Long.toString(scene.number(read.get(0)));
        List<String> statements = page.with(Map.of("5003001", end)).sql(3, "Way back");
        List.of(even, odd).forEach(database -> database.jdbc().execute(statements.get(1)));
        scene.jdbc.execute(statements.get(2));
    }

    @Test
    void nodesAreReplacedUnderLoadAndPutBack() throws Exception {
        TinyIdNode.createTable(even, 1, STEP, 2, 0);
        TinyIdNode.createTable(odd, 40_000, STEP, 2, 1);
        try (MigrationScene scene = new MigrationScene(MariaDb.database())) {
            scene.createOrders();
            Writers one = scene.writes("old", new TinyIdNode(List.of(even, odd)));
            Writers other = scene.writes("other", new TinyIdNode(List.of(even, odd)));
            one.awaitMore(MigrationScene.SOME);
            other.awaitMore(MigrationScene.SOME);

            long first = makeRow(scene);
            Writers ours = scene.ours();
            ours.awaitMore(MigrationScene.SOME);
            one.awaitMore(MigrationScene.SOME);
            assertThat(page.with(Map.of("5000001", Long.toString(first)))
                            .check(odd.jdbc(), 3)
                            .get(0)
                            .get("gap"))
                    .satisfies(gap -> assertThat(((Number) gap).longValue()).isBetween(1L, GAP));

            ours.close(); // back, while the old ones write on
            moveBack(scene);
            one.awaitMore(2 * STEP + MigrationScene.SOME);
            assertThat(scene.number("SELECT MAX(id) FROM shop_order WHERE item = 'old'"))
                    .isGreaterThan(scene.number("SELECT MAX(id) FROM shop_order WHERE item = 'new'"));

            makeRow(scene); // and forth again, to the end
            Writers again = scene.ours();
            again.awaitMore(MigrationScene.SOME);
            one.close();
            other.close();
            again.awaitMore(MigrationScene.SOME);
            again.close();
            moveBack(scene); // back from the end, with none of the old ones left
            scene.writes("old", new TinyIdNode(List.of(even, odd))).awaitMore(MigrationScene.SOME);
            scene.assertNothingLostOrTwice();
        }
    }
}
