package io.leafid.autoconfigure.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.autoconfigure.check.CheckedStart.OffBy;
import io.leafid.autoconfigure.properties.SnowflakeProperties;
import io.leafid.time.TimeSource;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.file.LocalHolder;
import io.leafid.workerid.file.StatePlace;
import io.leafid.workerid.file.WorkerIdAssignment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A check of a configured worker id says what the start does. */
class CheckedLocalStartTest {

    @TempDir
    private Path directory;

    private CheckedStart start(Duration offset, String... more) {
        String[] settings = Stream.concat(Stream.of("leaf.snowflake.mode=local"), Stream.of(more))
                .toArray(String[]::new);
        return new CheckedStart(CheckedStart.settings(directory, settings), this::holder, new OffBy(offset));
    }

    private WorkerIdHolder holder(SnowflakeProperties snowflake, TimeSource time) {
        SnowflakeProperties.Local local = snowflake.local();
        StatePlace place = StatePlace.configured(directory, "orders-" + directory.getFileName(), 8080);
        return new LocalHolder(place, CheckedStart.SELF, WorkerIdAssignment.of(local.workerId(), local.workIdMap()));
    }

    /** A run that was killed, or goes on. */
    private WorkerIdHolder run(Duration ahead, String... settings) {
        CheckedStart before = start(Duration.ZERO, settings);
        SnowflakeProperties snowflake = before.setup().properties().snowflake();
        WorkerIdHolder holder = holder(snowflake, TimeSource.system());
        LeaseRequest request =
                LeaseRequest.of(CheckedStart.SELF, snowflake.workerIds(), snowflake.idLayout(), TimeSource.system());
        holder.acquire(request.over(new LeaseRequest.Period(ahead, Duration.ofMinutes(1), 0)));
        return holder;
    }

    @Test
    void firstStartIsSafeAndTheCheckMakesNothing() {
        CheckedStart start = start(Duration.ZERO, "leaf.snowflake.local.worker-id=7");

        assertThat(start.findings().text()).contains("7");
        assertThat(directory).isEmptyDirectory();
        start.isSafe();
    }

    @Test
    void workerIdOutsideTheRangeIsRefused() {
        start(Duration.ZERO, "leaf.snowflake.local.worker-id=7", "leaf.snowflake.worker-ids=0-3")
                .isRefusedWith(WorkerIdException.BadAssignment.class);
    }

    @Test
    void hostWithoutAWorkerIdIsRefused() {
        start(Duration.ZERO, "leaf.snowflake.local.work-id-map[10.0.0.2:8080]=7")
                .isRefusedWith(WorkerIdException.BadAssignment.class);
        start(Duration.ZERO, "leaf.snowflake.local.worker-id=ordinal")
                .isRefusedWith(WorkerIdException.BadAssignment.class);
    }

    @Test
    void floorThatIsFarAheadIsRefused() {
        start(
                        Duration.ZERO,
                        "leaf.snowflake.local.worker-id=7",
                        "leaf.snowflake.start-after=" + Instant.now().plusSeconds(60))
                .isRefusedWith(WorkerIdException.ClockBehindFloor.class);
    }

    @Test
    void clockBehindTheMarkIsRefused() {
        run(Duration.ofSeconds(10), "leaf.snowflake.local.worker-id=7").close();

        start(Duration.ZERO, "leaf.snowflake.local.worker-id=7").isSafe();
        start(Duration.ofMinutes(-1), "leaf.snowflake.local.worker-id=7")
                .isRefusedWith(WorkerIdException.ClockBehindMark.class);
    }

    @Test
    void anotherWorkerIdThanBeforeIsRefused() {
        run(Duration.ofSeconds(1), "leaf.snowflake.local.worker-id=7").close();

        start(Duration.ZERO, "leaf.snowflake.local.worker-id=8").isRefusedWith(WorkerIdException.BadAssignment.class);
    }

    @Test
    void anotherLayoutThanBeforeIsRefused() {
        run(Duration.ofSeconds(1), "leaf.snowflake.local.worker-id=7").close();

        start(Duration.ZERO, "leaf.snowflake.local.worker-id=7", "leaf.snowflake.layout.preset=javascript")
                .isRefusedWith(WorkerIdException.LayoutMismatch.class);
    }

    @Test
    void workerIdOfARunningProcessIsRefused() {
        try (WorkerIdHolder running = run(Duration.ofSeconds(1), "leaf.snowflake.local.worker-id=7")) {
            assertThat(running.list()).hasSize(1);

            start(Duration.ZERO, "leaf.snowflake.local.worker-id=7")
                    .isRefusedWith(WorkerIdException.IdentityInUse.class);
        }
    }

    /** A file that is damaged counts as written just now, and is put aside by a start alone. */
    @Test
    void damagedMarkIsLeftAsItIs() throws Exception {
        run(Duration.ofSeconds(1), "leaf.snowflake.local.worker-id=7").close();
        Path mark = directory.resolve("8080").resolve("leaf-mark.properties");
        Files.writeString(mark, "damaged");

        CheckedStart start = start(Duration.ZERO, "leaf.snowflake.local.worker-id=7");
        start.findings();
        assertThat(mark.resolveSibling("leaf-mark.properties.unusable")).doesNotExist();
        start.isSafe();
    }
}
