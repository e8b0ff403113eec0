package io.leafid.autoconfigure.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.autoconfigure.check.CheckedStart.OffBy;
import io.leafid.testing.TestDatabase;
import io.leafid.time.TimeSource;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdRange;
import io.leafid.workerid.file.MarkFile;
import io.leafid.workerid.jdbc.JdbcWorkerIdHolder;
import io.leafid.workerid.jdbc.RecyclingJdbcHolder;
import io.leafid.workerid.jdbc.WorkerIdTableSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A check of worker ids in a table says what the start does. */
class CheckedTableStartTest {

    @TempDir
    private Path directory;

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final TestDatabase database = TestDatabase.h2().with(JdbcWorkerIdHolder.DEFAULT_TABLE);

    private WorkerIdHolder holder(boolean isFixed, NodeIdentity identity, Duration liveness, TimeSource time) {
        WorkerIdTableSettings table =
                new WorkerIdTableSettings(JdbcWorkerIdHolder.DEFAULT_TABLE, Duration.ofSeconds(60), liveness);
        return isFixed
                ? new JdbcWorkerIdHolder(database.unpooled(), database.dialect(), table, identity, time)
                : new RecyclingJdbcHolder(database.unpooled(), database.dialect(), table, identity, time);
    }

    private CheckedStart start(String mode, Duration offset, String... more) {
        String[] settings = Stream.concat(Stream.of("leaf.snowflake.mode=" + mode), Stream.of(more))
                .toArray(String[]::new);
        return new CheckedStart(
                CheckedStart.settings(directory, settings),
                (snowflake, time) -> holder(snowflake.mode().isFixed(), CheckedStart.SELF, Duration.ofSeconds(9), time),
                new OffBy(offset));
    }

    /** A lease that an instance was killed with. */
    private LeaseRequest leave(
            boolean isFixed, NodeIdentity identity, int workerId, Duration liveness, Duration ahead) {
        LeaseRequest request = LeaseRequest.of(
                        identity,
                        new WorkerIdRange(workerId, workerId),
                        CheckedStart.settings(directory, "leaf.snowflake.mode=mysql")
                                .layout(),
                        TimeSource.system())
                .over(new LeaseRequest.Period(ahead, MINUTE, 0));
        holder(isFixed, identity, liveness, TimeSource.system()).acquire(request);
        return request;
    }

    private static NodeIdentity other(int number) {
        return new NodeIdentity("10.0.1." + number, 8080);
    }

    private void row(int workerId, String owner) {
        database.jdbc()
                .update(
                        "INSERT INTO leaf_workerid_alloc (id, ip, port, ip_port, max_timestamp) VALUES (?, '', '', ?, 1)",
                        workerId,
                        owner);
    }

    @Test
    void firstStartIsSafe() {
        start("mysql", Duration.ZERO).isSafe();
    }

    @Test
    void ownRowOutsideTheRangeIsRefused() {
        row(7, CheckedStart.SELF.toString());

        start("mysql", Duration.ZERO, "leaf.snowflake.worker-ids=0-3")
                .isRefusedWith(WorkerIdException.BadAssignment.class);
    }

    /** The range is that of the standard layout unless it is set. */
    @Test
    void ownRowThatTheLayoutHasNoRoomForIsRefused() {
        row(40, CheckedStart.SELF.toString());

        start("mysql", Duration.ZERO, "leaf.snowflake.layout.preset=javascript")
                .isRefusedWith(WorkerIdException.BadAssignment.class);
    }

    @Test
    void workerIdsThatTheLayoutHasNoRoomForAreNotFree() {
        for (int workerId = 0; workerId < 32; workerId++) {
            row(workerId, other(workerId).toString());
        }

        start("mysql", Duration.ZERO, "leaf.snowflake.layout.preset=javascript")
                .isRefusedWith(WorkerIdException.Exhausted.class);
        start("jdbc_recycle", Duration.ZERO, "leaf.snowflake.layout.preset=javascript")
                .isRefusedWith(WorkerIdException.class);
    }

    @Test
    void rangeThatTheLayoutHasNoRoomForIsRefused() {
        start("jdbc_recycle", Duration.ZERO, "leaf.snowflake.layout.preset=javascript")
                .isSafe();
    }

    /** A free worker id is waited for two report intervals, a fixed one by its reservation more. */
    @Test
    void floorThatTheModeDoesNotWaitForIsRefused() {
        String soon = "leaf.snowflake.start-after=" + Instant.now().plusSeconds(12);

        start("jdbc_recycle", Duration.ZERO, soon).isRefusedWith(WorkerIdException.ClockBehindFloor.class);
    }

    @Test
    void floorThatTheReservationIsLongEnoughForIsSafe() {
        String late = "leaf.snowflake.start-after=" + Instant.now().plusSeconds(20);
        String reservation = "leaf.snowflake.reservation=1m";
        CheckedStart start = start("mysql", Duration.ZERO, late, reservation);

        assertThat(start.findings().areGood()).isTrue();
    }

