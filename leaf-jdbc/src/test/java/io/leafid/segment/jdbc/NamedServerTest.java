package io.leafid.segment.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.IdsExhaustedException;
import io.leafid.LeafEvent;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.CounterSetBackException;
import io.leafid.segment.store.TagRow;
import io.leafid.test.time.ManualTime;
import io.leafid.testing.CapturedLog;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.TestDatabases;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.dao.DataAccessResourceFailureException;

/** What the store does with the name that a server gives itself: real servers, whose name the line to them exchanges. */
class NamedServerTest {

    private static final String TAG = "order";

    private final ManualTime time = new ManualTime();
    private final List<LeafEvent> events = new ArrayList<>();
    private String server = "a";
    private @Nullable SQLException toTheQuestion;

    static Stream<TestDatabase> servers() {
        return TestDatabases.servers();
    }

    private JdbcSegmentStore storeOn(TestDatabase database) {
        return storeOn(database, database.unpooled());
    }

    private JdbcSegmentStore storeOn(TestDatabase database, DataSource source) {
        database.with(JdbcSegmentStore.DEFAULT_TABLE)
                .jdbc()
                .update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES (?, 1, 10)", TAG);
        List<String> names = database.dialect().counters().serverRuns();
        return new JdbcSegmentStore(
                new Renamed(source, names),
                database.dialect(),
                JdbcSegmentStore.DEFAULT_TABLE,
                Duration.ofSeconds(30),
                new FailoverPolicy(1_000, events::add, time));
    }

    @ParameterizedTest
    @MethodSource("servers")
    void rangeOfAnotherServerBeginsAboveTheMarginAndTheNextOneRightBehindIt(TestDatabase database) {
        JdbcSegmentStore store = storeOn(database);
        assertThat(store.allocate(TAG, 10, 0)).isEqualTo(new AllocatedSegment(1, 11, 10));
        assertThat(events).isEmpty();

        server = "b";

        assertThat(store.allocate(TAG, 10, 0)).isEqualTo(new AllocatedSegment(1_021, 1_031, 10));
        assertThat(events).containsExactly(new LeafEvent.SegmentServerChanged(time.now(), "a", "b", 1_000));
        assertThat(store.allocate(TAG, 10, 0)).isEqualTo(new AllocatedSegment(1_031, 1_041, 10));
    }

    @ParameterizedTest
    @MethodSource("servers")
    void marginBeyondTheCeilingUsesTheTagUp(TestDatabase database) {
        JdbcSegmentStore store = storeOn(database);
        store.allocate(TAG, new Lift(10, 0, 0, 100));
        server = "b";

        assertThatExceptionOfType(IdsExhaustedException.class)
                .isThrownBy(() -> store.allocate(TAG, new Lift(10, 0, 0, 100)))
                .withMessageContaining("cannot grow by 100, the last id is 99");
    }

    /** The server that answers has lost the margin of an earlier change, and what was granted above it. */
    @ParameterizedTest
    @MethodSource("servers")
    void marginBeginsAboveAllThatThisProcessWasGranted(TestDatabase database) {
        JdbcSegmentStore store = storeOn(database);
        store.allocate(TAG, 10, 0);
        server = "b";
        assertThat(store.allocate(TAG, 10, 0)).isEqualTo(new AllocatedSegment(1_021, 1_031, 10));
        database.jdbc().update("UPDATE leaf_alloc SET max_id = 11");

        server = "c";

        assertThat(store.allocate(TAG, 10, 1_031)).isEqualTo(new AllocatedSegment(2_041, 2_051, 10));
    }

