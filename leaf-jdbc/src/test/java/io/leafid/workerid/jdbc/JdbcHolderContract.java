package io.leafid.workerid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.leafid.SnowflakeLayout;
import io.leafid.test.workerid.SharedWorkerIdHolderContract;
import io.leafid.testing.TestDatabase;
import io.leafid.time.TimeSource;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NamespaceRecord;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.jdbc.core.JdbcTemplate;

/** The contract of holders on a real database, whatever their mode. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class JdbcHolderContract extends SharedWorkerIdHolderContract {

    static final Duration TIMEOUT = Duration.ofMinutes(1);

    /** Longer than the contract's requests wait, so that a live owner is told from a dead one at once. */
    static final Duration LONG_LIFE = Duration.ofMinutes(1);

    static final Duration SHORT_LIFE = Duration.ofMillis(1_500);

    /** Shorter than they wait, so that the owner is watched, and not over before the watch begins on a busy machine. */
    static final Duration WATCHED_LIFE = Duration.ofSeconds(10);

    private final String mode;
    final TestDatabase database;
    private final HikariDataSource pool;
    private final Map<WorkerIdHolder, ReplyLosingDataSource> lines = new ConcurrentHashMap<>();

    JdbcHolderContract(String mode, TestDatabase database) {
        this.mode = mode;
        this.database = database;
        this.pool = database.pool(12);
    }

    @BeforeAll
    void createTable() {
        createTable(database);
    }

    /** Makes the table; by the script, unless a subclass knows another way that it can come to be. */
    void createTable(TestDatabase into) {
        into.with(JdbcWorkerIdHolder.DEFAULT_TABLE);
    }

    /** All tests of a class share its instance, so that what they have changed is undone. */
    @BeforeEach
    void emptyTable() {
        time.shift(Duration.ofMillis(System.currentTimeMillis() - time.currentTimeMillis()));
        lines.clear();
        jdbc().execute("TRUNCATE TABLE leaf_workerid_alloc");
    }

    @AfterAll
    void closePool() {
        pool.close();
    }

    TestDatabase database() {
        return database;
    }

    JdbcTemplate jdbc() {
        return new JdbcTemplate(pool);
    }

    @Override
    protected WorkerIdHolder newHolder(NodeIdentity identity, TimeSource clock) {
        return holder(identity, clock, LONG_LIFE);
    }

    JdbcHolder holder(NodeIdentity identity, TimeSource clock, Duration liveness) {
        ReplyLosingDataSource line = new ReplyLosingDataSource(pool);
        JdbcHolder holder = make(line, identity, clock, liveness);
        lines.put(holder, line);
        return holder;
    }

    /** Makes a holder of the mode on the table with the default name. */
    abstract JdbcHolder make(DataSource line, NodeIdentity identity, TimeSource clock, Duration liveness);

    @Override
    protected void declareDead(WorkerIdHolder holder, NodeIdentity identity) {
        jdbc().update(
                        "UPDATE leaf_workerid_alloc SET live_until = 0 WHERE ip = ? AND port = ?",
                        identity.host(),
                        String.valueOf(identity.port()));
    }

    @Override
    protected void deleteRecords() {
        jdbc().execute("TRUNCATE TABLE leaf_workerid_alloc");
    }

    @Override
    protected boolean isRegistryOfThisProcess() {
        return database.url().startsWith("jdbc:h2:mem:");
    }

    @Override
    protected void losingTheReply(WorkerIdHolder holder, Runnable call) {
        recordLayout();
        ReplyLosingDataSource line = lines.get(holder);
        assertThat(line).isNotNull();
        line.loseNextReply();
        call.run();
        assertThat(line.isStillArmed()).as("no reply was lost").isFalse();
    }

    /** So that the first thing that an acquisition writes is the lease. */
    final void recordLayout() {
        new NamespaceRecord(SnowflakeLayout.DEFAULT, mode).begin(new LayoutRow(table(node(0))), request(node(0)));
    }

    final WorkerIdTable table(NodeIdentity identity) {
        WorkerIdTableSettings settings =
                new WorkerIdTableSettings(JdbcWorkerIdHolder.DEFAULT_TABLE, TIMEOUT, LONG_LIFE);
        return new SqlWorkerIdTable(pool, database::dialect, settings, identity, time);
    }

    final DataSource pool() {
        return pool;
    }

    @Test
    void rowThatIsDeletedAloneIsPutBackByTheNextReport() {
        WorkerIdHolder holder = open(node(0));
        WorkerIdLease lease = holder.acquire(request(node(0)));
        jdbc().update("DELETE FROM leaf_workerid_alloc WHERE id = ?", lease.workerId());

        holder.extend(lease, lease.ceilingMillis() + 3_000, lease.token());

        assertThat(entry(holder, lease.workerId()).self()).isTrue();
    }

    /** Once its time is over, another may have had a worker id that is lent; one that is fixed for an instance remains its own. */
    @Test
    void rowWhoseTimeIsOverIsPutBackOnlyWhereItIsTheOwnersForGood() {
        WorkerIdHolder holder = open(node(0));
        WorkerIdLease lease = holder.acquire(request(node(0)));
        deleteRecords();
        time.shift(RESERVATION.plusSeconds(1));
        long next = time.currentTimeMillis() + 10_000;

        if (holder.isFixed()) {
            assertThat(holder.extend(lease, next, lease.token()).ceilingMillis())
                    .isEqualTo(next);
        } else {
            assertThatExceptionOfType(WorkerIdException.LeaseLost.class)
                    .isThrownBy(() -> holder.extend(lease, next, lease.token()))
                    .withMessageContaining("its row is gone");
        }
    }

    /** The record of the namespace counts the rows. */
    @Test
    void nothingIsTakenWhileASingleRowIsMissing() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)));
        jdbc().update("UPDATE leaf_workerid_alloc SET seen_at = seen_at - 3600000 WHERE id = -1");
        LeaseRequest careful =
                request(node(1)).over(new LeaseRequest.Period(RESERVATION, MAX_WAIT, 0, Duration.ofMinutes(5)));
        WorkerIdLease second = open(node(1)).acquire(careful);
        assertThat(second.workerId()).as("at once").isEqualTo(1);
        jdbc().update("DELETE FROM leaf_workerid_alloc WHERE id = ?", lease.workerId());
        LeaseRequest third = request(node(2)).over(careful.period());
        if (isRegistryOfThisProcess()) {
            return;
        }

        assertThatExceptionOfType(WorkerIdException.Unsettled.class)
                .isThrownBy(() -> open(node(2)).acquire(third))
                .satisfies(ex -> assertThat(ex.left()).isEqualTo(Duration.ofMinutes(5)));
        first.extend(lease, lease.ceilingMillis() + 3_000, lease.token());

        assertThatExceptionOfType(WorkerIdException.Unsettled.class)
                .isThrownBy(() -> open(node(2)).acquire(third));
        jdbc().update("UPDATE leaf_workerid_alloc SET seen_at = seen_at - 3600000 WHERE id = -1");
        assertThat(open(node(2)).acquire(third).workerId()).isEqualTo(2);
    }

    /** A running node of another mode may put its own record back. */
    @Test
    void startThatHasARowWaitsTooWhereTheRecordOfTheNamespaceWasDeleted() {
        WorkerIdHolder holder = open(node(0));
        WorkerIdLease lease = holder.acquire(request(node(0)));
        holder.release(lease, lease.floorMillis());
        LeaseRequest careful =
                request(node(0)).over(new LeaseRequest.Period(RESERVATION, MAX_WAIT, 0, Duration.ofMinutes(5)));
        if (isRegistryOfThisProcess()) {
            return;
        }
        jdbc().update("DELETE FROM leaf_workerid_alloc WHERE id = -1");

        assertThatExceptionOfType(WorkerIdException.Unsettled.class).isThrownBy(() -> holder.acquire(careful));
        assertThat(holder.acquire(request(node(0))).workerId()).isEqualTo(lease.workerId());
    }

    /** What is looked at before may be deleted until the row is added. */
    @Test
    void firstRowIsAddedOnlyWhereNoOtherIsMissingAndTheRecordStandsAsItWasRead() {
        WorkerIdLease held = open(node(0)).acquire(request(node(0)));
        WorkerIdTable table = table(node(1));
        WorkerIdLease wanted = new WorkerIdLease(5, "wanted", 0, 10_000);
        RowOwner owner = RowOwner.leasing(node(1), 5);
        long recordAt = new LayoutRow(table).read().orElseThrow().liveness().seenAt();

        jdbc().update("DELETE FROM leaf_workerid_alloc WHERE id = ?", held.workerId());
        assertThat(table.insertFirst(wanted, owner, 1, recordAt))
                .as("a row is missing")
                .isFalse();
        jdbc().update("UPDATE leaf_workerid_alloc SET max_timestamp = 0 WHERE id = -1");
        assertThat(table.insertFirst(wanted, owner, 0, recordAt - 1))
                .as("another record")
                .isFalse();
        assertThat(table.findAll()).isEmpty();

        assertThat(table.insertFirst(wanted, owner, 0, recordAt)).isTrue();
        jdbc().execute("TRUNCATE TABLE leaf_workerid_alloc");
        assertThat(table.insertFirst(wanted, owner, 0, recordAt))
                .as("no record")
                .isFalse();
        assertThat(table.findAll()).isEmpty();
    }

    /** Each start counts the rows of the others. */
    @Test
    void startsThatAddTheirFirstRowsTogetherAllSucceed() throws InterruptedException {
        recordLayout();
        jdbc().update("UPDATE leaf_workerid_alloc SET seen_at = seen_at - 3600000 WHERE id = -1");
        List<Callable<Object>> starts = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            NodeIdentity identity = node(i);
            LeaseRequest careful =
                    request(identity).over(new LeaseRequest.Period(RESERVATION, MAX_WAIT, 0, Duration.ofMinutes(5)));
            starts.add(() -> open(identity).acquire(careful).workerId());
        }

        assertThat(together(starts)).hasOnlyElementsOfType(Integer.class).doesNotHaveDuplicates();
    }

    @Test
    void recordOfTheNamespaceThatIsDeletedAloneIsPutBackByTheNextReport() {
        WorkerIdHolder holder = open(node(0));
        WorkerIdLease lease = holder.acquire(request(node(0)));
        jdbc().update("DELETE FROM leaf_workerid_alloc WHERE id = -1");

        holder.extend(lease, lease.ceilingMillis() + 3_000, lease.token());

        assertThat(new LayoutRow(table(node(0))).read()).isPresent();
    }

    /** Runs calls at the same moment; an entry is a result or the exception. */
    static List<Object> together(List<Callable<Object>> calls) throws InterruptedException {
        CyclicBarrier start = new CyclicBarrier(calls.size());
        ExecutorService threads = Executors.newFixedThreadPool(calls.size());
        try {
            List<Future<Object>> futures = threads.invokeAll(calls.stream()
                    .<Callable<Object>>map(call -> () -> {
                        start.await();
                        return call.call();
                    })
                    .toList());
            List<Object> results = new ArrayList<>();
            for (Future<Object> future : futures) {
                results.add(outcome(future));
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    private static Object outcome(Future<Object> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException ex) {
            return String.valueOf(ex.getCause());
        }
    }
}
