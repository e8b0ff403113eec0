package io.leafid.segment.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.leafid.jdbc.OwnStatements;
import io.leafid.jdbc.SqlDialect;
import io.leafid.jdbc.TableName;
import io.leafid.jdbc.UnsafeTableException;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.testing.DialectFixture;
import io.leafid.testing.MariaDb;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.TestDatabases;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A range follows from the reply to the very UPDATE that took it, wherever a later SELECT would go. */
class AllocationReplyIT {

    private static final int NODES = 6;
    private static final int ALLOCATIONS = 100; // of each node
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    static Stream<TestDatabase> databases() {
        return TestDatabases.allByEachDriver();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void noRangeIsGrantedTwiceThoughSelectsGoToAReplica(TestDatabase primary) throws Exception {
        try (HikariDataSource replica = pool(replicaOf(primary))) {
            assertAllGrantedOnce(primary, pool -> new ReadsFromReplica(pool, replica, "FOR UPDATE"));
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void noRangeIsGrantedTwiceThoughLockingSelectsGoToAReplicaToo(TestDatabase primary) throws Exception {
        try (HikariDataSource replica = pool(replicaOf(primary))) {
            assertAllGrantedOnce(primary, pool -> new ReadsFromReplica(pool, replica, "(no statement)"));
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void noRangeIsGrantedTwiceThoughEachStatementCommitsByItself(TestDatabase database) throws Exception {
        assertAllGrantedOnce(database, pool -> new IgnoresAutoCommit(pool, true));
    }

    @ParameterizedTest
    @MethodSource("databases")
    void dataSourceThatDoesNotSwitchAutoCommitOnIsRefused(TestDatabase database) {
        database.with(JdbcSegmentStore.DEFAULT_TABLE);
        JdbcSegmentStore store = storeOn(new IgnoresAutoCommit(database.unpooled(), false), database.dialect());

        assertThatExceptionOfType(UnsafeTableException.class)
                .isThrownBy(store::findAll)
                .withMessageStartingWith(
                        "the DataSource ignores setAutoCommit(true), so that what is granted from table"
                                + " leaf_alloc is not committed");
    }

    /** Refused at start; shows that even without the check no number is granted twice. */
    static Stream<Arguments> enginesWithoutTransactions() {
        return Stream.of("MyISAM", "Aria", "MEMORY").flatMap(engine -> {
            TestDatabase database = MariaDb.database();
            return Stream.of(Arguments.of(engine, database), Arguments.of(engine, MariaDb.withConnectorJ(database)));
        });
    }

    @ParameterizedTest
    @MethodSource("enginesWithoutTransactions")
    void noRangeIsGrantedTwiceThoughTheEngineKeepsNoTransactions(String engine, TestDatabase database)
            throws Exception {
        database.with(JdbcSegmentStore.DEFAULT_TABLE).jdbc().execute("ALTER TABLE leaf_alloc ENGINE = " + engine);
        database.jdbc().update("DELETE FROM leaf_alloc");
        database.jdbc().update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order', 1, 10)");
        SqlDialect dialect = database.dialect();
        TableName table = new TableName("leaf_alloc");
        SegmentStatements sql =
                SegmentStatements.of(table, table, dialect, SegmentStatements.NO_SERVER, TIMEOUT, Long.MAX_VALUE);
        CounterUpdate counter = new CounterUpdate(dialect.counters(), sql);
        try (HikariDataSource pool = pool(database)) {
            OwnStatements updates = new OwnStatements(pool, dialect, TIMEOUT);
            assertAllOnce(together(() -> {
                CounterRow row = updates.execute(jdbc -> counter.allocate(jdbc, "order", Lift.none(10)))
                        .orElseThrow();
                return new AllocatedSegment(row.end() - 10, row.end(), row.step());
            }));
        }
    }

    private interface Wrapper {

        DataSource around(DataSource pool);
    }

    private static void assertAllGrantedOnce(TestDatabase database, Wrapper wrapper) throws Exception {
        database.with(JdbcSegmentStore.DEFAULT_TABLE)
                .jdbc()
                .update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order', 1, 10)");
        try (HikariDataSource pool = pool(database)) {
            JdbcSegmentStore store = storeOn(wrapper.around(pool), database.dialect());
            assertAllOnce(together(() -> store.allocate("order", 10, 0)));
        }
    }

    private static void assertAllOnce(List<AllocatedSegment> grants) {
        assertThat(grants).hasSize(NODES * ALLOCATIONS);
        assertThat(grants.get(0).first()).isEqualTo(1);
        assertThat(IntStream.range(1, grants.size()))
                .allSatisfy(i -> assertThat(grants.get(i).first())
                        .isEqualTo(grants.get(i - 1).end()));
    }

    private static List<AllocatedSegment> together(Callable<AllocatedSegment> allocation) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(NODES);
        try {
            List<AllocatedSegment> grants = new ArrayList<>();
            for (Future<List<AllocatedSegment>> node : threads.invokeAll(
                    IntStream.range(0, NODES).mapToObj(i -> many(allocation)).toList())) {
                grants.addAll(node.get());
            }
            grants.sort(Comparator.comparingLong(AllocatedSegment::first));
            return grants;
        } finally {
            threads.shutdownNow();
        }
    }

    private static Callable<List<AllocatedSegment>> many(Callable<AllocatedSegment> allocation) {
        return () -> {
            List<AllocatedSegment> grants = new ArrayList<>();
            for (int i = 0; i < ALLOCATIONS; i++) {
                grants.add(allocation.call());
            }
            return grants;
        };
    }

    private static HikariDataSource pool(TestDatabase database) {
        HikariDataSource pool = database.pool(NODES);
        pool.setConnectionTimeout(TIMEOUT.toMillis()); // here nothing is to fail, however busy the machine is
        return pool;
    }

    private static JdbcSegmentStore storeOn(DataSource dataSource, SqlDialect dialect) {
        return new JdbcSegmentStore(dataSource, dialect, JdbcSegmentStore.DEFAULT_TABLE, TIMEOUT);
    }

    /** Another database of the kind, whose row stands where the primary's stood long ago. */
    private static TestDatabase replicaOf(TestDatabase primary) {
        TestDatabase replica = DialectFixture.of(primary.dialect()).database();
        replica.with(JdbcSegmentStore.DEFAULT_TABLE)
                .jdbc()
                .update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order', 1, 7)");
        return replica;
    }

    /** Commits each statement by itself, whatever it is told; says so when it is asked, or not. */
    private static final class IgnoresAutoCommit extends ConnectionProxy {

        private final boolean admitsIt;

        IgnoresAutoCommit(DataSource target, boolean admitsIt) {
            super(target);
            this.admitsIt = admitsIt;
        }

        @Override
        @Nullable Object call(Connection target, String method, Object[] args, Call call) throws SQLException {
            return switch (method) {
                case "setAutoCommit", "commit", "rollback" -> null;
                case "getAutoCommit" -> admitsIt;
                default -> call.go(target);
            };
        }
    }
}
