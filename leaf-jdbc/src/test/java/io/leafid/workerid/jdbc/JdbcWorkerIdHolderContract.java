package io.leafid.workerid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.SnowflakeLayout;
import io.leafid.jdbc.SchemaScript;
import io.leafid.jdbc.TableName;
import io.leafid.testing.TestDatabase;
import io.leafid.time.TimeSource;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The contract of the mode with fixed worker ids on a real database, and what the table adds to it. */
abstract class JdbcWorkerIdHolderContract extends JdbcHolderContract {

    JdbcWorkerIdHolderContract(TestDatabase database) {
        super(JdbcWorkerIdHolder.MODE, database);
    }

    @Override
    JdbcHolder make(DataSource line, NodeIdentity identity, TimeSource clock, Duration liveness) {
        return named(JdbcWorkerIdHolder.DEFAULT_TABLE, line, identity, clock, liveness);
    }

    private JdbcWorkerIdHolder named(
            String table, DataSource line, NodeIdentity identity, TimeSource clock, Duration liveness) {
        return new JdbcWorkerIdHolder(
                line, database().dialect(), new WorkerIdTableSettings(table, TIMEOUT, liveness), identity, clock);
    }

    @Test
    void fullRangeNamesTheRowThatHasBeenSilentForLongest() {
        WorkerIdRange two = new WorkerIdRange(0, 1);
        WorkerIdHolder gone = open(node(0));
        gone.acquire(request(node(0)).within(two));
        declareDead(gone, node(0));
        open(node(1)).acquire(request(node(1)).within(two));

        assertThatExceptionOfType(WorkerIdException.Exhausted.class)
                .isThrownBy(() -> open(node(2)).acquire(request(node(2)).within(two)))
                .withMessageContaining("none becomes free by itself")
                .withMessageContaining("silent for longest is %s with worker id 0, since ", node(0));
    }

    private static HighWaterMark mark(WorkerIdLease lease, long markMillis) {
        return new HighWaterMark(lease.workerId(), lease.token(), markMillis, lease.ceilingMillis());
    }

    @Test
    void lowestFreeWorkerIdIsTakenAlsoWhereOneWasGivenUp() {
        IntStream.range(0, 4).forEach(i -> open(node(i)).acquire(request(node(i))));
        jdbc().update("DELETE FROM leaf_workerid_alloc WHERE id = 1");

        assertThat(open(node(5)).acquire(request(node(5))).workerId()).isEqualTo(1);
        assertThat(open(node(6)).acquire(request(node(6))).workerId()).isEqualTo(4);
        WorkerIdRange site = new WorkerIdRange(32, 63);
        assertThat(open(node(7)).acquire(request(node(7)).within(site)).workerId())
                .isEqualTo(32);
    }

    @Test
    void formerWorkerIdIsPreferredIfItsRowWasDeleted() {
        HighWaterMark former =
                new HighWaterMark(9, "some-token", time.currentTimeMillis() + 2_000, time.currentTimeMillis() + 8_000);

        WorkerIdLease lease = open(node(0)).acquire(request(node(0)).withMark(ofEndedRun(former)));

        assertThat(lease.workerId()).isEqualTo(9);
        assertThat(lease.floorMillis()).isEqualTo(former.markMillis());
    }

    @Test
    void oneOfSeveralRacingProcessesWithOneIdentityGetsTheWorkerId() throws InterruptedException {
        List<Callable<Object>> starts = IntStream.range(0, 8)
                .<Callable<Object>>mapToObj(i -> () -> {
                    WorkerIdHolder holder = open(node(0));
                    return holder.acquire(request(node(0)));
                })
                .toList();

        List<Object> outcomes = together(starts);

        assertThat(outcomes).filteredOn(WorkerIdLease.class::isInstance).hasSize(1);
        assertThat(outcomes)
                .filteredOn(String.class::isInstance)
                .hasSize(7)
                .allSatisfy(refused -> assertThat(refused.toString())
                        .contains("IdentityInUse", "another process runs as " + node(0), "another port or host"));
        assertThat(open(node(1)).list()).hasSize(1);
    }

    @Test
    void oneOfSeveralRacingLayoutsIsRecorded() throws InterruptedException {
        List<Callable<Object>> starts = IntStream.range(0, 8)
                .<Callable<Object>>mapToObj(i -> () -> {
                    WorkerIdHolder holder = open(node(i));
                    return holder.acquire(request(node(i)).laidOut(new SnowflakeLayout(i, 41, 10, 12)));
                })
                .toList();

        List<Object> outcomes = together(starts);

        assertThat(outcomes).filteredOn(WorkerIdLease.class::isInstance).hasSize(1);
        assertThat(outcomes)
                .filteredOn(String.class::isInstance)
                .hasSize(7)
                .allSatisfy(refused -> assertThat(refused.toString()).contains("LayoutMismatch"));
    }

