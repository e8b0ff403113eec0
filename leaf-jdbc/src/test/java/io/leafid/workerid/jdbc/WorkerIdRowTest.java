package io.leafid.workerid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.workerid.jdbc.WorkerIdRow.Liveness;
import io.leafid.workerid.jdbc.WorkerIdRow.Report;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a row says about its owner, whether one of ours or a node of the fork wrote it last. */
class WorkerIdRowTest {

    private static final long NOW = 1_000_000;

    private static WorkerIdRow ours(long reservedUntil, Liveness liveness) {
        return new WorkerIdRow(7, "a:1", reservedUntil, new Report("token", reservedUntil, NOW), liveness);
    }

    private static WorkerIdRow afterFork(long maxTimestamp, long reservedUntil, Liveness liveness) {
        return new WorkerIdRow(7, "a:1", maxTimestamp, new Report("token", reservedUntil, NOW), liveness);
    }

    private static Liveness silentSince(long seenAt) {
        return new Liveness(seenAt, seenAt, NOW);
    }

    @Test
    void rowWithoutATokenOrWithAnotherTimeThanOursIsTheForks() {
        assertThat(ours(5_000, silentSince(1)).isReportedByFork()).isFalse();
        assertThat(afterFork(5_001, 5_000, silentSince(1)).isReportedByFork()).isTrue();
        assertThat(new WorkerIdRow(7, "a:1", 0, new Report("", 0, 0), silentSince(0)).isReportedByFork())
                .isTrue();
    }

    @Test
    void timeOfTheForkIsUsedUpToTwoReportsLaterAndOursIsNotForgotten() {
        assertThat(ours(5_000, silentSince(1)).ceilingMillis()).isEqualTo(5_000);
        assertThat(afterFork(5_001, 5_000, silentSince(1)).ceilingMillis()).isEqualTo(11_001);
        assertThat(afterFork(5_001, 90_000, silentSince(1)).ceilingMillis()).isEqualTo(90_000);
    }

    /** As an operator writes it to keep a worker id from being used. */
    @Test
    void timeThatNoClockPassesStaysSo() {
        assertThat(afterFork(Long.MAX_VALUE, 5_000, silentSince(1)).ceilingMillis())
                .isEqualTo(Long.MAX_VALUE);
        assertThat(afterFork(Long.MAX_VALUE, 5_000, silentSince(1)).busyMillis())
                .isEqualTo(6_000);
    }

    @ParameterizedTest
    @CsvSource({"3_000, 3000", "0, 0", "-1, -1"})
    void ownerOfOursRunsForWhatItsReportHasLeft(String left, long busy) {
        long liveUntil = NOW + Long.parseLong(left.replace("_", ""));

        assertThat(ours(5_000, new Liveness(NOW - 10, liveUntil, NOW)).busyMillis())
                .isEqualTo(busy);
    }

    @ParameterizedTest
    @CsvSource({"0, false", "9_000, false", "9_001, true"})
    void reportLiesFarAheadIfTheClockWasSetBackByMoreThanItCountsFor(String setBack, boolean isFarAhead) {
        long seen = NOW + Long.parseLong(setBack.replace("_", ""));

        assertThat(new Liveness(seen, seen + 9_000, NOW).isFarAhead()).isEqualTo(isFarAhead);
    }

    @Test
    void clockThatWasSetBackMakesAReportCountForNoLongerThanIfItWereFresh() {
        Liveness ahead = new Liveness(NOW + 60_000, NOW + 69_000, NOW);

        assertThat(ours(5_000, ahead).busyMillis()).isEqualTo(9_000);
        assertThat(ahead.isOfAnotherTime()).isTrue();
        assertThat(ahead.silence()).isEqualTo(Duration.ZERO);
    }

    @Test
    void reportOfThisVeryMomentIsNotOfAnotherTime() {
        assertThat(silentSince(NOW).isOfAnotherTime()).isFalse();
        assertThat(silentSince(NOW - 5).isOfAnotherTime()).isFalse();
        assertThat(silentSince(NOW - 5).silence()).isEqualTo(Duration.ofMillis(5));
    }

    @Test
    void nodeOfTheForkRunsForTwoReportsAfterItsLastOneAndNeverLonger() {
        assertThat(afterFork(NOW - 4_000, 5_000, silentSince(1)).busyMillis()).isEqualTo(2_000);
        assertThat(afterFork(NOW + 3_600_000, 5_000, silentSince(1)).busyMillis())
                .as("its clock is ahead")
                .isEqualTo(6_000);
        assertThat(afterFork(NOW - 7_000, 5_000, silentSince(1)).busyMillis()).isEqualTo(-1_000);
    }

    @Test
    void rowThatTheForkWroteIntoIsStillOursForAsLongAsOurReportCounts() {
        Liveness live = new Liveness(NOW - 10, NOW + 8_000, NOW);

        assertThat(afterFork(NOW - 4_000, 5_000, live).busyMillis()).isEqualTo(8_000);
    }

    @Test
    void clockOfTheOwnerIsComparedWithTheDatabasesAtItsReport() {
        WorkerIdRow row = new WorkerIdRow(7, "a:1", 0, new Report("token", 0, 5_000), silentSince(4_200));

        assertThat(row.clockOffset()).isEqualTo(Duration.ofMillis(800));
    }

    @Test
    void eachColumnThatAReportMovesShowsThatThereWasOne() {
        WorkerIdRow before = ours(5_000, silentSince(1));

        assertThat(before.isWrittenSince(ours(5_000, new Liveness(1, 1, NOW + 9))))
                .as("read again")
                .isFalse();
        assertThat(before.isWrittenSince(ours(5_000, silentSince(2)))).isTrue();
        assertThat(before.isWrittenSince(afterFork(5_001, 5_000, silentSince(1))))
                .isTrue();
        assertThat(before.isWrittenSince(
                        new WorkerIdRow(7, "a:1", 5_000, new Report("another", 5_000, NOW), silentSince(1))))
                .isTrue();
    }
}