    /** The amount is larger than what this process is behind: the row would end above all that it has seen. */
    @ParameterizedTest
    @MethodSource("servers")
    void rowThatWasRewoundOnTheSameServerIsNotMoved(TestDatabase database) {
        JdbcSegmentStore store = storeOn(database);
        store.allocate(TAG, 10, 0);
        database.jdbc().update("UPDATE leaf_alloc SET max_id = 1");

        assertThatExceptionOfType(CounterSetBackException.class)
                .isThrownBy(() -> store.allocate(TAG, 2_000, 11))
                .satisfies(ex -> assertThat(ex.found()).isOne());
        assertThat(store.find(TAG)).contains(new TagRow(TAG, 1, 10));
        assertThat(events).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("servers")
    void rowThatAnotherServerHasNotCaughtUpWithIsLiftedAboveTheMargin(TestDatabase database) {
        JdbcSegmentStore store = storeOn(database);
        store.allocate(TAG, 10, 0);
        database.jdbc().update("UPDATE leaf_alloc SET max_id = 1");

        server = "b";

        assertThat(store.allocate(TAG, 10, 11)).isEqualTo(new AllocatedSegment(1_021, 1_031, 10));
        assertThat(events).containsExactly(new LeafEvent.SegmentServerChanged(time.now(), "a", "b", 1_000));
    }

    /** For one of several interleaved databases. */
    @ParameterizedTest
    @MethodSource("servers")
    void rowThatAnotherServerHasNotCaughtUpWithIsLiftedAboveWhatOtherDatabasesHaveReachedToo(TestDatabase database) {
        JdbcSegmentStore store = storeOn(database);
        store.allocate(TAG, 10, 0);
        database.jdbc().update("UPDATE leaf_alloc SET max_id = 1");

        server = "b";

        assertThat(store.allocate(TAG, new Lift(10, 11, 5_000, 100_000)).first())
                .isBetween(6_000L, 7_000L);
        assertThatExceptionOfType(CounterSetBackException.class)
                .as("once for each change of server")
                .isThrownBy(() -> store.allocate(TAG, new Lift(10, 50_000, 0, 100_000)));
    }

    @ParameterizedTest
    @MethodSource("servers")
    void marginAboveAllThatThisProcessWasGrantedUsesTheTagUpAtTheCeiling(TestDatabase database) {
        JdbcSegmentStore store = storeOn(database);
        store.allocate(TAG, new Lift(10, 0, 5_000, 6_000));
        database.jdbc().update("UPDATE leaf_alloc SET max_id = 11");
        server = "b";

        assertThatExceptionOfType(IdsExhaustedException.class)
                .isThrownBy(() -> store.allocate(TAG, new Lift(10, 5_010, 0, 6_000)))
                .withMessageContaining("max_id=5020 in table leaf_alloc cannot grow by 1010, the last id is 5999");
    }

    @ParameterizedTest
    @MethodSource("servers")
    void restOfARangeOfTheFormerServerIsNotGivenBack(TestDatabase database) {
        JdbcSegmentStore store = storeOn(database);
        store.allocate(TAG, 10, 0);
        database.jdbc().update("UPDATE leaf_alloc SET update_time = '2001-01-01 00:00:00'");
        server = "b";
        assertThat(store.giveBack(TAG, 5, 11)).isFalse();
        server = "a";
        assertThat(store.giveBack(TAG, 5, 11)).isTrue();

        server = "b";
        assertThat(store.allocate(TAG, 10, 0)).isEqualTo(new AllocatedSegment(1_015, 1_025, 10));
        database.jdbc().update("UPDATE leaf_alloc SET update_time = '2001-01-01 00:00:00'");
        assertThat(store.giveBack(TAG, 1_020, 1_025)).as("once it was seen").isFalse();
    }

    @ParameterizedTest
    @MethodSource("servers")
    void databaseThatDoesNotKnowTheQuestionIsUsedWithoutAnAnswer(TestDatabase database) {
        JdbcSegmentStore store = storeOn(database);
        toTheQuestion = new SQLException("no such function", "42000");
        try (CapturedLog log = new CapturedLog(ServerWatch.class.getName())) {
            assertThat(store.allocate(TAG, 10, 0)).isEqualTo(new AllocatedSegment(1, 11, 10));
            assertThat(log.warnings()).singleElement().asString().endsWith("for one: no such function");
        }

        server = "b";

        assertThat(store.allocate(TAG, 10, 0)).isEqualTo(new AllocatedSegment(11, 21, 10));
        assertThat(events).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("servers")
    void lineThatBreaksAtTheQuestionIsAFailureAndTheQuestionIsPutAgain(TestDatabase database) {
        JdbcSegmentStore store = storeOn(database);
        toTheQuestion = new SQLNonTransientConnectionException("the line is broken", "08006");
        assertThatExceptionOfType(DataAccessResourceFailureException.class)
                .isThrownBy(() -> store.allocate(TAG, 10, 0))
                .withStackTraceContaining("the line is broken");

        toTheQuestion = null;
        store.allocate(TAG, 10, 0);
        server = "b";

        assertThat(store.allocate(TAG, 10, 0).first()).isEqualTo(1_021);
    }

    /** Puts a name of the test's own where a statement asks the server for its name. */
    private final class Renamed extends ConnectionProxy {

        private final List<String> questions;

        Renamed(DataSource target, List<String> questions) {
            super(target);
            this.questions = questions;
        }

        private String renamed(String sql) {
            String result = sql;
            for (String question : questions) {
                result = result.replace(question, "'" + server + "'");
            }
            return result;
        }

        @Override
        @Nullable Object call(Connection target, String method, Object[] args, Call call) throws SQLException {
            if (method.equals("prepareStatement")) {
                args[0] = renamed((String) args[0]);
            }
            if (!method.equals("createStatement")) {
                return call.go(target);
            }
            Statement statement = (Statement) Objects.requireNonNull(call.go(target));
            return proxy(Statement.class, statement, (name, values, on) -> {
                SQLException failure = toTheQuestion;
                if (failure != null
                        && values.length > 0
                        && questions.stream().anyMatch(String.valueOf(values[0])::contains)) {
                    throw failure;
                }
                if (values.length > 0 && values[0] instanceof String sql) {
                    values[0] = renamed(sql);
                }
                return on.go(statement);
            });
        }
    }
}