    @Test
    void crashedOwnerIsWaitedForUntilItsLifeRunsOutByTheDatabasesClock() {
        WorkerIdLease lease = holder(node(0), time, SHORT_LIFE).acquire(request(node(0)));

        WorkerIdLease next = holder(node(0), time, SHORT_LIFE).acquire(request(node(0)));

        assertThat(next.workerId()).isEqualTo(lease.workerId());
        assertThat(next.floorMillis()).isEqualTo(lease.ceilingMillis());
        assertThat(jdbc().queryForObject("SELECT reported_at FROM leaf_workerid_alloc WHERE id = 0", Long.class))
                .as("not before its life ran out")
                .isGreaterThanOrEqualTo(lease.ceilingMillis() - RESERVATION.toMillis() + SHORT_LIFE.toMillis() - 500);
    }

    @Test
    void ownerThatReportsWhileItIsWatchedRunsAndKeepsItsWorkerId() {
        JdbcHolder running = holder(node(0), time, WATCHED_LIFE);
        WorkerIdLease lease = running.acquire(request(node(0)));
        TimeSource busy =
                new ActingTime(time, () -> running.extend(lease, lease.ceilingMillis() + 1_000, lease.token()));

        assertThatExceptionOfType(WorkerIdException.IdentityInUse.class)
                .isThrownBy(() -> holder(node(0), busy, WATCHED_LIFE)
                        .acquire(request(node(0)).by(busy)))
                .withMessageContaining("worker id 0");
    }

    @Test
    void ownerThatReleasesWhileItIsWatchedIsSucceededAtOnce() {
        JdbcHolder leaving = holder(node(0), time, WATCHED_LIFE);
        WorkerIdLease lease = leaving.acquire(request(node(0)));
        long usedUpTo = time.currentTimeMillis();
        TimeSource busy = new ActingTime(time, () -> leaving.release(lease, usedUpTo));

        WorkerIdLease next =
                holder(node(0), busy, WATCHED_LIFE).acquire(request(node(0)).by(busy));

        assertThat(next.floorMillis()).isEqualTo(usedUpTo);
    }

    @Test
    void restartWithTheFileOfTheCrashedRunWaitsForNothing() {
        WorkerIdLease lease = open(node(0)).acquire(request(node(0)));
        long near = time.currentTimeMillis() + 500;

        WorkerIdLease next = open(node(0)).acquire(request(node(0)).withMark(ofEndedRun(mark(lease, near))));

        assertThat(next.workerId()).isEqualTo(lease.workerId());
        assertThat(next.floorMillis()).isEqualTo(near);
    }

