package io.leafid.workerid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.testing.CapturedLog;
import io.leafid.testing.TestDatabase;
import io.leafid.time.TimeSource;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.MarkEvidence;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The contract of the mode with recycled worker ids on a real database, and what the table adds to it. */
abstract class RecyclingJdbcHolderContract extends JdbcHolderContract {

    private static final WorkerIdRange THREE = new WorkerIdRange(0, 2);

    RecyclingJdbcHolderContract(TestDatabase database) {
        super(RecyclingJdbcHolder.MODE, database);
    }

    @Override
    JdbcHolder make(DataSource line, NodeIdentity identity, TimeSource clock, Duration liveness) {
        return new RecyclingJdbcHolder(
                line,
                database().dialect(),
                new WorkerIdTableSettings(JdbcWorkerIdHolder.DEFAULT_TABLE, TIMEOUT, liveness),
                identity,
                clock);
    }

    private WorkerIdLease leaseOf(int node) {
        return open(node(node)).acquire(request(node(node)).within(THREE));
    }

    /** Leases a worker id as a process that dies; its ceiling is past afterwards if so much time goes by. */
    private WorkerIdLease leaseOfTheDead(int node) {
        WorkerIdHolder holder = open(node(node));
        WorkerIdLease lease = holder.acquire(request(node(node)).within(THREE));
        crash(holder, node(node));
        return lease;
    }

    @Test
    void expiredWorkerIdIsTakenOldestFirstAfterThoseThatWereNeverUsed() {
        WorkerIdLease oldest = leaseOfTheDead(0);
        time.shift(Duration.ofSeconds(1));
        WorkerIdLease later = leaseOfTheDead(1);
        time.shift(RESERVATION.plusSeconds(1));

        assertThat(leaseOf(2).workerId()).as("never used").isEqualTo(2);
        assertThat(leaseOf(3).workerId()).isEqualTo(oldest.workerId());
        assertThat(leaseOf(4).workerId()).isEqualTo(later.workerId());
    }

    @Test
    void expiredWorkerIdIsUsedBeyondItsCeilingOnly() {
        WorkerIdLease dead = leaseOfTheDead(0);
        leaseOf(1);
        leaseOf(2);

        WorkerIdLease successor = leaseOf(3);

        assertThat(successor.workerId()).isEqualTo(dead.workerId());
        assertThat(successor.floorMillis()).isEqualTo(dead.ceilingMillis());
    }

    @Test
    void silentOwnerKeepsItsWorkerIdUntilItsCeilingIsNear() {
        WorkerIdHolder holder = open(node(0));
        WorkerIdLease far = holder.acquire(request(node(0)).within(new WorkerIdRange(0, 0)));
        holder.extend(far, time.currentTimeMillis() + Duration.ofMinutes(10).toMillis(), far.token());
        crash(holder, node(0));

        assertThatExceptionOfType(WorkerIdException.Exhausted.class)
                .isThrownBy(() -> open(node(1)).acquire(request(node(1)).within(new WorkerIdRange(0, 0))))
                .withMessageContaining("the first becomes free at ")
                .withMessageContaining("in table leaf_workerid_alloc");
    }

    @Test
    void liveOwnerKeepsItsWorkerIdLongAfterItsCeiling() {
        WorkerIdHolder live = open(node(0));
        WorkerIdLease lease = live.acquire(request(node(0)).within(new WorkerIdRange(0, 0)));
        time.shift(RESERVATION.multipliedBy(10));

        assertThatExceptionOfType(WorkerIdException.Exhausted.class)
                .isThrownBy(() -> open(node(1)).acquire(request(node(1)).within(new WorkerIdRange(0, 0))))
                .withMessageContaining("each is in use")
                .withMessageContaining("if the owner of worker id 0 has ended without that, it becomes free at ");
        assertThat(live.extend(lease, lease.ceilingMillis() + 200_000, lease.token())
                        .workerId())
                .isEqualTo(lease.workerId());
    }

