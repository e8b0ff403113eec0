package io.leafid.segment.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.leafid.UnknownTagException;
import io.leafid.jdbc.SqlDialect;
import io.leafid.jdbc.UnsafeTableException;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.testing.MariaDb;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.TestDatabases;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Whatever state connections come in, an allocation is committed when it returns, and they go back as they came. */
class ConnectionStateTest {

    private static final int NODES = 6;
    private static final int ALLOCATIONS = 40; // of each node
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    static Stream<TestDatabase> databases() {
        return TestDatabases.allByEachDriver();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void nodesThatQueueForOneRowAllAllocateThoughTheDefaultIsolationIsSerializable(TestDatabase database)
            throws Exception {
        prepare(database);
        String serializable = "SET SESSION %s SERIALIZABLE"
                .formatted(
                        database.dialect() == SqlDialect.MYSQL
                                ? "TRANSACTION ISOLATION LEVEL"
                                : "CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL");
        try (HikariDataSource pool = pool(database, true, serializable)) {
            assertIsolation(pool, Connection.TRANSACTION_SERIALIZABLE);
            assertAllGrantedOnce(storeOn(pool, database));
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void allocationOnAConnectionWithoutAutoCommitIsCommittedAndItGoesBackAsItCame(TestDatabase database)
            throws SQLException {
        prepare(database);
        try (Connection only = database.unpooled().getConnection()) {
            only.setAutoCommit(false);
            JdbcSegmentStore store = storeOn(new SingleConnectionDataSource(only, true), database);

            assertThat(store.allocate("order", 10, 0)).isEqualTo(new AllocatedSegment(1, 11, 10));
            assertThat(maxId(database)).as("seen by others").isEqualTo(11);
            assertThat(only.getAutoCommit()).isFalse();
            assertThatExceptionOfType(UnknownTagException.class).isThrownBy(() -> store.allocate("payment", 10, 0));
            assertThat(only.getAutoCommit()).isFalse();
        }
    }

    static Stream<TestDatabase> bothDriversOfMySql() {
        return Stream.of(MariaDb.database(), MariaDb.withConnectorJ(MariaDb.database()));
    }

    @ParameterizedTest
    @MethodSource("bothDriversOfMySql")
    void allocationIsCommittedThoughTheSessionWasTakenOutOfAutoCommitBehindTheDriver(TestDatabase database) {
        prepare(database);
        try (HikariDataSource pool = pool(database, true, "SET autocommit = 0")) {
            AllocatedSegment grant = storeOn(pool, database).allocate("order", 10, 0);

            assertThat(grant).isEqualTo(new AllocatedSegment(1, 11, 10));
            assertThat(maxId(database)).as("seen by others").isEqualTo(11);
        }
        assertThat(maxId(database)).as("after the connections were closed").isEqualTo(11);
    }

    /** Connector/J believes what it was told last, so that an init SQL leaves each UPDATE in an open transaction. */
    @Test
    void sessionThatStaysOutOfAutoCommitIsRefused() {
        TestDatabase database = MariaDb.withConnectorJ(MariaDb.database());
        prepare(database);
        TestDatabase believing = database.withUrl(
                database.url() + (database.url().contains("?") ? "&" : "?") + "useLocalSessionState=true");
        try (HikariDataSource pool = pool(believing, true, "SET autocommit = 0")) {
            assertThatExceptionOfType(UnsafeTableException.class)
                    .isThrownBy(() -> storeOn(pool, database).allocate("order", 10, 0))
                    .withMessageContainingAll("ignores setAutoCommit(true)", "useLocalSessionState");
        }
    }

    static Stream<TestDatabase> servers() {
        return TestDatabases.servers();
    }

    /** As after a fail-over behind one address: a pool keeps its connections to the server that was the primary. */
    @ParameterizedTest
    @MethodSource("servers")
    void connectionWhoseServerTakesNoWritesAnyMoreIsReplaced(TestDatabase database) throws SQLException {
        prepare(database);
        try (HikariDataSource pool = database.pool(1)) {
            JdbcSegmentStore store = storeOn(pool, database);
            assertThat(store.allocate("order", 10, 0).first()).isEqualTo(1);

            demote(pool, database);
            assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> store.allocate("order", 10, 0));
            await().ignoreExceptions()
                    .until(() -> store.allocate("order", 10, 0).size() == 10);

            demote(pool, database);
            assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> store.create("user", 10, 1));
            await().ignoreExceptions().until(() -> store.create("user", 10, 1));
        }
    }

    private static void demote(HikariDataSource onlyOne, TestDatabase database) throws SQLException {
        try (Connection connection = onlyOne.getConnection();
                PreparedStatement readOnly = connection.prepareStatement(
                        database.dialect() == SqlDialect.MYSQL
                                ? "SET SESSION TRANSACTION READ ONLY"
                                : "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY")) {
            readOnly.execute();
        }
    }

    private static void assertIsolation(DataSource dataSource, int isolation) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            assertThat(connection.getTransactionIsolation()).isEqualTo(isolation);
        }
    }

    private static void assertAllGrantedOnce(JdbcSegmentStore store) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(NODES);
        try {
            List<Future<List<AllocatedSegment>>> nodes = threads.invokeAll(IntStream.range(0, NODES)
                    .<Callable<List<AllocatedSegment>>>mapToObj(node -> () -> many(store))
                    .toList());
            List<AllocatedSegment> grants = new ArrayList<>();
            for (Future<List<AllocatedSegment>> node : nodes) {
                grants.addAll(node.get());
            }
            grants.sort(Comparator.comparingLong(AllocatedSegment::first));
            assertThat(grants).hasSize(NODES * ALLOCATIONS);
            assertThat(IntStream.range(1, grants.size()))
                    .allSatisfy(i -> assertThat(grants.get(i).first())
                            .isEqualTo(grants.get(i - 1).end()));
        } finally {
            threads.shutdownNow();
        }
    }

    private static List<AllocatedSegment> many(JdbcSegmentStore store) {
        return IntStream.range(0, ALLOCATIONS)
                .mapToObj(i -> store.allocate("order", 10, 0))
                .toList();
    }

    private static HikariDataSource pool(TestDatabase database, boolean autoCommit, String init) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setUsername(database.user());
        config.setPassword(database.password());
        config.setMaximumPoolSize(NODES);
        config.setMinimumIdle(0);
        config.setAutoCommit(autoCommit);
        config.setConnectionTimeout(TIMEOUT.toMillis());
        config.setConnectionInitSql(init);
        return new HikariDataSource(config);
    }

    private static void prepare(TestDatabase database) {
        database.with(JdbcSegmentStore.DEFAULT_TABLE)
                .jdbc()
                .update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order', 1, 10)");
    }

    private static JdbcSegmentStore storeOn(DataSource dataSource, TestDatabase database) {
        return new JdbcSegmentStore(dataSource, database.dialect(), JdbcSegmentStore.DEFAULT_TABLE, TIMEOUT);
    }

    private static long maxId(TestDatabase database) {
        return Objects.requireNonNull(
                database.jdbc().queryForObject("SELECT max_id FROM leaf_alloc WHERE biz_tag = 'order'", Long.class));
    }
}
