package io.leafid.segment.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.leafid.UnknownTagException;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.TestDatabases;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The store is called inside transactions of the application, and leaves them and their connections as they are. */
class CallersTransactionTest {

    private static final Duration SHORT = Duration.ofMillis(1_500);

    /** The short timeout, and what a busy machine adds to it; no server gives up a lock by itself so early. */
    private static final Duration LIMIT = Duration.ofSeconds(45);

    private final List<HikariDataSource> pools = new ArrayList<>();

    static Stream<TestDatabase> databases() {
        return TestDatabases.all().map(CallersTransactionTest::set);
    }

    private static TestDatabase set(TestDatabase database) {
        JdbcTemplate jdbc = database.with(JdbcSegmentStore.DEFAULT_TABLE).jdbc();
        jdbc.update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order', 1, 10)");
        jdbc.execute("CREATE TABLE orders (id BIGINT PRIMARY KEY)");
        return database;
    }

    @AfterEach
    void closePools() {
        pools.forEach(HikariDataSource::close);
    }

    @ParameterizedTest
    @MethodSource("databases")
    void rollbackOfTheCallerDoesNotTakeARangeBack(TestDatabase database) {
        DataSource callers = pool(database);
        JdbcSegmentStore store = storeOn(callers, database);

        new TransactionTemplate(new JdbcTransactionManager(callers)).executeWithoutResult(transaction -> {
            new JdbcTemplate(callers).update("INSERT INTO orders VALUES (1)");
            assertThat(store.allocate("order", 10, 0)).isEqualTo(new AllocatedSegment(1, 11, 10));
            assertThat(store.create("payment", 10, 1)).isTrue();
            assertThat(store.create("payment", 10, 1)).isFalse();
            transaction.setRollbackOnly();
        });

        assertThat(orders(database)).isZero();
        assertThat(store.allocate("order", 10, 0)).isEqualTo(new AllocatedSegment(11, 21, 10));
        assertThat(store.find("payment")).isPresent();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void transactionOfTheCallerGoesOnAfterAnAllocationAndAfterAFailedOne(TestDatabase database) {
        DataSource pool = pool(database);
        JdbcTemplate jdbc = new JdbcTemplate(pool);
        JdbcSegmentStore store = storeOn(pool, database);

        new TransactionTemplate(new JdbcTransactionManager(pool)).executeWithoutResult(transaction -> {
            jdbc.update("INSERT INTO orders VALUES (1)");
            store.allocate("order", 10, 0);
            jdbc.update("INSERT INTO orders VALUES (2)");
            assertThatExceptionOfType(UnknownTagException.class).isThrownBy(() -> store.allocate("payment", 10, 0));
            jdbc.update("INSERT INTO orders VALUES (3)");
            assertThat(orders(database)).as("seen by others before the commit").isZero();
        });

        assertThat(orders(database)).isEqualTo(3);
    }

    @ParameterizedTest
    @MethodSource("databases")
    void readOnlyTransactionOfTheCallerDoesNotForbidAnAllocation(TestDatabase database) {
        DataSource pool = pool(database);
        JdbcSegmentStore store = storeOn(pool, database);
        TransactionTemplate readOnly = new TransactionTemplate(new JdbcTransactionManager(pool));
        readOnly.setReadOnly(true);

        readOnly.executeWithoutResult(transaction -> {
            store.allocate("order", 10, 0);
            assertThat(TransactionSynchronizationManager.isCurrentTransactionReadOnly())
                    .isTrue();
        });

        assertThat(store.allocate("order", 10, 0).first()).isEqualTo(11);
    }

    @ParameterizedTest
    @MethodSource("databases")
    void connectionThatAnotherKindOfTransactionHasBoundIsNotUsed(TestDatabase database) throws SQLException {
        DataSource pool = pool(database);
        JdbcSegmentStore store = storeOn(pool, database);
        try (Connection bound = pool.getConnection()) {
            bound.setAutoCommit(false);
            new JdbcTemplate(new SingleConnectionDataSource(bound, true)).update("INSERT INTO orders VALUES (1)");
            TransactionSynchronizationManager.bindResource(pool, new ConnectionHolder(bound)); // as for JPA
            try {
                store.allocate("order", 10, 0);
            } finally {
                TransactionSynchronizationManager.unbindResource(pool);
                bound.rollback();
            }
        }

        assertThat(orders(database)).as("committed by the allocation").isZero();
        assertThat(store.allocate("order", 10, 0).first()).isEqualTo(11);
    }

    @ParameterizedTest
    @MethodSource("databases")
    void nothingIsLockedAfterACall(TestDatabase database) {
        JdbcSegmentStore store = storeOn(pool(database), database);
        store.allocate("order", 10, 0);
        database.jdbc().update("UPDATE leaf_alloc SET update_time = TIMESTAMP '2001-01-01 00:00:00'");
        assertThat(store.giveBack("order", 1, 11)).isTrue();
        assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> store.allocate("order", Long.MAX_VALUE, 0));
        JdbcTemplate other = database.jdbc();
        other.setQueryTimeout(60);

        assertThat(other.update("UPDATE leaf_alloc SET step = 20 WHERE biz_tag = 'order'"))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("databases")
    void lockHeldByAnotherIsWaitedForWithinTheTimeout(TestDatabase database) {
        DataSource pool = pool(database);
        JdbcSegmentStore store = new JdbcSegmentStore(pool, database.dialect(), JdbcSegmentStore.DEFAULT_TABLE, SHORT);

        new TransactionTemplate(new JdbcTransactionManager(pool)).executeWithoutResult(transaction -> {
            new JdbcTemplate(pool).update("UPDATE leaf_alloc SET step = 20 WHERE biz_tag = 'order'");
            long start = System.nanoTime();
            assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> store.allocate("order", 10, 0));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LIMIT);
        });

        assertThat(storeOn(pool, database).allocate("order", 10, 0)).isEqualTo(new AllocatedSegment(1, 11, 20));
    }

    @ParameterizedTest
    @MethodSource("databases")
    void connectionGoesBackAsItCame(TestDatabase database) throws SQLException {
        try (Connection only = database.unpooled().getConnection()) {
            int networkTimeout = only.getNetworkTimeout();
            int isolation = only.getTransactionIsolation();
            JdbcSegmentStore store = storeOn(new SingleConnectionDataSource(only, true), database);
            store.allocate("order", 10, 0);
            assertThatExceptionOfType(UnknownTagException.class).isThrownBy(() -> store.allocate("payment", 10, 0));

            assertThat(only.getNetworkTimeout()).isEqualTo(networkTimeout);
            assertThat(only.getTransactionIsolation()).isEqualTo(isolation);
            assertThat(only.getAutoCommit()).isTrue();
        }
    }

    private HikariDataSource pool(TestDatabase database) {
        HikariDataSource pool = database.pool(3);
        pools.add(pool);
        return pool;
    }

    private static JdbcSegmentStore storeOn(DataSource dataSource, TestDatabase database) {
        return new JdbcSegmentStore(
                dataSource, database.dialect(), JdbcSegmentStore.DEFAULT_TABLE, Duration.ofMinutes(1));
    }

    private static int orders(TestDatabase database) {
        return Objects.requireNonNull(database.jdbc().queryForObject("SELECT COUNT(*) FROM orders", Integer.class));
    }
}