    @Test
    void ownRowThatIsReservedForLongerThanTheStartWaitsIsRefused() {
        leave(true, CheckedStart.SELF, 0, Duration.ofMillis(1), Duration.ofMinutes(5));

        start("mysql", Duration.ZERO).isRefusedWith(WorkerIdException.ClockBehindMark.class);
    }

    /** The start watches for a while whether the process reports. */
    @Test
    void ownRowOfAProcessThatWasKilledIsKept() {
        leave(true, CheckedStart.SELF, 0, Duration.ofSeconds(3), Duration.ofSeconds(1));

        CheckedStart start = start("mysql", Duration.ZERO);
        start.isSafe();
        assertThat(start.findings().text()).contains("0 would be kept");
    }

    @Test
    void clockIsNotComparedWhereTheSettingsSaySo() {
        leave(true, other(1), 1, Duration.ofMinutes(5), Duration.ofSeconds(10));
        String[] brief = {"leaf.snowflake.report-interval=1s", "leaf.snowflake.reservation=2s"};

        start("mysql", MINUTE, brief).isRefusedWith(WorkerIdException.ClockDiffersFromPeers.class);
        start("mysql", MINUTE, brief[0], brief[1], "leaf.snowflake.peer-check.enabled=false")
                .isSafe();
    }

    /** The fork keeps its rows for good. */
    @Test
    void rowsOfTheForkAreNotLeased() {
        row(0, other(0).toString());

        start("jdbc_recycle", Duration.ZERO, "leaf.snowflake.worker-ids=0-0")
                .isRefusedWith(WorkerIdException.Exhausted.class);
    }

    @Test
    void workerIdThatBecomesFreeWithinTheWaitIsLeased() {
        leave(false, other(0), 0, Duration.ofMillis(1), Duration.ofSeconds(4));

        start("jdbc_recycle", Duration.ZERO, "leaf.snowflake.worker-ids=0-0").isSafe();
    }

    @Test
    void standbyNeedsNoFreeWorkerId() {
        leave(false, other(0), 0, Duration.ofSeconds(30), Duration.ofMinutes(5));
        String range = "leaf.snowflake.worker-ids=0-0";

        start("jdbc_recycle", Duration.ZERO, range).isRefusedWith(WorkerIdException.Exhausted.class);
        CheckedStart standby = start("jdbc_recycle", Duration.ZERO, range, "leaf.snowflake.standby=true");
        standby.isSafe();
        assertThat(standby.findings().text()).containsPattern("warn +worker id");
    }

    /** As the start does before it asks the registry. */
    @Test
    void standbyWithAFixedWorkerIdIsRefused() {
        assertThat(start("mysql", Duration.ZERO, "leaf.snowflake.standby=true")
                        .findings()
                        .areGood())
                .isFalse();
    }

    /** What it reserved is its own to go on from. */
    @Test
    void markOfARunThatHasEndedCounts() {
        CheckedStart start = start("jdbc_recycle", Duration.ZERO, "leaf.snowflake.worker-ids=0-0");
        LeaseRequest request = leave(false, CheckedStart.SELF, 0, Duration.ofMinutes(1), Duration.ofMinutes(5));
        long now = System.currentTimeMillis();
        start.isRefusedWith(WorkerIdException.Exhausted.class);

        try (MarkFile mark = mark(start)) {
            mark.write(new HighWaterMark(0, request.token(), now, now + MINUTE.toMillis()));
        }
        start.isSafe();
    }

    @Test
    void stateDirectoryOfARunningProcessIsRefused() {
        CheckedStart start = start("jdbc_recycle", Duration.ZERO);
        try (MarkFile mark = mark(start)) {
            mark.write(new HighWaterMark(0, "token", 1, 1));

            start.isRefusedWith(WorkerIdException.IdentityInUse.class);
        }
        start.isSafe();
    }

    @Test
    void markOfAnotherLayoutIsRefused() {
        try (MarkFile mark = mark(start("mysql", Duration.ZERO, "leaf.snowflake.layout.preset=javascript"))) {
            mark.write(new HighWaterMark(0, "token", 1, 1));
        }

        start("mysql", Duration.ZERO).isRefusedWith(WorkerIdException.LayoutMismatch.class);
    }

    private static MarkFile mark(CheckedStart start) {
        return start.mark(start.holders().of(start.setup().properties().snowflake(), TimeSource.system()));
    }

    @Test
    void checkTakesNothing() {
        start("mysql", Duration.ZERO).findings();
        start("jdbc_recycle", Duration.ZERO).findings();

        assertThat(database.jdbc().queryForList("SELECT * FROM leaf_workerid_alloc"))
                .isEqualTo(List.of());
    }
}