    @Test
    void everyWorkerIdIsLeasedOnceWhenAsManyStartAtOnce() throws InterruptedException {
        WorkerIdRange eight = new WorkerIdRange(0, 7);
        List<Callable<Object>> starts = IntStream.range(0, 8)
                .<Callable<Object>>mapToObj(i -> () ->
                        open(node(i)).acquire(request(node(i)).within(eight)).workerId())
                .toList();

        assertThat(together(starts)).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7);
    }

    @Test
    void severalProcessesOfOneIdentityGetAlongUnderWorkerIdsOfTheirOwn() throws InterruptedException {
        List<Callable<Object>> starts = IntStream.range(0, 6)
                .<Callable<Object>>mapToObj(
                        i -> () -> open(node(0)).acquire(request(node(0))).workerId())
                .toList();

        assertThat(together(starts)).doesNotHaveDuplicates().hasOnlyElementsOfType(Integer.class);
    }

    @Test
    void rowsOfTheForkAreNeverTakenNorChanged() {
        jdbc().update("INSERT INTO leaf_workerid_alloc (id, ip, port, ip_port, max_timestamp, create_time, update_time)"
                + " VALUES (1, '10.9.9.9', '8080', '10.9.9.9:8080', 5, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)");
        List<Map<String, Object>> before = jdbc().queryForList("SELECT * FROM leaf_workerid_alloc WHERE id = 1");

        assertThat(List.of(leaseOf(0).workerId(), leaseOf(1).workerId())).containsExactly(0, 2);
        assertThatExceptionOfType(WorkerIdException.Exhausted.class).isThrownBy(() -> leaseOf(2));

        assertThat(jdbc().queryForList("SELECT * FROM leaf_workerid_alloc WHERE id = 1"))
                .isEqualTo(before);
    }

    /** A node of the fork that finds no row for its address adds one; it must not be given the row of ours. */
    @Test
    void rowOfOursIsNotOneThatTheForkWouldTakeForItsOwn() {
        leaseOf(0);

        assertThat(jdbc().queryForList("SELECT id FROM leaf_workerid_alloc WHERE ip_port = ?", node(0).toString()))
                .isEmpty();
        assertThat(open(node(1)).list()).extracting(entry -> entry.owner()).containsExactly(node(0).toString());
    }

    @Test
    void tableOfFixedWorkerIdsIsRefused() {
        JdbcWorkerIdHolder fixed = new JdbcWorkerIdHolder(
                pool(),
                database().dialect(),
                new WorkerIdTableSettings(JdbcWorkerIdHolder.DEFAULT_TABLE, TIMEOUT, LONG_LIFE),
                node(0),
                time);
        fixed.acquire(request(node(0)));

        assertThatExceptionOfType(WorkerIdException.ModeMismatch.class)
                .isThrownBy(() -> leaseOf(1))
                .withMessageContaining("in mode mysql")
                .withMessageContaining("configured with mode jdbc_recycle");
    }

    @Test
    void ownMarkAfterARebootWaitsForTheCeilingOrTakesAnother() {
        WorkerIdLease before = leaseOfTheDead(0);
        HighWaterMark mark =
                new HighWaterMark(before.workerId(), before.token(), time.currentTimeMillis(), before.ceilingMillis());

        WorkerIdLease after =
                open(node(0)).acquire(request(node(0)).within(THREE).withMark(found(mark, MarkEvidence.SAME_PLACE)));

        assertThat(after.workerId() != before.workerId() || after.floorMillis() >= before.ceilingMillis())
                .isTrue();
    }

    /** As one that was started on a copy of the other's state directory. */
    @Test
    void processBesideAnotherOfItsIdentityIsToldOfItOnceAndTheNextRunOfOneProcessIsNot() {
        WorkerIdLease owner = leaseOf(0);
        HighWaterMark mark =
                new HighWaterMark(owner.workerId(), owner.token(), time.currentTimeMillis(), owner.ceilingMillis());
        LeaseRequest request = request(node(0)).within(THREE);
        try (CapturedLog log = new CapturedLog(RecyclingJdbcHolder.class.getName())) {
            WorkerIdHolder ended = open(node(0));
            ended.acquire(request.withMark(found(mark, MarkEvidence.WRITER_ENDED)));
            assertThat(log.warnings()).isEmpty();

            WorkerIdHolder beside = open(node(0));
            WorkerIdLease taken = beside.acquire(request.withMark(found(mark, MarkEvidence.COPY)));
            beside.acquire(request.withToken("once more"));

            assertThat(taken.workerId()).isNotEqualTo(owner.workerId());
            assertThat(log.warnings())
                    .singleElement()
                    .asString()
                    .matches(
                            "worker id %d in table leaf_workerid_alloc was reported .* ago by another process as %s\\. This process runs beside it, under another worker id; if that one still runs, give each its own host or port"
                                    .formatted(owner.workerId(), node(0)));
        }
    }

    @Test
    void identityThatTheTableCannotHoldIsRefused() {
        NodeIdentity longName = new NodeIdentity("n".repeat(115), 8080);

        assertThatExceptionOfType(WorkerIdException.BadAssignment.class)
                .isThrownBy(() -> open(longName).acquire(request(longName)))
                .withMessageContaining("longer than the 116 characters");
    }

    /** The fork cannot have written to it: it looks for another key. */
    @Test
    void rowWhoseTimeWasEditedIsKeptByItsOwnerAndLentAgain() {
        WorkerIdRange one = new WorkerIdRange(0, 0);
        WorkerIdHolder owner = open(node(0));
        WorkerIdLease lease = owner.acquire(request(node(0)).within(one));
        jdbc().update("UPDATE leaf_workerid_alloc SET reserved_until = reserved_until + 2000 WHERE id = 0");

        WorkerIdLease extended = owner.extend(lease, lease.ceilingMillis() + 500, lease.token());
        crash(owner, node(0));
        time.shift(RESERVATION.plusSeconds(1));

        assertThat(extended.ceilingMillis()).isEqualTo(lease.ceilingMillis() + 500);
        assertThat(open(node(1)).acquire(request(node(1)).within(one)).floorMillis())
                .as("the later of the two times")
                .isEqualTo(lease.ceilingMillis() + 2_000);
    }

    @Test
    void rowWhoseTimeWasEditedIsGivenBack() {
        WorkerIdHolder owner = open(node(0));
        WorkerIdLease lease = owner.acquire(request(node(0)).within(THREE));
        jdbc().update(
                        "UPDATE leaf_workerid_alloc SET max_timestamp = max_timestamp - 2000 WHERE id = ?",
                        lease.workerId());
        time.shift(Duration.ofSeconds(1));
        long used = time.currentTimeMillis();

        owner.release(lease, used);

        assertThat(leaseOf(0)).satisfies(next -> {
            assertThat(next.workerId()).isEqualTo(lease.workerId());
            assertThat(next.floorMillis()).isEqualTo(used);
        });
    }
}
