package io.leafid.segment.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.leafid.IdsExhaustedException;
import io.leafid.UnknownTagException;
import io.leafid.segment.interleaved.InterleavedSegmentStore;
import io.leafid.segment.interleaved.InterleavedSettings;
import io.leafid.segment.interleaved.SlottedDatabase;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.CounterSetBackException;
import io.leafid.segment.store.Lift;
import io.leafid.segment.store.SlotRecord;
import io.leafid.segment.store.SlotRefusedException;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.TestDatabases;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Allocations that lift their counter, and records of slots, on each kind of database; then on all of them by turns. */
class LiftedCounterTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int THREADS = 4;
    private static final int ALLOCATIONS = 60;

    static Stream<TestDatabase> databases() {
        return TestDatabases.all();
    }

    private static TestDatabase prepared(TestDatabase database) {
        database.with(JdbcSegmentStore.DEFAULT_TABLE).with(JdbcSegmentStore.DEFAULT_SLOT_TABLE);
        database.jdbc().update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order', 100, 10)");
        return database;
    }

    private static JdbcSegmentStore storeOn(TestDatabase database, javax.sql.DataSource pool) {
        return new JdbcSegmentStore(pool, database.dialect(), JdbcSegmentStore.DEFAULT_TABLE, TIMEOUT);
    }

    private static long maxId(TestDatabase database) {
        return Objects.requireNonNull(
                database.jdbc().queryForObject("SELECT max_id FROM leaf_alloc WHERE biz_tag = 'order'", Long.class));
    }

    @ParameterizedTest
    @MethodSource("databases")
    void counterIsLiftedOrRefusedAndAlwaysMovedOnce(TestDatabase fresh) {
        TestDatabase database = prepared(fresh);
        JdbcSegmentStore store = storeOn(database, database.unpooled());

        assertThat(store.allocate("order", new Lift(10, 100, 50, 1_000))).isEqualTo(new AllocatedSegment(100, 110, 10));
        assertThat(store.allocate("order", new Lift(10, 110, 500, 1_000)))
                .isEqualTo(new AllocatedSegment(500, 510, 10));
        assertThatExceptionOfType(CounterSetBackException.class)
                .isThrownBy(() -> store.allocate("order", new Lift(10, 511, 600, 1_000)))
                .satisfies(ex -> assertThat(ex.found()).isEqualTo(510));
        assertThatExceptionOfType(IdsExhaustedException.class)
                .isThrownBy(() -> store.allocate("order", new Lift(10, 0, 991, 1_000)));
        assertThatExceptionOfType(IdsExhaustedException.class)
                .isThrownBy(() -> store.allocate("order", new Lift(491, 0, 0, 1_000)));
        assertThatExceptionOfType(UnknownTagException.class)
                .isThrownBy(() -> store.allocate("user", new Lift(10, 0, 991, 1_000)));
        assertThat(maxId(database)).isEqualTo(510);
        assertThat(store.allocate("order", new Lift(10, 0, 990, 1_000)).end()).isEqualTo(1_000);
    }

    @ParameterizedTest
    @MethodSource("databases")
    void slotIsRecordedOnceAndADatabaseThatIsOneIsNotUsedAlone(TestDatabase fresh) {
        TestDatabase database = fresh.with(JdbcSegmentStore.DEFAULT_TABLE);
        JdbcSegmentStore store = storeOn(database, database.unpooled());
        assertThatExceptionOfType(SlotRefusedException.class)
                .isThrownBy(store::slotRecords)
                .satisfies(ex -> assertThat(ex.reason()).isEqualTo(SlotRefusedException.Reason.NO_TABLE))
                .withMessageContaining("CREATE TABLE");
        assertThat(storeOn(database, database.unpooled()).findAll())
                .as("alone it needs none")
                .isEmpty();

        database.with(JdbcSegmentStore.DEFAULT_SLOT_TABLE);
        SlotRecord own = new SlotRecord(true, 1, 4, "id of b");
        store.recordSlot(own);
        store.recordSlot(new SlotRecord(true, 2, 4, "another one"));
        store.recordSlot(new SlotRecord(false, 0, 4, "id of a"));
        assertThat(store.slotRecords()).containsExactly(own, new SlotRecord(false, 0, 4, "id of a"));
        assertThat(store.findAll()).isEmpty();
        assertThatExceptionOfType(SlotRefusedException.class)
                .isThrownBy(() -> storeOn(database, database.unpooled()).findAll())
                .withMessageContaining("slot 1 of 4");
    }

    @ParameterizedTest
    @MethodSource("databases")
    void slotWithoutTheTableOfTagsIsRefusedWithTheStatementThatMakesIt(TestDatabase fresh) {
        TestDatabase database = fresh.with(JdbcSegmentStore.DEFAULT_SLOT_TABLE);

        assertThatExceptionOfType(SlotRefusedException.class)
                .isThrownBy(storeOn(database, database.unpooled())::slotRecords)
                .satisfies(ex -> assertThat(ex.reason()).isEqualTo(SlotRefusedException.Reason.NO_TABLE))
                .withMessageContainingAll("there is no table leaf_alloc", "CREATE TABLE");
    }

    /** Nodes with stores of their own, on MariaDB, PostgreSQL and H2 by turns; every thread demands more than it has seen. */
    @Test
    void noIdIsGrantedTwiceByDatabasesThatAreLiftedAtTheSameTime() throws Exception {
        List<TestDatabase> databases =
                TestDatabases.all().map(LiftedCounterTest::prepared).toList();
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
                        TIMEOUT.multipliedBy(4), event -> {}, TimeSource.system(), new Random(seed)::nextDouble));
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
