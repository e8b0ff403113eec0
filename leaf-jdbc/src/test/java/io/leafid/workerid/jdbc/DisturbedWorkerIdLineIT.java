package io.leafid.workerid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.leafid.SnowflakeLayout;
import io.leafid.testing.TcpProxy;
import io.leafid.testing.TcpProxy.Reaction;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.TestDatabases;
import io.leafid.time.TimeSource;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The line to the registry is cut, or goes dead, while a worker id is extended. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DisturbedWorkerIdLineIT {

    /** Where an answer or the end of the line is to come. */
    private static final Duration PATIENT = Duration.ofMinutes(1);

    /** Where nothing comes. */
    private static final Duration SHORT = Duration.ofSeconds(1);

    /** The short timeout, and what a busy machine adds to it; without a timeout a dead line is waited for without end. */
    private static final Duration LIMIT = Duration.ofSeconds(45);

    private static final NodeIdentity NODE = new NodeIdentity("10.0.0.1", 8080);

    private @Nullable TcpProxy opened;

    static Stream<TestDatabase> databases() {
        return TestDatabases.servers();
    }

    @AfterEach
    void closeProxy() {
        Objects.requireNonNull(opened).close();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void extensionIsUnknownWhenItsCommitIsDoneButTheReplyIsLost(TestDatabase database) {
        JdbcWorkerIdHolder holder = holderThroughProxy(database, PATIENT);
        WorkerIdLease lease = holder.acquire(request());

        proxy().expect("COMMIT", Reaction.LOSE_REPLY);
        assertUnknown(holder, lease);

        assertThat(proxy().lostReplies()).as("the database has answered").isEqualTo(1);
        assertThat(reservedUntil(database)).as("the database has committed").isEqualTo(lease.ceilingMillis() + 3_000);
        assertExtendsAgain(holder, lease);
    }

    @ParameterizedTest
    @MethodSource("databases")
    void extensionThatIsDoneButNotCommittedChangesNothing(TestDatabase database) {
        JdbcWorkerIdHolder holder = holderThroughProxy(database, PATIENT);
        WorkerIdLease lease = holder.acquire(request());

        proxy().expect("UPDATE LEAF_WORKERID_ALLOC", Reaction.LOSE_REPLY);
        assertUnknown(holder, lease);

        assertThat(reservedUntil(database)).isEqualTo(lease.ceilingMillis());
    }

    @ParameterizedTest
    @MethodSource("databases")
    void extensionWhoseCommitNeverArrivesChangesNothing(TestDatabase database) {
        JdbcWorkerIdHolder holder = holderThroughProxy(database, PATIENT);
        WorkerIdLease lease = holder.acquire(request());

        proxy().expect("COMMIT", Reaction.LOSE_COMMAND);
        assertUnknown(holder, lease);

        assertThat(reservedUntil(database)).isEqualTo(lease.ceilingMillis());
        assertExtendsAgain(holder, lease);
    }

    /** A network that holds a packet up and delivers it when the caller has long given up. */
    @ParameterizedTest
    @MethodSource("databases")
    void extensionWhoseCommitArrivesLateCountsForTheNextOwner(TestDatabase database) {
        JdbcWorkerIdHolder holder = holderThroughProxy(database, SHORT);
        WorkerIdLease lease = leaseInTheEnd(holder);

        proxy().expect("COMMIT", Reaction.HOLD_COMMAND);
        await().until(
                        () -> { // on a busy machine the time may be over before the commit is sent
                            assertUnknown(holder, lease);
                            return !proxy().isExpecting();
                        });
        assertThat(reservedUntil(database)).isEqualTo(lease.ceilingMillis());
        proxy().heal();
        await().until(() -> reservedUntil(database) == lease.ceilingMillis() + 3_000);
        database.jdbc().update("UPDATE leaf_workerid_alloc SET live_until = 0 WHERE id = 0");

        WorkerIdLease next = holder(database, PATIENT).acquire(request());

        assertThat(next.workerId()).isZero();
        assertThat(next.floorMillis()).isEqualTo(lease.ceilingMillis() + 3_000);
    }

    @ParameterizedTest
    @MethodSource("databases")
    void leaseWhoseReplyIsLostIsTakenUpByTheNextAttempt(TestDatabase database) {
        JdbcWorkerIdHolder holder = holderThroughProxy(database, PATIENT);

        proxy().expect("INSERT INTO LEAF_WORKERID_ALLOC", Reaction.LOSE_REPLY);
        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(() -> holder.acquire(request()));
        WorkerIdLease lease = holder.acquire(request());

        assertThat(lease.workerId()).isZero();
        assertThat(holder.list()).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("databases")
    void extensionOnADeadLineEndsInTime(TestDatabase database) {
        JdbcWorkerIdHolder holder = holderThroughProxy(database, SHORT);
        WorkerIdLease lease = leaseInTheEnd(holder);
        proxy().expect("COMMIT", Reaction.GO_DEAD);
        long start = System.nanoTime();

        assertUnknown(holder, lease);

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LIMIT);
    }

    private static void assertUnknown(JdbcWorkerIdHolder holder, WorkerIdLease lease) {
        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(() -> holder.extend(lease, lease.ceilingMillis() + 3_000, lease.token()));
    }

    private static void assertExtendsAgain(JdbcWorkerIdHolder holder, WorkerIdLease lease) {
        assertThat(holder.extend(lease, lease.ceilingMillis() + 4_000, lease.token())
                        .ceilingMillis())
                .isEqualTo(lease.ceilingMillis() + 4_000);
    }

    private JdbcWorkerIdHolder holderThroughProxy(TestDatabase database, Duration timeout) {
        database.with(JdbcWorkerIdHolder.DEFAULT_TABLE);
        int port = portOf(database);
        TcpProxy proxy = new TcpProxy(port);
        opened = proxy;
        TestDatabase through = database.withUrl(database.url().replace(":" + port + "/", ":" + proxy.port() + "/"));
        return holder(through, timeout);
    }

    private static JdbcWorkerIdHolder holder(TestDatabase database, Duration timeout) {
        return new JdbcWorkerIdHolder(
                database.unpooled(),
                database.dialect(),
                new WorkerIdTableSettings(JdbcWorkerIdHolder.DEFAULT_TABLE, timeout, Duration.ofMinutes(1)),
                NODE,
                TimeSource.system());
    }

    /** By one whose patience may be too short for a busy machine. */
    private static WorkerIdLease leaseInTheEnd(JdbcWorkerIdHolder holder) {
        return await().ignoreExceptionsInstanceOf(WorkerIdException.RegistryUnavailable.class)
                .until(() -> holder.acquire(request()), lease -> true);
    }

    private TcpProxy proxy() {
        return Objects.requireNonNull(opened);
    }

    private static int portOf(TestDatabase database) {
        return URI.create(database.url().substring("jdbc:".length())).getPort();
    }

    private static LeaseRequest request() {
        return LeaseRequest.of(NODE, new WorkerIdRange(0, 63), SnowflakeLayout.DEFAULT, TimeSource.system());
    }

    private static long reservedUntil(TestDatabase database) {
        return Objects.requireNonNull(database.jdbc()
                .queryForObject("SELECT reserved_until FROM leaf_workerid_alloc WHERE id = 0", Long.class));
    }
}
