package io.leafid.segment.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.jdbc.SqlDialect;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.testing.Patience;
import io.leafid.testing.TcpProxy;
import io.leafid.testing.TcpProxy.Reaction;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.TestDatabases;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.NestedRuntimeException;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** The line to the database is cut, or goes dead, at the worst moment. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DisturbedLineIT {

    /** Where an answer or the end of the line is to come. */
    private static final Duration PATIENT = Duration.ofMinutes(1);

    /** Where nothing comes. */
    private static final Duration SHORT = Duration.ofSeconds(1);

    /** The short timeout, and what a busy machine adds to it; without a timeout a dead line is waited for without end. */
    private static final Duration LIMIT = Duration.ofSeconds(45);

    private @Nullable TcpProxy opened;

    static Stream<TestDatabase> databases() {
        return TestDatabases.servers();
    }

    static Stream<TestDatabase> mySql() {
        return TestDatabases.servers().filter(database -> database.dialect() == SqlDialect.MYSQL);
    }

    @AfterEach
    void closeProxy() {
        Objects.requireNonNull(opened).close();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void rangeIsBurntWhenItsCommitIsDoneButTheReplyIsLost(TestDatabase database) {
        TcpProxy proxy = proxyTo(database);
        JdbcSegmentStore store = storeThrough(proxy, database);
        assertThat(store.allocate("order", 10, 0)).isEqualTo(new AllocatedSegment(1, 11, 10));

        proxy.expect("SET MAX_ID", Reaction.LOSE_REPLY);
        assertThatExceptionOfType(NestedRuntimeException.class).isThrownBy(() -> store.allocate("order", 10, 0));

        assertThat(proxy.lostReplies()).as("the database has answered").isEqualTo(1);
        assertThat(maxId(database)).as("the database has committed").isEqualTo(21);
        assertThat(store.allocate("order", 10, 0)).isEqualTo(new AllocatedSegment(21, 31, 10));
    }

    @ParameterizedTest
    @MethodSource("databases")
    void generatorGoesOnAboveARangeWhoseReplyWasLost(TestDatabase database) {
        TcpProxy proxy = proxyTo(database);
        try (SegmentIdGenerator generator = new SegmentIdGenerator(
                storeThrough(proxy, database), Patience.segments(), List.of(), null, event -> {})) {
            generator.start();
            proxy.expect("SET MAX_ID", Reaction.LOSE_REPLY);
            assertThat(generator.nextId("order")).as("1 to 10 are discarded").isEqualTo(11);
        }

        assertThat(proxy.lostReplies()).isEqualTo(1);
    }

    /** Only MySQL's reply has no room for the step: it is asked for when the range is taken. */
    @ParameterizedTest
    @MethodSource("mySql")
    void rangeIsBurntWhenTheLineIsCutBeforeItsDetailsAreThere(TestDatabase database) {
        TcpProxy proxy = proxyTo(database);
        JdbcSegmentStore store = storeThrough(proxy, database);
        assertThat(store.allocate("order", 10, 0)).isEqualTo(new AllocatedSegment(1, 11, 10));

        proxy.expect("SELECT (SELECT step", Reaction.LOSE_REPLY);
        assertThatExceptionOfType(NestedRuntimeException.class).isThrownBy(() -> store.allocate("order", 10, 0));

        assertThat(proxy.lostReplies()).isEqualTo(1);
        assertThat(store.allocate("order", 10, 0)).isEqualTo(new AllocatedSegment(21, 31, 10));
    }

    @ParameterizedTest
    @MethodSource("databases")
    void allocationOnALineThatIsDeadFromTheStartEndsInTime(TestDatabase database) {
        TcpProxy proxy = proxyTo(database);
        JdbcSegmentStore store = storeOn(
                new DelegatingDataSource(through(proxy, database).unpooled()) {
                    @Override
                    public Connection getConnection() throws SQLException {
                        Connection connection = super.getConnection();
                        proxy.goDead();
                        return connection;
                    }
                },
                database,
                SHORT);

        assertThat(timeToFail(store)).isLessThan(LIMIT);
        assertThat(maxId(database)).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("databases")
    void allocationOnALineThatGoesDeadAtTheUpdateEndsInTime(TestDatabase database) {
        TcpProxy proxy = proxyTo(database);
        JdbcSegmentStore store = storeOn(through(proxy, database).unpooled(), database, SHORT);
        proxy.expect("SET MAX_ID", Reaction.GO_DEAD);

        assertThat(timeToFail(store)).isLessThan(LIMIT);
    }

    private static Duration timeToFail(JdbcSegmentStore store) {
        long start = System.nanoTime();
        assertThatExceptionOfType(NestedRuntimeException.class).isThrownBy(() -> store.allocate("order", 10, 0));
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private TcpProxy proxyTo(TestDatabase database) {
        database.with(JdbcSegmentStore.DEFAULT_TABLE)
                .jdbc()
                .update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order', 1, 10)");
        TcpProxy proxy = new TcpProxy(portOf(database));
        opened = proxy;
        return proxy;
    }

    private static JdbcSegmentStore storeThrough(TcpProxy proxy, TestDatabase database) {
        return storeOn(through(proxy, database).unpooled(), database, PATIENT);
    }

    private static JdbcSegmentStore storeOn(DataSource dataSource, TestDatabase database, Duration timeout) {
        return new JdbcSegmentStore(dataSource, database.dialect(), JdbcSegmentStore.DEFAULT_TABLE, timeout);
    }

    private static TestDatabase through(TcpProxy proxy, TestDatabase database) {
        return database.withUrl(database.url().replace(":" + portOf(database) + "/", ":" + proxy.port() + "/"));
    }

    private static int portOf(TestDatabase database) {
        return URI.create(database.url().substring("jdbc:".length())).getPort();
    }

    private static long maxId(TestDatabase database) {
        return Objects.requireNonNull(
                database.jdbc().queryForObject("SELECT max_id FROM leaf_alloc WHERE biz_tag = 'order'", Long.class));
    }
}
