package io.leafid.workerid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.leafid.SnowflakeLayout;
import io.leafid.test.time.ManualTime;
import io.leafid.workerid.ClockReading;
import io.leafid.workerid.FoundMark;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.MarkEvidence;
import io.leafid.workerid.NamespaceRecord;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import io.leafid.workerid.jdbc.WorkerIdRow.Liveness;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What both modes make of the rows of a table, to the millisecond and to the row. */
class JdbcHolderRulesTest {

    /** How a holder of a mode is made. */
    enum Mode {
        FIXED("mysql", "") {
            @Override
            JdbcHolder holder(WorkerIdTable table) {
                return new JdbcWorkerIdHolder(table, IDENTITY);
            }
        },
        RECYCLING("jdbc_recycle", "#0") {
            @Override
            JdbcHolder holder(WorkerIdTable table) {
                return new RecyclingJdbcHolder(table, IDENTITY, io.leafid.time.TimeSource.system());
            }
        };

        final String text;
        final String ofWorkerIdZero; // what the key of an owner has behind its identity

        Mode(String text, String ofWorkerIdZero) {
            this.text = text;
            this.ofWorkerIdZero = ofWorkerIdZero;
        }

        abstract JdbcHolder holder(WorkerIdTable table);
    }

    private static final NodeIdentity IDENTITY = new NodeIdentity("10.0.0.1", 8080);
    private static final WorkerIdRange ZERO = new WorkerIdRange(0, 0);
    private static final WorkerIdRange THREE = new WorkerIdRange(0, 2);

    /** Read as an int, it is 0. */
    private static final long BEYOND_AN_INT = 1L << 32;

    private final ManualTime time = new ManualTime();
    private final long start = time.currentTimeMillis();
    private final ScriptedTable table = new ScriptedTable(time);

    private LeaseRequest request(WorkerIdRange range) {
        LeaseRequest.Period period = new LeaseRequest.Period(Duration.ofSeconds(10), Duration.ofSeconds(15), 0);
        return LeaseRequest.of(IDENTITY, range, SnowflakeLayout.DEFAULT, time).over(period);
    }

    private static WorkerIdRow row(long id, String key, long reservedUntil, long seenAt, long liveUntil) {
        return ScriptedTable.row(id, key, "of " + key, reservedUntil, new Liveness(seenAt, liveUntil, 0));
    }

    @ParameterizedTest
    @EnumSource
    void saysWhichRegistryItUses(Mode mode) {
        assertThat(mode.holder(table).name()).isEqualTo(mode.text);
        assertThat(mode.holder(table).registry()).isEqualTo(mode.text + " leaf_workerid_alloc");
    }

    @ParameterizedTest
    @EnumSource
    void rowWhoseIdIsNoWorkerIdIsNeitherListedNorTakenForOne(Mode mode) {
        table.rows.add(row(BEYOND_AN_INT, "far:1", start, 0, 0));
        table.rows.add(row(Integer.MAX_VALUE, "last:1", start, 0, 0));
        table.rows.add(row(0, "near:1", start, start, start + 9_000));

        assertThat(mode.holder(table).acquire(request(THREE)).workerId()).isEqualTo(1);
        assertThat(mode.holder(table).list())
                .extracting(WorkerIdEntry::owner)
                .containsExactlyInAnyOrder("last:1", "near:1", IDENTITY.toString());
    }

    @ParameterizedTest
    @EnumSource
    void ownerIsLiveUntilItsReportIsOverAndTheRowSaysWhenThatWas(Mode mode) {
        table.rows.add(row(0, "over:1", start, start - 9_000, start));
        table.rows.add(row(1, "live:1", start, start - 8_999, start + 1));
        table.rows.add(ScriptedTable.ofFork(2, "fork:1", start - 6_000));

        assertThat(mode.holder(table).list())
                .extracting(WorkerIdEntry::owner, WorkerIdEntry::live, WorkerIdEntry::lastReported)
                .containsExactly(
                        tuple("over:1", false, Instant.ofEpochMilli(start - 9_000)),
                        tuple("live:1", true, Instant.ofEpochMilli(start - 8_999)),
                        tuple("fork:1", false, null));
        assertThat(mode.holder(table).clockReadings(Duration.ofMinutes(1)))
                .extracting(ClockReading::owner)
                .containsExactly("live:1", IDENTITY.toString());
    }