    /** Whatever of a row has changed since it was read, it may be another's by now. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "id = 7",
                "ip_port = '10.9.9.9:1'",
                "token = 'another'",
                "max_timestamp = max_timestamp + 1",
                "seen_at = seen_at + 1"
            })
    void takeOverComparesEachColumn(String change) {
        WorkerIdLease lease = open(node(0)).acquire(request(node(0)));
        WorkerIdTable table = table(node(0));
        WorkerIdRow read = table.findByOwner(node(0).toString()).orElseThrow();
        jdbc().update("UPDATE leaf_workerid_alloc SET " + change + " WHERE id = ?", lease.workerId());

        assertThat(table.takeOver(read, lease.upTo(lease.ceilingMillis() + 1, "mine"), RowOwner.fixed(node(0))))
                .isFalse();
        assertThat(jdbc().queryForObject(
                                "SELECT COUNT(*) FROM leaf_workerid_alloc WHERE token = 'mine'", Integer.class))
                .isZero();
    }

    @Test
    void rowThatWasGivenToAnotherInstanceByHandIsLost() {
        WorkerIdHolder holder = open(node(0));
        WorkerIdLease lease = holder.acquire(request(node(0)));
        jdbc().update("UPDATE leaf_workerid_alloc SET ip_port = ? WHERE id = ?", node(1).toString(), lease.workerId());

        assertThatExceptionOfType(WorkerIdException.LeaseLost.class)
                .isThrownBy(() -> holder.extend(lease, lease.ceilingMillis() + 1_000, lease.token()))
                .withMessageContaining(node(1).toString());
        assertThatExceptionOfType(WorkerIdException.LeaseLost.class)
                .isThrownBy(() -> holder.release(lease, lease.floorMillis()));
    }

    @Test
    void tableOfAnotherModeIsRefused() {
        recordLayout();
        jdbc().update("UPDATE leaf_workerid_alloc SET token = '1288834974657/41/10/12/jdbc_recycle' WHERE id = -1");

        assertThatExceptionOfType(WorkerIdException.ModeMismatch.class)
                .isThrownBy(() -> open(node(0)).acquire(request(node(0))))
                .withMessageContaining("in mode jdbc_recycle")
                .withMessageContaining("configured with mode mysql")
                .withMessageContaining("use mode jdbc_recycle or, to change on purpose, stop all instances")
                .withMessageContaining("delete row -1 of table leaf_workerid_alloc");
    }

    @Test
    void callersTransactionThatRollsBackTakesNothingBack() {
        WorkerIdHolder holder = open(node(0));
        TransactionTemplate callers = new TransactionTemplate(new JdbcTransactionManager(pool()));

        WorkerIdLease lease = callers.execute(status -> {
            WorkerIdLease taken = holder.acquire(request(node(0)));
            WorkerIdLease extended = holder.extend(taken, taken.ceilingMillis() + 3_000, taken.token());
            status.setRollbackOnly();
            return extended;
        });

        assertThat(entry(open(node(1)), lease.workerId()).ceiling())
                .isEqualTo(Instant.ofEpochMilli(lease.ceilingMillis()));
    }

    @Test
    void workerIdOutsideTheRangeIsRefusedWithWhatToDo() {
        WorkerIdHolder first = open(node(0));
        first.release(first.acquire(request(node(0))), time.currentTimeMillis());

        assertThatExceptionOfType(WorkerIdException.BadAssignment.class)
                .isThrownBy(() -> open(node(0)).acquire(request(node(0)).within(new WorkerIdRange(32, 63))))
                .withMessage("10.0.0.1:8080 has worker id 0 in table leaf_workerid_alloc, outside 32-63; widen "
                        + "that range or, when reserved_until and max_timestamp are past, delete the row, "
                        + "and it gets the lowest free worker id");
    }

    @Test
    void extensionFromAMarkHealsALeaseWhoseReplyWasLost() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)));
        long near = time.currentTimeMillis() + 500;
        crash(first, node(0));
        WorkerIdHolder second = open(node(0));
        takeUnheard(second, request(node(0)).withMark(ofEndedRun(mark(lease, near))));

        WorkerIdLease healed = second.extend(from(lease, near), lease.ceilingMillis() + 20_000, lease.token());

        assertThat(healed.ceilingMillis()).isEqualTo(lease.ceilingMillis() + 20_000);
        assertThat(second.extend(healed, healed.ceilingMillis() + 1, lease.token())
                        .token())
                .isEqualTo(lease.token());
    }

    /** What the attempt was to begin after may have been used by the other owner. */
    @Test
    void extensionFromAMarkIsRefusedWhereAnotherOwnerHasComeBetweenItAndTheLeaseWhoseReplyWasLost() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)));
        long near = time.currentTimeMillis() + 500;
        crash(first, node(0));
        WorkerIdHolder other = open(node(0));
        WorkerIdLease between = other.acquire(request(node(0)));
        other.release(between, between.floorMillis() + 2_000);
        WorkerIdHolder second = open(node(0));
        takeUnheard(second, request(node(0)).withMark(ofEndedRun(mark(lease, near))));

        assertThatExceptionOfType(WorkerIdException.LeaseLost.class)
                .isThrownBy(() ->
                        second.extend(from(lease, near), lease.ceilingMillis() + 20_000, LeaseRequest.newToken()));
        assertThat(second.acquire(request(node(0))).floorMillis())
                .as("the lost lease is replaced from there")
                .isGreaterThanOrEqualTo(between.floorMillis() + 2_000);
    }

    private void takeUnheard(WorkerIdHolder holder, LeaseRequest request) {
        losingTheReply(
                holder,
                () -> assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                        .isThrownBy(() -> holder.acquire(request)));
    }

    /** What a start goes on with that has only a mark. */
    private static WorkerIdLease from(WorkerIdLease marked, long floorMillis) {
        return new WorkerIdLease(marked.workerId(), marked.token(), floorMillis, marked.ceilingMillis());
    }

    @Test
    void identityThatTheTableCannotHoldIsRefused() {
        NodeIdentity longName = new NodeIdentity("n".repeat(130), 8080);

        assertThatExceptionOfType(WorkerIdException.BadAssignment.class)
                .isThrownBy(() -> open(longName).acquire(request(longName)))
                .withMessageContaining("set the host");
    }

    @Test
    void missingTableIsNamed() {
        JdbcWorkerIdHolder elsewhere = named("no_such_table", pool(), node(0), time, LONG_LIFE);

        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(() -> elsewhere.acquire(request(node(0))))
                .withMessageContaining("table no_such_table is missing");
    }

    @Test
    void printedScriptCreatesTheTableThatTheHolderUses() {
        JdbcWorkerIdHolder other = named("workers_of_mine", pool(), node(0), time, LONG_LIFE);
        jdbc().execute(SchemaScript.of(database.dialect())
                .text(JdbcWorkerIdHolder.DEFAULT_TABLE, new TableName("workers_of_mine"))
                .strip()
                .replaceAll(";$", ""));

        assertThat(other.acquire(request(node(0))).workerId()).isZero();
        assertThat(other.list()).extracting(WorkerIdEntry::owner).containsExactly(node(0).toString());
        assertThat(open(node(0)).list()).isEmpty();
    }
}
