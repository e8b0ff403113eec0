package io.leafid.benchmarks;

import com.zaxxer.hikari.HikariDataSource;
import io.leafid.IdSequence;
import io.leafid.benchmarks.process.Databases;
import io.leafid.benchmarks.raw.Figure;
import io.leafid.benchmarks.raw.Profile;
import io.leafid.benchmarks.raw.Rounds;
import io.leafid.jdbc.SchemaScript;
import io.leafid.jdbc.SqlDialect;
import io.leafid.jdbc.TableName;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentSettings;
import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.segment.buffer.TagSettings;
import io.leafid.segment.jdbc.JdbcSegmentStore;
import io.leafid.segment.status.IdOrder;
import io.leafid.testing.MariaDbServer;
import io.leafid.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Ids per second, and how long a call takes, where each id is newer than its call: with {@code order: global}, beside one
 * transaction per id on the same row, a ticket table and an auto-increment column, on a MariaDB of its own.
 */
final class OrderedIds implements AutoCloseable {

    private static final int CALLERS = 64;
    private static final int ROUNDS = 5;
    private static final int SECONDS = 4;

    private static final String TAG = "order";
    private static final Duration LOAD_TIMEOUT = Duration.ofSeconds(5);
    private static final SegmentSettings GLOBAL = new SegmentSettings(
            new AllocationSettings(
                    Duration.ofMinutes(15),
                    1_000_000,
                    Map.of(TAG, new TagSettings(null, IdOrder.GLOBAL)),
                    0.1,
                    Duration.ofSeconds(1),
                    LOAD_TIMEOUT),
            Duration.ofSeconds(60),
            true,
            null,
            true);

    private final Duration period;
    private final Rounds seen = new Rounds();
    private final HikariDataSource wide;
    private final HikariDataSource narrow;
    private final LongAdder deadlocks = new LongAdder();

    private OrderedIds(TestDatabase database, Duration period) {
        this.period = period;
        this.wide = database.pool(CALLERS); // one connection for each caller, which flatters the others
        this.narrow = database.pool(2); // what Leaf's own connections are
    }

    /** Measures all ways in turn. */
    static List<Figure> measure(Profile profile, List<String> settings) throws Exception {
        try (MariaDbServer server = Databases.mariaDb(false);
                OrderedIds ways = new OrderedIds(server.newDatabase(), profile.seconds(SECONDS))) {
            ways.prepare();
            for (int round = 0; round < profile.rounds(ROUNDS); round++) {
                ways.measureAll();
                System.out.printf("round %d%n", round + 1);
            }
            return ways.seen.figures();
        }
    }

    @Override
    public void close() {
        wide.close();
        narrow.close();
    }

    private void prepare() {
        JdbcTemplate jdbc = new JdbcTemplate(wide);
        jdbc.execute(SchemaScript.of(SqlDialect.MYSQL)
                .text(JdbcSegmentStore.DEFAULT_TABLE, new TableName(JdbcSegmentStore.DEFAULT_TABLE)));
        jdbc.update("REPLACE INTO leaf_alloc (biz_tag, max_id, step) VALUES ('" + TAG + "', 1, 1000)");
        jdbc.execute("""
                CREATE TABLE IF NOT EXISTS Tickets64 (
                    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
                    stub CHAR(1) NOT NULL UNIQUE)
                """);
        jdbc.execute("CREATE TABLE IF NOT EXISTS counted (id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, v INT)");
    }

    private void measureAll() throws Exception {
        JdbcSegmentStore store = store(wide);
        measure("one transaction per id on the tag's row", () -> store.allocate(TAG, 1, 0));
        measure(
                "`REPLACE INTO Tickets64`, deadlocks are repeated",
                () -> key("REPLACE INTO Tickets64 (stub) VALUES ('a')"));
        measure("an auto-increment column", () -> key("INSERT INTO counted (v) VALUES (1)"));
        try (SegmentIdGenerator generator =
                new SegmentIdGenerator(store(narrow), GLOBAL, List.of(), null, event -> {})) {
            generator.start();
            IdSequence sequence = generator.sequence(TAG);
            measure("`order: global`", sequence::next);
        }
    }

    private static JdbcSegmentStore store(DataSource pool) {
        return new JdbcSegmentStore(pool, SqlDialect.MYSQL, JdbcSegmentStore.DEFAULT_TABLE, LOAD_TIMEOUT);
    }

    /** An insert that is repeated while InnoDB takes it for part of a deadlock, as REPLACE is under load. */
    private long key(String insert) throws SQLException {
        while (true) {
            try {
                return keyOnce(insert);
            } catch (SQLTransientException ex) {
                deadlocks.increment();
            }
        }
    }

    private long keyOnce(String insert) throws SQLException {
        try (Connection connection = wide.getConnection();
                PreparedStatement statement = connection.prepareStatement(insert, Statement.RETURN_GENERATED_KEYS)) {
            statement.executeUpdate();
            try (ResultSet keys = statement.getGeneratedKeys()) {
                keys.next();
                return keys.getLong(1);
            }
        }
    }

    private void measure(String way, Callable<?> call) throws Exception {
        run(call, period.dividedBy(3)); // warm
        List<Long> nanos = run(call, period);
        nanos.sort(null);
        seen.subject(way, CALLERS, Map.of())
                .add("ids", "ids/s", nanos.size() * 1e9 / period.toNanos())
                .add("p50", "ms", percentile(nanos, 50))
                .add("p99", "ms", percentile(nanos, 99))
                .add("deadlocks", "", (double) deadlocks.sumThenReset());
    }

    private static double percentile(List<Long> sorted, int percent) {
        return sorted.get((int) ((long) sorted.size() * percent / 100)) / 1e6;
    }

    /** Calls from all callers until the time is over; returns how long each call took. */
    private List<Long> run(Callable<?> call, Duration time) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(CALLERS, OrderedIds::daemon);
        try {
            long end = System.nanoTime() + time.toNanos();
            List<Future<List<Long>>> results = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                results.add(threads.submit(() -> callUntil(end, call)));
            }
            List<Long> all = new ArrayList<>();
            for (Future<List<Long>> result : results) {
                all.addAll(result.get());
            }
            return all;
        } finally {
            threads.shutdownNow();
        }
    }

    /** A thread that does not keep the program from ending when a call has failed. */
    private static Thread daemon(Runnable caller) {
        Thread thread = new Thread(caller, "caller");
        thread.setDaemon(true);
        return thread;
    }

    private static List<Long> callUntil(long endNanos, Callable<?> call) throws Exception {
        List<Long> nanos = new ArrayList<>();
        for (long begun = System.nanoTime(); begun - endNanos < 0; ) {
            call.call();
            long ended = System.nanoTime();
            nanos.add(ended - begun);
            begun = ended;
        }
        return nanos;
    }
}
