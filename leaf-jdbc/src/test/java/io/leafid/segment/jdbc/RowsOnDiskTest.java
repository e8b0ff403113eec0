package io.leafid.segment.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.jdbc.CounterSql;
import io.leafid.jdbc.OwnStatements;
import io.leafid.segment.jdbc.RowsOnDisk.Log;
import io.leafid.test.time.ManualTime;
import io.leafid.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.springframework.dao.TransientDataAccessResourceException;

/** When a range waits for the disk of a server that may lose its last commits: one that ends more than half a margin above what is there. */
class RowsOnDiskTest {

    private static final String SERVER = "db since 1";
    private static final long MARGIN = 100;
    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final ManualTime time = new ManualTime();
    private final Queue<Log> told = new ArrayDeque<>();
    private final RowsOnDisk rows = new RowsOnDisk(this::log, TIMEOUT, MARGIN, time);
    private int more;

    /** The last one is told again and again. */
    private Log log() {
        return (told.size() > 1) ? told.remove() : told.element();
    }

    private void tell(long written, long onDisk) {
        told.add(new Log(SERVER, written, onDisk));
    }

    private Duration waitsFor(long end) {
        long begun = time.elapsedNanos();
        rows.await("order", new CounterRow(end, 10, SERVER), () -> more++);
        return Duration.ofNanos(time.elapsedNanos() - begun);
    }

    @Test
    void nothingIsAskedWhereNothingCanBeLostOrNothingIsSkipped() {
        RowsOnDisk unlogged = new RowsOnDisk(null, TIMEOUT, MARGIN, time);
        RowsOnDisk unskipped = new RowsOnDisk(this::log, TIMEOUT, 0, time);
        unlogged.await("order", new CounterRow(1_000, 10, SERVER), () -> more++);
        unskipped.await("order", new CounterRow(1_000, 10, SERVER), () -> more++);
        rows.await("order", new CounterRow(1_000, 10, "db"), () -> more++); // told is empty

        assertThat(more).isZero();
        assertThat(time.elapsedNanos()).isZero();
    }

    @Test
    void serverThatDoesNotTellItsDiskIsNotWaitedFor() {
        tell(10, -1);

        assertThat(waitsFor(1_000)).isZero();
    }

    @Test
    void serverWithNothingOnItsDiskIsWaitedFor() {
        tell(0, 0);
        tell(10, 10);

        assertThat(waitsFor(1_000)).isEqualTo(PAUSE);
    }

    /** A place in the log behind the change is known once the log has grown, which it is made to once. */
    @Test
    void rangeWaitsUntilWhatWasWrittenAfterItIsOnTheDisk() {
        tell(10, 5);
        tell(10, 10);
        tell(20, 19);
        tell(30, 20);

        assertThat(waitsFor(1_000)).isEqualTo(PAUSE.multipliedBy(3));
        assertThat(more).as("until the log has grown").isEqualTo(2);
    }

    @Test
    void rangeUpToHalfAMarginAboveWhatIsOnTheDiskWaitsForNothing() {
        tell(10, 5);
        tell(20, 20);
        assertThat(waitsFor(1_000)).isEqualTo(PAUSE);
        more = 0;

        assertThat(waitsFor(1_050)).isZero();
        told.clear();
        tell(30, 29);
        tell(30, 30);
        tell(40, 40);
        assertThat(waitsFor(1_051)).as("the one before is not there").isEqualTo(PAUSE.multipliedBy(2));
        assertThat(more).as("until the log has grown").isEqualTo(2);
    }

    @Test
    void whatHasComeToTheDiskMeanwhileCounts() {
        tell(0, 0);
        assertThat(waitsFor(50)).as("so near to nothing").isZero();
        told.clear();
        tell(30, 30);

        assertThat(waitsFor(100)).as("the range before is there").isZero();
        told.clear();
        tell(40, 40);
        assertThat(waitsFor(150)).as("and the next one").isZero();
        assertThat(waitsFor(20)).as("a counter that was set back").isZero();
    }

    @Test
    void waitEndsWithTheTimeOut() {
        tell(10, 5);

        assertThatExceptionOfType(TransientDataAccessResourceException.class)
                .isThrownBy(() -> waitsFor(1_000))
                .withMessage(
                        "the database has not written within 1000 ms to its disk what it has granted of tag 'order'");
        assertThat(time.elapsedNanos()).isEqualTo(TIMEOUT.toNanos());
    }

    @Test
    void interruptEndsTheWaitAndStaysSet() {
        tell(10, 5);
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(TransientDataAccessResourceException.class).isThrownBy(() -> waitsFor(1_000));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(time.elapsedNanos()).isZero();
    }

    @Test
    void serverThatWasRestartedMayHaveLostTheRange() {
        told.add(new Log("db since 2", 10, 10));

        assertThatExceptionOfType(TransientDataAccessResourceException.class)
                .isThrownBy(() -> waitsFor(1_000))
                .withMessage("the database was restarted right after it had granted a range, and may have lost that");
    }

    @Test
    void nothingIsKnownOfAServerAfterItsRestart() {
        tell(10, 5);
        tell(20, 20);
        waitsFor(1_000);
        told.clear();
        String restarted = "db since 2";
        told.add(new Log(restarted, 10, 5));
        told.add(new Log(restarted, 20, 20));
        long begun = time.elapsedNanos();
        rows.await("order", new CounterRow(1_010, 10, restarted), () -> more++);

        assertThat(time.elapsedNanos() - begun).isEqualTo(PAUSE.toNanos());
    }

    private RowsOnDisk reading(String log) {
        TestDatabase database = TestDatabase.h2();
        CounterSql counters = new CounterSql("", "", List.of(), List.of(), "", log, "");
        return RowsOnDisk.of(
                new OwnStatements(database.unpooled(), database.dialect(), TIMEOUT),
                counters,
                TIMEOUT,
                new FailoverPolicy(MARGIN, event -> {}, time));
    }

    @Test
    void logIsReadByTheStatementOfItsKindOfServer() {
        CounterRow row = new CounterRow(1_000, 10, SERVER);
        reading("").await("order", row, () -> more++);
        reading("SELECT 'db since 1' AS server_id, 5 AS written, CAST(NULL AS BIGINT) AS on_disk")
                .await("order", row, () -> more++);
        assertThat(more).as("neither tells what is on the disk").isZero();

        assertThatExceptionOfType(TransientDataAccessResourceException.class)
                .isThrownBy(() -> reading("SELECT 'db since 1' AS server_id, 5 AS written, 3 AS on_disk")
                        .await("order", row, () -> more++))
                .withMessageStartingWith("the database has not written within");
        assertThatExceptionOfType(TransientDataAccessResourceException.class)
                .isThrownBy(() -> reading("SELECT 'db since 1' AS server_id, 5 AS written, 3 AS on_disk WHERE 1 = 0")
                        .await("order", row, () -> more++))
                .withMessageStartingWith("the database was restarted");
    }
}
