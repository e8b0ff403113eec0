package io.leafid.segment.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.TestDatabases;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Nodes of the original and ours allocate from one row at the same time, while its step is changed by hand. */
class OriginalNodesTest {

    private static final int NODES = 4; // of each kind
    private static final int PURCHASES = 100; // of each node

    static Stream<TestDatabase> databases() {
        return TestDatabases.all();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void rangesOfBothKindsNeverOverlapAndLeaveNoGap(TestDatabase database) throws Exception {
        database.with(JdbcSegmentStore.DEFAULT_TABLE)
                .jdbc()
                .update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order', 1, 10)");
        try (HikariDataSource pool = database.pool(2 * NODES + 1)) {
            pool.setConnectionTimeout(30_000); // here nothing is to fail, however busy the machine is
            List<AllocatedSegment> grants = allocateTogether(pool, database);

            assertThat(grants).hasSize(2 * NODES * PURCHASES);
            assertThat(grants.get(0).first()).isEqualTo(1);
            assertThat(IntStream.range(1, grants.size()))
                    .allSatisfy(i -> assertThat(grants.get(i).first())
                            .isEqualTo(grants.get(i - 1).end()));
            assertThat(database.jdbc().queryForObject("SELECT max_id FROM leaf_alloc", Long.class))
                    .isEqualTo(grants.get(grants.size() - 1).end());
        }
    }

    private static List<AllocatedSegment> allocateTogether(DataSource pool, TestDatabase database) throws Exception {
        JdbcSegmentStore store =
                new JdbcSegmentStore(pool, database.dialect(), JdbcSegmentStore.DEFAULT_TABLE, Duration.ofMinutes(1));
        List<Callable<List<AllocatedSegment>>> nodes = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            nodes.add(() -> repeat(i -> store.allocate("order", i, 0)));
            nodes.add(() -> repeat(i -> (i % 10 == 0) ? original(pool, 7 * i) : original(pool, 0)));
        }
        nodes.add(() -> {
            repeat(i -> database.jdbc().update("UPDATE leaf_alloc SET step = ?", 1 + i % 50));
            return List.of();
        });
        ExecutorService threads = Executors.newFixedThreadPool(nodes.size());
        try {
            List<AllocatedSegment> grants = new ArrayList<>();
            for (Future<List<AllocatedSegment>> node : threads.invokeAll(nodes)) {
                grants.addAll(node.get());
            }
            grants.sort(Comparator.comparingLong(AllocatedSegment::first));
            return grants;
        } finally {
            threads.shutdownNow();
        }
    }

    private static <T> List<T> repeat(Attempt<T> attempt) throws SQLException {
        List<T> results = new ArrayList<>();
        for (int i = 1; i <= PURCHASES; i++) {
            results.add(attempt.make(i));
        }
        return results;
    }

    /** Allocates as the original does: by the row's step on the first loads (here: 0), by a step of its own later. */
    private static AllocatedSegment original(DataSource pool, int ownStep) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            String added = (ownStep == 0) ? "step" : String.valueOf(ownStep);
            try (PreparedStatement update = connection.prepareStatement(
                    "UPDATE leaf_alloc SET max_id = max_id + " + added + " WHERE biz_tag = ?")) {
                update.setString(1, "order");
                update.executeUpdate();
            }
            AllocatedSegment grant = readBack(connection, ownStep);
            connection.commit();
            return grant;
        }
    }

    private static AllocatedSegment readBack(Connection connection, int ownStep) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT biz_tag, max_id, step FROM leaf_alloc WHERE biz_tag = ?")) {
            select.setString(1, "order");
            try (ResultSet row = select.executeQuery()) {
                assertThat(row.next()).isTrue();
                long end = row.getLong("max_id");
                int step = (ownStep == 0) ? row.getInt("step") : ownStep;
                return new AllocatedSegment(end - step, end, step);
            }
        }
    }

    private interface Attempt<T> {

        T make(int number) throws SQLException;
    }
}
