package io.leafid.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentSettings;
import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.segment.jdbc.JdbcSegmentStore;
import io.leafid.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.springframework.jdbc.core.JdbcTemplate;

/** A table of orders under load while it moves to Leaf: old writers and new ones, whose ids and failures are counted. */
final class MigrationScene implements AutoCloseable {

    /** Rows that each kind of writers inserts between two steps at least. */
    static final int SOME = 300;

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    final TestDatabase database;
    final JdbcTemplate jdbc;
    private final List<Writers> all = new ArrayList<>();
    private final List<SegmentIdGenerator> generators = new ArrayList<>();

    MigrationScene(TestDatabase database) {
        this.database = database.with(JdbcSegmentStore.DEFAULT_TABLE);
        this.jdbc = database.jdbc();
    }

    /** Makes the table of orders whose numbers come from a generator. */
    void createOrders() {
        jdbc.execute("CREATE TABLE shop_order (id BIGINT PRIMARY KEY, item VARCHAR(20))");
    }

    /** Begins to write as the system does that is to be moved. */
    Writers old(Writers.Inserter inserter) {
        Writers writers = Writers.start(database, inserter);
        all.add(writers);
        return writers;
    }

    /** Begins to write with ids of Leaf, as two nodes do, of which each has a generator. */
    Writers ours() {
        return writes("new", ids());
    }

    /** Ids of two nodes of Leaf. */
    LongSupplier ids() {
        List<SegmentIdGenerator> nodes = List.of(node(), node());
        return () ->
                nodes.get((int) (Thread.currentThread().getId() % nodes.size())).nextId("order");
    }

    /** Begins to write with ids of any source; the item of the rows says whose they are. */
    Writers writes(String item, LongSupplier ids) {
        Writers writers = Writers.start(database, connection -> {
            long id = ids.getAsLong();
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO shop_order (id, item) VALUES (?, ?)")) {
                insert.setLong(1, id);
                insert.setString(2, item);
                insert.executeUpdate();
            }
            return id;
        });
        all.add(writers);
        return writers;
    }

    private SegmentIdGenerator node() {
        AllocationSettings allocation =
                new AllocationSettings(Duration.ofMinutes(15), 1_000, Map.of(), 0.1, TIMEOUT, TIMEOUT);
        SegmentIdGenerator generator = new SegmentIdGenerator(
                new JdbcSegmentStore(database.unpooled(), database.dialect(), JdbcSegmentStore.DEFAULT_TABLE, TIMEOUT),
                new SegmentSettings(allocation, TIMEOUT, true, null, true),
                List.of(),
                null,
                event -> {});
        generator.start();
        generators.add(generator);
        return generator;
    }

    /**
     * Moves to Leaf and back, and to Leaf for good, by a page whose step 2 makes a row with a gap and whose step 3 replaces the nodes.
     *
     * @param one writers of a node of the former generator
     * @param other those of another
     */
    void moveByGap(MigrationPage page, Writers one, Writers other) throws InterruptedException {
        one.awaitMore(SOME);
        other.awaitMore(SOME);
        assertThat(page.check(jdbc, 1)).hasSize(1);
        page.run(jdbc, 2);
        assertThat(((Number) page.check(jdbc, 2).get(0).get("gap")).longValue()).isGreaterThan(900_000);
        Writers ours = ours();
        ours.awaitMore(SOME);
        one.awaitMore(SOME);
        assertThat(page.check(jdbc, 3)).hasSize(1);

        ours.close(); // back, while the old ones write on
        page.back(jdbc, 3);
        other.awaitMore(SOME);

        page.run(jdbc, 2); // and forth again
        Writers again = ours();
        again.awaitMore(SOME);
        one.close();
        other.close();
        again.awaitMore(SOME);
        assertNothingLostOrTwice();
    }

    /** A number in a query of the test. */
    long number(String query) {
        Long value = jdbc.queryForObject(query, Long.class);
        return (value == null) ? 0 : value;
    }

    /** No id came twice, no insert has failed, and the table has just the rows that were reported. */
    void assertNothingLostOrTwice() throws InterruptedException {
        List<Long> ids = new ArrayList<>();
        for (Writers writers : all) {
            writers.close();
            assertThat(writers.failures()).isEmpty();
            ids.addAll(writers.ids());
        }
        assertThat(ids).doesNotHaveDuplicates();
        List<Long> rows = jdbc.queryForList("SELECT id FROM shop_order ORDER BY id", Long.class);
        assertThat(rows).isEqualTo(ids.stream().sorted().toList()); // of a million, too
        System.out.printf(
                "%s: %d rows, of which %d by new writers; 0 duplicates, 0 failed inserts%n",
                database.dialect(), ids.size(), number("SELECT COUNT(*) FROM shop_order WHERE item = 'new'"));
    }

    @Override
    public void close() {
        for (Writers writers : all) {
            writers.close();
        }
        generators.forEach(SegmentIdGenerator::close);
    }

    /** An insert whose id the database gives. */
    static long insertWithGeneratedKey(Connection connection) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO shop_order (item) VALUES ('old')", new String[] {"id"})) {
            insert.executeUpdate();
            try (var keys = insert.getGeneratedKeys()) {
                keys.next();
                return keys.getLong(1);
            }
        }
    }
}
