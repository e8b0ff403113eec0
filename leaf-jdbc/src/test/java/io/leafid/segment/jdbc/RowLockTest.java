package io.leafid.segment.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.jdbc.SqlDialect;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.TestDatabases;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** An allocation locks its row for the time that the database takes for one UPDATE, and over no round trip. */
class RowLockTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int OTHERS_WAIT_SECONDS = 60;

    static Stream<TestDatabase> databases() {
        return TestDatabases.allByEachDriver();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void rowIsFreeAsSoonAsTheUpdateHasReplied(TestDatabase database) {
        prepare(database);
        JdbcTemplate other = database.jdbc();
        other.setQueryTimeout(OTHERS_WAIT_SECONDS);
        AfterUpdate dataSource = new AfterUpdate(
                database.unpooled(), () -> other.update("UPDATE leaf_alloc SET step = 77 WHERE biz_tag = 'order'"));

        AllocatedSegment grant = storeOn(dataSource, database).allocate("order", 10, 0);

        assertThat(dataSource.updates).isEqualTo(1);
        assertThat(grant.first()).isEqualTo(1);
        assertThat(grant.end()).isEqualTo(11);
    }

    @ParameterizedTest
    @MethodSource("databases")
    void nothingElseThatAnAllocationAsksWaitsForTheRow(TestDatabase database) throws SQLException {
        prepare(database);
        try (Connection other = database.unpooled().getConnection()) {
            other.setAutoCommit(false);
            AfterUpdate dataSource = new AfterUpdate(database.unpooled(), () -> lockRow(other));

            assertThat(storeOn(dataSource, database).allocate("order", 10, 0))
                    .isEqualTo(new AllocatedSegment(1, 11, 10));

            assertThat(dataSource.updates).isEqualTo(1);
            other.rollback();
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void allocationIsOneStatementOrOneAndAReadOfWhatItsReplyHasNoRoomFor(TestDatabase database) {
        prepare(database);
        StatementRecorder recorder = new StatementRecorder(database.unpooled());
        JdbcSegmentStore store = storeOn(recorder, database);
        store.allocate("order", 10, 0); // looks at the table first
        recorder.forget();

        store.allocate("order", 10, 0);

        assertThat(recorder.statements()).hasSize(database.dialect() == SqlDialect.MYSQL ? 2 : 1);
        assertThat(recorder.statements().get(0)).startsWith("UPDATE");
        assertThat(recorder.statements())
                .filteredOn(sql -> sql.startsWith("UPDATE"))
                .hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("databases")
    void otherNodesAreNotHeldUpByANodeThatIsStoppedRightAfterItsUpdate(TestDatabase database) {
        prepare(database);
        JdbcSegmentStore other = storeOn(database.unpooled(), database);
        AfterUpdate dataSource = new AfterUpdate(
                database.unpooled(),
                () -> assertThat(other.allocate("order", 10, 0)).isEqualTo(new AllocatedSegment(11, 21, 10)));

        assertThat(storeOn(dataSource, database).allocate("order", 10, 0)).isEqualTo(new AllocatedSegment(1, 11, 10));
        assertThat(dataSource.updates).isEqualTo(1);
    }

    private static int lockRow(Connection connection) throws SQLException {
        try (PreparedStatement lock =
                connection.prepareStatement("UPDATE leaf_alloc SET description = 'held' WHERE biz_tag = 'order'")) {
            lock.setQueryTimeout(OTHERS_WAIT_SECONDS);
            return lock.executeUpdate();
        }
    }

    private static void prepare(TestDatabase database) {
        database.with(JdbcSegmentStore.DEFAULT_TABLE)
                .jdbc()
                .update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order', 1, 10)");
    }

    private static JdbcSegmentStore storeOn(DataSource dataSource, TestDatabase database) {
        return new JdbcSegmentStore(dataSource, database.dialect(), JdbcSegmentStore.DEFAULT_TABLE, TIMEOUT);
    }

    private interface Action {

        @Nullable Object run() throws SQLException;
    }

    /** Does something on another connection when an UPDATE has replied, before the caller hears of it. */
    private static final class AfterUpdate extends ConnectionProxy {

        private final Action action;
        private int updates;

        AfterUpdate(DataSource target, Action action) {
            super(target);
            this.action = action;
        }

        @Override
        @Nullable Object call(Connection target, String method, Object[] args, Call call) throws SQLException {
            Object result = call.go(target);
            if (!method.equals("prepareStatement") || !args[0].toString().startsWith("UPDATE")) {
                return result;
            }
            PreparedStatement statement = (PreparedStatement) Objects.requireNonNull(result);
            return proxy(PreparedStatement.class, statement, (name, values, inner) -> {
                Object reply = inner.go(statement);
                if (name.startsWith("execute")) {
                    updates++;
                    action.run();
                }
                return reply;
            });
        }
    }
}
