package io.leafid.segment.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentSettings;
import io.leafid.testing.MariaDbServer;
import io.leafid.testing.TestDatabase;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Measures many tags in one table of a real MariaDB: how long a node takes to start, what its refreshes cost the database, and what
 * a tag costs in memory before and after its first use. Neither a unit test nor one of the build: run it by name, on a machine
 * that does little else.
 *
 * <p>Properties: {@code leaf.tag-count} (100000), {@code leaf.used} (10000): how many of them are used.
 */
class HundredThousandTags {

    private static final int TAGS = Integer.getInteger("leaf.tag-count", 100_000);
    private static final int USED = Integer.getInteger("leaf.used", 10_000);
    private static final int ROUNDS = 5;
    private static final String PREFIX = "com.example.service.entity-";
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private MariaDbServer server;
    private TestDatabase database;

    @BeforeEach
    void start() {
        server = MariaDbServer.start();
        database = server.newDatabase().with("leaf_alloc");
        database.jdbc()
                .update("INSERT INTO leaf_alloc (biz_tag, max_id, step) SELECT CONCAT('" + PREFIX
                        + "', seq), 1, 1000 FROM seq_0_to_" + (TAGS - 1));
    }

    private static String tag(int i) {
        return PREFIX + i;
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void tagsCostMemoryAndRefreshes() {
        try (HikariDataSource pool = database.pool(2)) {
            JdbcSegmentStore store = new JdbcSegmentStore(pool, database.dialect(), "leaf_alloc", LIMIT);
            for (int round = 1; round <= ROUNDS; round++) {
                Duration busy = processorTime();
                long begin = System.nanoTime();
                assertThat(store.findAll()).hasSize(TAGS);
                System.out.printf(
                        "refresh %d: %d ms, of the database's processor %d ms%n",
                        round, millisSince(begin), processorTime().minus(busy).toMillis());
            }
            measureTags(store);
        }
    }

    private static void measureTags(JdbcSegmentStore store) {
        long before = usedAfterCollection();
        long begin = System.nanoTime();
        try (SegmentIdGenerator leaf =
                new SegmentIdGenerator(store, SegmentSettings.DEFAULT, List.of(), null, event -> {})) {
            leaf.start();
            System.out.printf("start: %d ms%n", millisSince(begin));
            long unused = usedAfterCollection();
            System.out.printf("a tag before its first use: %d bytes%n", (unused - before) / TAGS);
            long firstUse = System.nanoTime();
            for (int i = 0; i < USED; i++) {
                leaf.nextId(tag(i));
            }
            System.out.printf("first ids of %d tags, one after the other: %d ms%n", USED, millisSince(firstUse));
            System.out.printf(
                    "a tag after its first use, besides: %d bytes%n", (usedAfterCollection() - unused) / USED);
        }
    }

    private Duration processorTime() {
        return server.process().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private static long millisSince(long begin) {
        return Duration.ofNanos(System.nanoTime() - begin).toMillis();
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
}
