package io.leafid.benchmarks.database;

import com.zaxxer.hikari.HikariDataSource;
import io.leafid.benchmarks.process.Databases;
import io.leafid.benchmarks.raw.Figure;
import io.leafid.benchmarks.raw.Measurement;
import io.leafid.benchmarks.raw.Profile;
import io.leafid.benchmarks.raw.Rounds;
import io.leafid.benchmarks.raw.UnavailableException;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentSettings;
import io.leafid.segment.jdbc.JdbcSegmentStore;
import io.leafid.segment.store.ForwardingSegmentStore;
import io.leafid.segment.store.SegmentStore;
import io.leafid.segment.store.TagRow;
import io.leafid.testing.MariaDbServer;
import io.leafid.testing.TestDatabase;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Many tags in one table of a real MariaDB: how long a node takes to start, what its refreshes cost the database, and what a tag costs
 * in memory before and after its first use.
 */
public final class HundredThousandTags implements Measurement {

    private static final int TAGS = 100_000;
    private static final int USED = 10_000;
    private static final int ROUNDS = 5;
    private static final int SECONDS = 4;
    private static final String PREFIX = "com.example.service.entity-";
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration REFRESHED_EACH = Duration.ofMillis(500);
    private static final double MILLI = 1e6;

    @Override
    public List<Figure> measure(Profile profile, List<String> settings)
            throws UnavailableException, InterruptedException {
        Rounds seen = new Rounds();
        try (MariaDbServer server = Databases.mariaDb(false)) {
            TestDatabase database = server.newDatabase().with("leaf_alloc");
            database.jdbc()
                    .update("INSERT INTO leaf_alloc (biz_tag, max_id, step) SELECT CONCAT('" + PREFIX
                            + "', seq), 1, 1000 FROM seq_0_to_" + (TAGS - 1));
            try (HikariDataSource pool = database.pool(2);
                    HikariDataSource look = database.pool(1)) {
                SegmentStore store = new JdbcSegmentStore(pool, database.dialect(), "leaf_alloc", LIMIT);
                tags(store, new Rounds()); // compiles and loads what is measured
                for (int round = 0; round < profile.rounds(ROUNDS); round++) {
                    tags(store, seen);
                    Refreshes refreshes = new Refreshes(store, server.process(), new JdbcTemplate(look));
                    refresh(refreshes, profile.seconds(SECONDS), seen);
                    System.out.printf("round %d%n", round + 1);
                }
            }
        }
        return seen.figures();
    }

    private static void tags(SegmentStore store, Rounds seen) {
        long before = usedAfterCollection();
        long begun = System.nanoTime();
        try (SegmentIdGenerator leaf = engine(store, SegmentSettings.DEFAULT.refreshInterval())) {
            leaf.start();
            long started = System.nanoTime();
            long unused = usedAfterCollection();
            long firstUse = System.nanoTime();
            for (int i = 0; i < USED; i++) {
                leaf.nextId(PREFIX + i);
            }
            long used = System.nanoTime();
            seen.subject("tags")
                    .add("start", "ms", (started - begun) / MILLI)
                    .add("unused", "B", (double) (unused - before) / TAGS)
                    .add("used", "B", (double) (usedAfterCollection() - unused) / USED)
                    .add("first", "ms", (used - firstUse) / MILLI / USED);
        }
    }

    private static void refresh(Refreshes refreshes, Duration length, Rounds seen) throws InterruptedException {
        try (SegmentIdGenerator leaf = engine(refreshes, REFRESHED_EACH)) {
            leaf.start();
            refreshes.cost(); // opens the connection that looks
            Cost before = refreshes.cost();
            refreshes.await(before.refreshes + length.dividedBy(REFRESHED_EACH));
            Cost all = refreshes.cost().since(before);
            seen.subject("refresh")
                    .add("time", "ms", all.nanos / MILLI / all.refreshes)
                    .add("processor", "ms", all.processorNanos / MILLI / all.refreshes)
                    .add("queries", "", (double) all.queries / all.refreshes);
        }
    }

    private static SegmentIdGenerator engine(SegmentStore store, Duration refreshInterval) {
        SegmentSettings usual = SegmentSettings.DEFAULT;
        return new SegmentIdGenerator(
                store,
                new SegmentSettings(usual.allocation(), refreshInterval, true, null, false),
                List.of(),
                null,
                event -> {});
    }

    /** The least of a few readings, since a collection may leave for the next one what it finds. */
    private static long usedAfterCollection() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            System.gc();
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }

    /** Counter of what is read of all tags, and of its cost. Locks: itself, so that no refresh is amid a look. */
    private static final class Refreshes extends ForwardingSegmentStore {

        private final ProcessHandle server;
        private final JdbcTemplate look;
        private long count;
        private long nanos;

        Refreshes(SegmentStore store, ProcessHandle server, JdbcTemplate look) {
            super(store);
            this.server = server;
            this.look = look;
        }

        @Override
        public synchronized List<TagRow> findAll() {
            long begun = System.nanoTime();
            List<TagRow> rows = super.findAll();
            nanos += System.nanoTime() - begun;
            count++;
            notifyAll();
            return rows;
        }

        /** The engine refreshes by itself meanwhile. */
        synchronized void await(long refreshes) throws InterruptedException {
            while (count < refreshes) {
                wait();
            }
        }

        synchronized Cost cost() {
            Long queries = Objects.requireNonNull(
                    look.queryForObject("SHOW GLOBAL STATUS LIKE 'Com_select'", (row, number) -> row.getLong(2)));
            Duration processor = server.info().totalCpuDuration().orElse(Duration.ZERO);
            return new Cost(count, nanos, processor.toNanos(), queries);
        }
    }

    /** The cost of refreshes up to some moment. */
    private record Cost(long refreshes, long nanos, long processorNanos, long queries) {

        Cost since(Cost before) {
            return new Cost(
                    refreshes - before.refreshes,
                    nanos - before.nanos,
                    processorNanos - before.processorNanos,
                    queries - before.queries);
        }
    }
}
