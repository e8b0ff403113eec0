package io.leafid.workerid.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.leafid.SnowflakeLayout;
import io.leafid.lease.KeeperSettings;
import io.leafid.lease.LeaseKeeper;
import io.leafid.lease.LeaseTerms;
import io.leafid.test.time.ShiftedTime;
import io.leafid.testing.TestThreads;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdRange;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A keeper whose only registry is the file; it has no local mark beside it. */
class LocalLeaseKeeperTest {

    private static final KeeperSettings SETTINGS = new KeeperSettings(
            Duration.ofMillis(100),
            Duration.ofMillis(400),
            Duration.ofSeconds(2),
            KeeperSettings.OnRegistryLoss.CONTINUE,
            Duration.ofSeconds(5));

    /** For a disk that is busy: an end that is not awaited leaves the lock and the reservation to the next start. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final NodeIdentity NODE = new NodeIdentity("orders-3", 8080);

    private final List<LeaseKeeper> keepers = new ArrayList<>();

    @TempDir
    private Path directory;

    @AfterEach
    void close() {
        keepers.forEach(keeper -> keeper.close(0, Duration.ofSeconds(2)));
    }

    private LeaseKeeper keeper(ShiftedTime time) {
        LeaseKeeper keeper = new LeaseKeeper(
                new LocalHolder(
                        StatePlace.configured(directory, "orders", NODE.port()),
                        NODE,
                        WorkerIdAssignment.of(WorkerIdAssignment.ORDINAL, Map.of())),
                null,
                new LeaseTerms(NODE, new WorkerIdRange(0, 1023), SnowflakeLayout.DEFAULT, SETTINGS),
                time,
                TestThreads.ofAKeeper(),
                event -> {});
        keepers.add(keeper);
        return keeper;
    }

    @Test
    void ceilingIsKeptAheadOfTheClock() {
        LeaseKeeper keeper = keeper(new ShiftedTime());
        keeper.start();
        long first = keeper.window().ceilingMillis();

        await().until(() -> keeper.window().ceilingMillis() > first + 1_000);

        assertThat(keeper.window().workerId()).isEqualTo(3);
        long ceiling = keeper.window().ceilingMillis();
        MarkRecord recorded = MarkFileContent.peek(directory.resolve("8080")).found();
        assertThat(recorded).isNotNull();
        assertThat(recorded.mark().ceilingMillis()).isGreaterThanOrEqualTo(ceiling);
    }

    @Test
    void cleanStopLetsTheNextStartGoAtOnce() {
        LeaseKeeper first = keeper(new ShiftedTime());
        first.start();
        long usedUpTo = System.currentTimeMillis();
        first.close(usedUpTo, PATIENCE);

        LeaseKeeper second = keeper(new ShiftedTime());
        second.start();

        assertThat(second.window().floorMillis()).isEqualTo(usedUpTo);
    }

    @Test
    void secondKeeperOnTheSameFileIsRefusedWhileTheFirstRuns() {
        keeper(new ShiftedTime()).start();

        assertThatExceptionOfType(WorkerIdException.IdentityInUse.class)
                .isThrownBy(() -> keeper(new ShiftedTime()).start());
    }

    @Test
    void clockBehindTheFilesMarkIsRefused() {
        LeaseKeeper first = keeper(new ShiftedTime());
        first.start();
        first.close(System.currentTimeMillis(), PATIENCE);
        ShiftedTime behind = new ShiftedTime();
        behind.shift(Duration.ofMinutes(-5));

        assertThatExceptionOfType(WorkerIdException.ClockBehindMark.class)
                .isThrownBy(() -> keeper(behind).start());
    }
}
