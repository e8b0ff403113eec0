package io.leafid.workerid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.workerid.WorkerIdRange;
import io.leafid.workerid.jdbc.WorkerIdRow.Liveness;
import io.leafid.workerid.jdbc.WorkerIdRow.Report;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What an operator is told when each worker id of a range has an owner. */
class TakenRowsTest {

    private static final long NOW = 100_000;
    private static final WorkerIdRange RANGE = new WorkerIdRange(0, 63);
    private static final String GENERAL = "none becomes free by itself, delete rows whose owners are gone for good";

    private static WorkerIdRow seen(long id, long seenAt, long liveUntil) {
        return ScriptedTable.row(id, "n" + id + ":1", "token", 1, new Liveness(seenAt, liveUntil, NOW));
    }

    private static String describe(WorkerIdRow... rows) {
        return new TakenRows(List.of(rows), RANGE).describe();
    }

    @Test
    void ownersOfTheRangeAreNamedAndTheOneThatHasBeenSilentForLongest() {
        assertThat(describe(seen(0, 9_000, 9_000), seen(1, 5_000, 5_000), seen(2, 1_000, NOW + 1), seen(64, 1, 1)))
                .isEqualTo("0 by n0:1, 1 by n1:1, 2 by n2:1; " + GENERAL
                        + "; silent for longest is n1:1 with worker id 1, since 1970-01-01T00:00:05Z");
    }

    @Test
    void ownerIsSilentFromTheMomentOnAtWhichItsReportIsOver() {
        assertThat(describe(seen(0, 5_000, NOW))).endsWith("since 1970-01-01T00:00:05Z");
        assertThat(describe(seen(0, 5_000, NOW + 1))).isEqualTo("0 by n0:1; " + GENERAL);
    }

    @Test
    void ownerThatWasNeverHeardOfIsNotCalledSilent() {
        WorkerIdRow ofFork = new WorkerIdRow(0, "n0:1", 1, new Report("", 0, 0), new Liveness(0, 0, NOW));
        assertThat(ofFork.busyMillis()).isNegative();

        assertThat(describe(ofFork)).isEqualTo("0 by n0:1; " + GENERAL);
    }

    @Test
    void tenOwnersAreNamedAndTheOthersCounted() {
        WorkerIdRow[] eleven =
                LongStream.range(0, 11).mapToObj(id -> seen(id, 1, NOW + 1)).toArray(WorkerIdRow[]::new);

        assertThat(describe(eleven)).contains("9 by n9:1 and 1 more; ").doesNotContain("n10:1");
        assertThat(describe(Arrays.copyOf(eleven, 10))).contains("9 by n9:1; ");
    }
}