    private void reportAhead(long id, long reservedUntil, long aheadMillis) {
        long seen = start + aheadMillis;
        table.rows.add(row(id, "ahead:1#" + id, reservedUntil, seen, seen + 9_000));
    }

    @Test
    void ownerCountsAsRunningWhereTheDatabaseWasSetBackByNoMoreThanAReportCountsFor() {
        reportAhead(0, start, 9_000);

        assertThatExceptionOfType(WorkerIdException.Exhausted.class)
                .isThrownBy(() -> Mode.RECYCLING.holder(table).acquire(request(ZERO)));
    }

    @Test
    void reservationAloneDecidesWhereTheDatabaseWasSetBackByMore() {
        reportAhead(0, start + 600_000, 9_001);
        reportAhead(1, start, 9_001);
        reportAhead(2, start + 600_000, 9_001);

        assertThat(Mode.RECYCLING.holder(table).acquire(request(THREE)).workerId())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void exhaustedRangeNamesNoOwnersOutsideOfIt(Mode mode) {
        table.rows.add(row(0, "in:1", start + 10_000, start, start + 30_000));
        table.rows.add(row(1, "out:1", start + 10_000, start, start + 30_000));

        assertThatExceptionOfType(WorkerIdException.Exhausted.class)
                .isThrownBy(() -> mode.holder(table).acquire(request(ZERO)))
                .satisfies(ex -> assertThat(ex.holders())
                        .extracting(WorkerIdEntry::owner)
                        .containsExactly("in:1"));
    }

    /** As long as the attempt before is not known to have failed, its floor is the one to go on from. */
    @ParameterizedTest
    @EnumSource
    void leaseWhoseReplyWasLostIsTakenUpUnderItsWorkerIdAndFromItsFloor(Mode mode) {
        table.rows.add(row(0, IDENTITY + mode.ofWorkerIdZero, start - 5_000, start - 20_000, start - 11_000));
        JdbcHolder holder = mode.holder(table);
        table.fate = ScriptedTable.Fate.WRITTEN_WITHOUT_A_REPLY;
        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(() -> holder.acquire(request(THREE)));
        time.advance(Duration.ofMillis(500));

        WorkerIdLease lease = holder.acquire(request(THREE));

        WorkerIdLease unheard = table.leases.get(0);
        assertThat(table.leases).containsExactly(unheard, lease);
        assertThat(lease.workerId()).isEqualTo(unheard.workerId());
        assertThat(lease.floorMillis()).isEqualTo(unheard.floorMillis()).isLessThan(unheard.ceilingMillis());
        assertThat(time.currentTimeMillis() - start).as("waited for nothing").isEqualTo(500);
    }

    @Test
    void identityOfExactlyTheRoomOfTheTableIsTaken() {
        NodeIdentity longest = new NodeIdentity("n".repeat(122), 8080);
        NodeIdentity longestLeasing = new NodeIdentity("n".repeat(111), 8080);

        assertThat(new JdbcWorkerIdHolder(table, longest)
                        .acquire(request(THREE))
                        .workerId())
                .isZero();
        assertThat(new RecyclingJdbcHolder(new ScriptedTable(time), longestLeasing, time)
                        .acquire(request(THREE))
                        .workerId())
                .isZero();
        assertThatExceptionOfType(WorkerIdException.BadAssignment.class)
                .isThrownBy(() -> new RecyclingJdbcHolder(table, new NodeIdentity("n".repeat(112), 8080), time)
                        .acquire(request(THREE)));
    }

    @Test
    void fixedWorkerIdIsTriedOnceMoreThanTheRangeHasPlacesForOthers() {
        table.fate = ScriptedTable.Fate.OTHERS_ARE_FASTER;

        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(() -> Mode.FIXED.holder(table).acquire(request(THREE)))
                .withMessage("others were always faster in table leaf_workerid_alloc; try again");
        assertThat(table.looks).isEqualTo(4);
    }

    @Test
    void recycledWorkerIdIsLookedForSixteenTimes() {
        table.fate = ScriptedTable.Fate.OTHERS_ARE_FASTER;

        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(() -> Mode.RECYCLING.holder(table).acquire(request(THREE)))
                .withMessage("the free worker ids 0-2 in table leaf_workerid_alloc are taken faster than they can be "
                        + "leased");
        assertThat(table.looks).isEqualTo(16);
    }

    /** To watch a node of the fork for six seconds would change nothing. */
    /** The mark of a last run of ours with worker id 0, after which a node of the fork had the row and stopped; that leaves our token in it. */
    private FoundMark markBeforeANodeOfTheFork() {
        WorkerIdRow ours =
                ScriptedTable.row(0, IDENTITY.toString(), "mine", start - 60_000, new Liveness(start - 60_000, 0, 0));
        table.rows.add(new WorkerIdRow(0, ours.key(), start - 7_000, ours.report(), ours.liveness()));
        HighWaterMark mark = new HighWaterMark(0, "mine", start - 62_000, start - 60_000);
        return new FoundMark(mark, MarkEvidence.WRITER_ENDED, "here");
    }

    /** The reply to the start that takes its place may be lost. */
    @Test
    void nodeOfTheForkThatHasStoppedIsAnotherOwnerToo() {
        AtomicInteger losses = new AtomicInteger();
        LeaseRequest plain = request(ZERO);
        LeaseRequest.Run run = new LeaseRequest.Run(
                IDENTITY, "fresh", Optional.of(markBeforeANodeOfTheFork()), losses::incrementAndGet);
        table.fate = ScriptedTable.Fate.WRITTEN_WITHOUT_A_REPLY;

        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(() ->
                        Mode.FIXED.holder(table).acquire(new LeaseRequest(run, plain.ids(), plain.period(), time)));
        assertThat(losses).hasPositiveValue();
    }

    /** A start that does not hear of its lease may go on up to its old ceiling; what it took stands above the fork's time alone. */
    @Test
    void reportOfAResumedRunDoesNotReplaceATakeFromANodeOfTheFork() {
        FoundMark mark = markBeforeANodeOfTheFork();
        JdbcHolder holder = Mode.FIXED.holder(table);
        table.fate = ScriptedTable.Fate.WRITTEN_WITHOUT_A_REPLY;
        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(() -> holder.acquire(request(ZERO).withMark(mark)));

        holder.extend(new WorkerIdLease(0, "mine", mark.mark().markMillis(), start), start + 10_000, "other");

        assertThat(table.tokensThatMayStand).containsOnly("mine");
    }

    @Test
    void nodeOfTheForkWhoseClockIsFarAheadIsRefusedAtOnce() {
        table.rows.add(ScriptedTable.ofFork(0, IDENTITY.toString(), start + 3_600_000));

        assertThatExceptionOfType(WorkerIdException.ClockBehindMark.class)
                .isThrownBy(() -> Mode.FIXED.holder(table).acquire(request(THREE)))
                .satisfies(ex -> assertThat(ex.mark()).isEqualTo(Instant.ofEpochMilli(start + 3_606_000)));
        assertThat(time.currentTimeMillis()).isEqualTo(start);
    }

    @Test
    void operatorIsToldWhenTheSilenceOfAnOwnerFreesItsWorkerId() {
        table.rows.add(row(0, "in:1", start + 10_000, start, start + 30_000));

        assertThatExceptionOfType(WorkerIdException.Exhausted.class)
                .isThrownBy(() -> Mode.RECYCLING.holder(table).acquire(request(ZERO)))
                .withMessageContaining("if the owner of worker id 0 has ended without that, it becomes free at "
                        + Instant.ofEpochMilli(start + 30_000) + ", in 30 s");
    }

    @Test
    void rowOfTheRecordIsNamedWhereItIsWrong() {
        LayoutRow place = new LayoutRow(table);
        table.rows.add(row(-1, "layout", 0, start, start));

        assertThat(place.namespace()).isEqualTo("table leaf_workerid_alloc");
        assertThatExceptionOfType(WorkerIdException.BadAssignment.class)
                .isThrownBy(() -> new NamespaceRecord(SnowflakeLayout.DEFAULT, "mysql").begin(place, request(THREE)))
                .withMessage("row -1 of table leaf_workerid_alloc should record the layout, but has 'of layout' as "
                        + "token; delete that row if no other instance runs");
    }
}
