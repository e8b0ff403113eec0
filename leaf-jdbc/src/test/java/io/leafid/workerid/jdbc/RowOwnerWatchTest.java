package io.leafid.workerid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.SnowflakeLayout;
import io.leafid.test.time.ManualTime;
import io.leafid.workerid.FoundMark;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.MarkEvidence;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdRange;
import io.leafid.workerid.jdbc.WorkerIdRow.Liveness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How long the owner of a row is waited for, and what ends that. */
class RowOwnerWatchTest {

    private static final NodeIdentity IDENTITY = new NodeIdentity("10.0.0.1", 8080);
    private static final String KEY = IDENTITY.toString();
    private static final long MAX_WAIT = 15_000;

    private final ManualTime time = new ManualTime();
    private final long start = time.currentTimeMillis();
    private final ScriptedTable table = new ScriptedTable(time);
    private final LeaseRequest request = LeaseRequest.of(
                    IDENTITY, new WorkerIdRange(0, 63), SnowflakeLayout.DEFAULT, time)
            .over(new LeaseRequest.Period(Duration.ofSeconds(10), Duration.ofMillis(MAX_WAIT), 0));
    private final RowOwnerWatch watch = new RowOwnerWatch(table, request);
    private final List<Long> losses = new ArrayList<>();

    /** A row that was written two seconds ago, and whose owner may run for so long. */
    private WorkerIdRow runningFor(long millis) {
        table.rows.add(ScriptedTable.row(
                3, KEY, "theirs", start + 60_000, new Liveness(start - 2_000, start + millis, start)));
        return table.findById(3).orElseThrow();
    }

    private void afterASecond(WorkerIdRow row) {
        time.after(Duration.ofSeconds(1), () -> table.rows.set(0, row));
    }

    private long waitedMillis() {
        return time.currentTimeMillis() - start;
    }

    @Test
    void ownerWhoseReportIsOverIsNotWaitedFor() {
        WorkerIdRow over = runningFor(0);

        assertThat(watch.awaitEnd(over)).contains(over);
        assertThat(waitedMillis()).isZero();
    }

    @Test
    void silentOwnerIsWaitedForUntilItsReportIsOverAndNotLonger() {
        WorkerIdRow first = runningFor(MAX_WAIT);

        assertThat(watch.awaitEnd(first)).map(WorkerIdRow::busyMillis).contains(0L);
        assertThat(waitedMillis()).isEqualTo(MAX_WAIT);
    }

    @Test
    void ownerThatWouldHaveToBeWaitedForTooLongIsRefusedAtOnce() {
        WorkerIdRow first = runningFor(MAX_WAIT + 1);

        assertThatExceptionOfType(WorkerIdException.IdentityInUse.class)
                .isThrownBy(() -> watch.awaitEnd(first))
                .withMessage(
                        "another process runs as 10.0.0.1:8080: it has worker id 3 in table leaf_workerid_alloc and "
                                + "reported 2 seconds ago; stop it, or give this instance another port or host");
        assertThat(waitedMillis()).isZero();
    }

    @Test
    void ownerThatReportsMeanwhileRuns() {
        WorkerIdRow first = runningFor(5_000);
        afterASecond(
                ScriptedTable.row(3, KEY, "theirs", start + 61_000, new Liveness(start + 1_000, start + 10_000, 0)));

        assertThatExceptionOfType(WorkerIdException.IdentityInUse.class)
                .isThrownBy(() -> watch.awaitEnd(first))
                .withMessageContaining("reported 0 seconds ago");
        assertThat(waitedMillis()).isEqualTo(1_000);
    }

    @Test
    void nodeOfTheForkThatReportsMeanwhileRuns() {
        table.rows.add(ScriptedTable.ofFork(3, KEY, start));
        WorkerIdRow first = table.findById(3).orElseThrow();
        afterASecond(ScriptedTable.ofFork(3, KEY, start + 1_000));

        assertThatExceptionOfType(WorkerIdException.IdentityInUse.class)
                .isThrownBy(() -> watch.awaitEnd(first))
                .withMessageContaining("and reported as a node of the fork; stop it");
    }

    @Test
    void ownerWhoseReportSaysThatItStopsIsSucceededAtOnceByThatReport() {
        WorkerIdRow first = runningFor(5_000);
        afterASecond(ScriptedTable.row(3, KEY, "theirs", start + 900, new Liveness(start + 1_000, start + 1_000, 0)));

        assertThat(watch.awaitEnd(first)).map(WorkerIdRow::ceilingMillis).contains(start + 900);
        assertThat(waitedMillis()).isEqualTo(1_000);
    }

    @Test
    void rowThatIsDeletedOrGoesToAnotherInstanceHasNoOwnerToBeWaitedFor() {
        WorkerIdRow first = runningFor(5_000);
        afterASecond(ScriptedTable.row(
                3, "10.0.0.2:8080", "others", start + 61_000, new Liveness(start + 1_000, start + 10_000, 0)));
        assertThat(watch.awaitEnd(first)).isEmpty();
        assertThat(waitedMillis()).isEqualTo(1_000);

        table.rows.clear();
        assertThat(watch.awaitEnd(first)).isEmpty();
    }

    @Test
    void interruptedCallerDoesNotWait() {
        WorkerIdRow first = runningFor(5_000);
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(WorkerIdException.IdentityInUse.class).isThrownBy(() -> watch.awaitEnd(first));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(waitedMillis()).isZero();
    }

    /** The watch of a start that has a mark under a token, and notes when it hears of another owner. */
    private RowOwnerWatch watchWithMarkOf(String token) {
        FoundMark mark = new FoundMark(
                new HighWaterMark(3, token, start - 1_000, start + 60_000), MarkEvidence.SAME_PLACE, "here");
        LeaseRequest.Run run =
                new LeaseRequest.Run(IDENTITY, "fresh", Optional.of(mark), () -> losses.add(waitedMillis()));
        return new RowOwnerWatch(table, new LeaseRequest(run, request.ids(), request.period(), time));
    }

    /** The database may be lost meanwhile. */
    @Test
    void otherOwnerIsToldOfBeforeItIsWatched() {
        WorkerIdRow first = runningFor(5_000);

        watchWithMarkOf("mine").awaitEnd(first);

        assertThat(losses).containsExactly(0L);
    }

    @Test
    void nodeOfTheForkIsAnotherOwner() {
        table.rows.add(ScriptedTable.ofFork(3, KEY, start));

        watchWithMarkOf("mine").awaitEnd(table.findById(3).orElseThrow());

        assertThat(losses).containsExactly(0L);
    }

    @Test
    void ownFormerRunIsNoOtherOwner() {
        WorkerIdRow first = runningFor(5_000);

        watchWithMarkOf("theirs").awaitEnd(first);

        assertThat(losses).isEmpty();
    }

    /** The machine was cloned, say: the mark is that of the other. */
    @Test
    void ownerThatReportsUnderTheTokenOfTheMarkIsAnotherOne() {
        WorkerIdRow first = runningFor(5_000);
        afterASecond(
                ScriptedTable.row(3, KEY, "theirs", start + 61_000, new Liveness(start + 1_000, start + 10_000, 0)));

        assertThatExceptionOfType(WorkerIdException.IdentityInUse.class)
                .isThrownBy(() -> watchWithMarkOf("theirs").awaitEnd(first));
        assertThat(losses).containsExactly(1_000L);
    }
}
