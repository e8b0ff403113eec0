package io.leafid.segment.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.IdsExhaustedException;
import io.leafid.UnknownTagException;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.CounterSetBackException;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.TestDatabases;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Allocations that lift their counter, and records of slots, on each kind of database. */
class LiftedCounterTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    static Stream<TestDatabase> databases() {
        return TestDatabases.all();
    }

    private static TestDatabase prepared(TestDatabase database) {
        database.with(JdbcSegmentStore.DEFAULT_TABLE).with(JdbcSegmentStore.DEFAULT_SLOT_TABLE);
        database.jdbc().update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order', 100, 10)");
        return database;
    }

    private static JdbcSegmentStore storeOn(TestDatabase database, DataSource pool) {
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
}
