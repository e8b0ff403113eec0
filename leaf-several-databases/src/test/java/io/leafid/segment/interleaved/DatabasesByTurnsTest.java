package io.leafid.segment.interleaved;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.leafid.segment.jdbc.JdbcSegmentStore;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.TestDatabases;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Nodes on real databases of each kind by turns. */
class DatabasesByTurnsTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int THREADS = 4;
    private static final int ALLOCATIONS = 60;

    private static TestDatabase prepared(TestDatabase database) {
        database.with(JdbcSegmentStore.DEFAULT_TABLE).with(JdbcSegmentStore.DEFAULT_SLOT_TABLE);
        database.jdbc().update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order', 100, 10)");
        return database;
    }

    private static JdbcSegmentStore storeOn(TestDatabase database, DataSource pool) {
        return new JdbcSegmentStore(pool, database.dialect(), JdbcSegmentStore.DEFAULT_TABLE, TIMEOUT);
    }

    /** Nodes with stores of their own, on MariaDB, PostgreSQL and H2 by turns; every thread demands more than it has seen. */
    @Test
    void noIdIsGrantedTwiceByDatabasesThatAreLiftedAtTheSameTime() throws Exception {
        List<TestDatabase> databases =
                TestDatabases.all().map(DatabasesByTurnsTest::prepared).toList();
        List<HikariDataSource> pools =
                databases.stream().map(database -> database.pool(THREADS)).toList();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Callable<List<AllocatedSegment>>> nodes = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                InterleavedSegmentStore node = node(databases, pools, i);
                nodes.add(() -> draw(node));
            }
            Set<Long> ids = new HashSet<>();
            for (Future<List<AllocatedSegment>> ranges : threads.invokeAll(nodes)) {
                ranges.get().forEach(range -> add(ids, range));
            }
            assertThat(ids).hasSizeGreaterThan(THREADS * ALLOCATIONS);
        } finally {
            threads.shutdownNow();
            pools.forEach(HikariDataSource::close);
        }
    }

    private static void add(Set<Long> ids, AllocatedSegment range) {
        for (long id = range.first(); id < range.end(); id += range.stride()) {
            assertThat(ids.add(id)).as("%d is granted once", id).isTrue();
        }
    }

    private static InterleavedSegmentStore node(List<TestDatabase> databases, List<HikariDataSource> pools, int seed) {
        List<SlottedDatabase> members = new ArrayList<>();
        for (int i = 0; i < databases.size(); i++) {
            members.add(new SlottedDatabase("db" + i, i, storeOn(databases.get(i), pools.get(i))));
        }
        return new InterleavedSegmentStore(
                members,
                5,
                new InterleavedSettings(
                        TIMEOUT.multipliedBy(4),
                        event -> {},
                        TimeSource.system(),
                        new Random(seed)::nextDouble,
                        tag -> false));
    }

    private static List<AllocatedSegment> draw(InterleavedSegmentStore node) {
        Random random = new Random(14);
        List<AllocatedSegment> ranges = new ArrayList<>();
        node.findAll();
        long seen = 0;
        for (int i = 0; i < ALLOCATIONS; i++) {
            AllocatedSegment range = node.allocate("order", 1 + random.nextInt(20), seen);
            assertThat(range.first()).isGreaterThanOrEqualTo(seen);
            seen = range.end();
            ranges.add(range);
        }
        return ranges;
    }
}
