package io.leafid.workerid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.leafid.lease.KeeperSettings;
import io.leafid.lease.KeeperThreads;
import io.leafid.lease.LeaseKeeper;
import io.leafid.lease.LeaseStatus;
import io.leafid.lease.LeaseWindow;
import io.leafid.test.time.ShiftedTime;
import io.leafid.testing.TestThreads;
import io.leafid.workerid.LocalMark;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.file.MarkFile;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What recycled worker ids of running generators live through when the database is away. */
class RecyclingJdbcLeaseKeeperTest extends JdbcKeeperFixture {

    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private final ShiftedTime time = new ShiftedTime();
    private final List<KeeperThreads> threads = new CopyOnWriteArrayList<>();

    RecyclingJdbcLeaseKeeperTest() {
        super(RecyclingJdbcHolder.MODE);
    }

    private LeaseKeeper keeper(int i, @Nullable LocalMark mark, Duration reservation) {
        KeeperSettings settings = new KeeperSettings(
                Duration.ofMillis(200),
                reservation,
                Duration.ofSeconds(2),
                KeeperSettings.OnRegistryLoss.CONTINUE,
                Duration.ofSeconds(5));
        KeeperThreads own = TestThreads.ofAKeeper();
        threads.add(own);
        return keeper(i, mark, time, settings, own);
    }

    /** Ends the last keeper as a kill would: its threads stop, its lock is gone, nothing is given back. */
    private void kill(MarkFile file) {
        KeeperThreads killed = threads.get(threads.size() - 1);
        killed.timer().close();
        killed.registry().shutdownNow();
        killed.disk().shutdownNow();
        await().atMost(TIMEOUT)
                .until(() -> killed.registry().isTerminated() && killed.disk().isTerminated());
        keepers.remove(keepers.size() - 1);
        file.close();
    }

    private long recordedCeiling() {
        Long ceiling = database.jdbc().queryForObject("SELECT reserved_until FROM hidden WHERE id >= 0", Long.class);
        return Objects.requireNonNull(ceiling);
    }

    private boolean issuesNow(LeaseKeeper keeper) {
        long now = time.currentTimeMillis();
        return keeper.windowFor(now).covers(now);
    }

    @Test
    void recycledWorkerIdStopsAtItsCeilingAndResumesByItself() {
        LeaseKeeper keeper = keeper(0, file(0), Duration.ofMillis(1_500));
        keeper.start();
        hideTable();
        await().atMost(TIMEOUT).until(() -> !keeper.status().registryUp());

        // a mark that a busy machine writes late lags behind the clock for a moment only
        await().atMost(TIMEOUT).until(() -> time.currentTimeMillis() >= recordedCeiling() && !issuesNow(keeper));
        long ceiling = keeper.window().ceilingMillis();
        assertThat(time.currentTimeMillis()).as("and not before").isGreaterThanOrEqualTo(ceiling);
        // less if the table went while a report was under way
        assertThat(ceiling).as("not a millisecond more").isLessThanOrEqualTo(recordedCeiling());
        returnTable();

        await().atMost(TIMEOUT).until(() -> issuesNow(keeper));
        assertThat(keeper.status().state()).isEqualTo(LeaseStatus.State.HELD);
    }

    @Test
    void reservationCoversAnOutageThatIsShorter() {
        LeaseKeeper keeper = keeper(0, file(0), Duration.ofMinutes(10));
        keeper.start();
        hideTable();
        await().atMost(TIMEOUT).until(() -> !keeper.status().registryUp());
        time.shift(Duration.ofMinutes(9));

        await("the local mark has followed the clock").atMost(TIMEOUT).until(() -> issuesNow(keeper));
        assertThat(keeper.status().registryUp()).isFalse();
    }

    @Test
    void recycledWorkerIdThatWasTakenMeanwhileIsReplacedByAnotherOne() {
        LeaseKeeper keeper = keeper(0, file(0), Duration.ofMillis(1_500));
        keeper.start();
        int own = keeper.window().workerId();
        database.jdbc()
                .update(
                        "UPDATE leaf_workerid_alloc SET token = 'theirs', ip = '10.9.9.9', ip_port = '10.9.9.9:8080#0',"
                                + " live_until = live_until + 600000 WHERE id = ?",
                        own);

        await().atMost(TIMEOUT)
                .until(() -> keeper.windowFor(time.currentTimeMillis()).workerId() != own && issuesNow(keeper));

        assertThat(database.jdbc()
                        .queryForObject("SELECT token FROM leaf_workerid_alloc WHERE id = ?", String.class, own))
                .as("left alone")
                .isEqualTo("theirs");
    }

    @Test
    void startWithoutTheDatabaseFailsWithoutAFile() {
        hideTable();

        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(() -> keeper(0, file(0), Duration.ofMinutes(10)).start());
    }

    @Test
    void startWithoutTheDatabaseGoesOnWithinTheReservationOfTheOwnFileAndNotBeyond() {
        MarkFile file = file(0);
        LeaseKeeper first = keeper(0, file, Duration.ofMinutes(10));
        first.start();
        LeaseWindow before = first.window();
        kill(file);
        hideTable();

        LeaseKeeper second = keeper(0, file(0), Duration.ofMinutes(10));
        second.start();

        assertThat(second.status().state()).isEqualTo(LeaseStatus.State.LOCAL);
        assertThat(second.window().workerId()).isEqualTo(before.workerId());
        await().atMost(TIMEOUT).until(() -> issuesNow(second));
        time.shift(Duration.ofMinutes(11));
        await("the local mark has come to the reservation's end")
                .atMost(TIMEOUT)
                .until(() -> second.windowFor(time.currentTimeMillis()).ceilingMillis() == recordedCeiling());
        assertThat(issuesNow(second)).as("beyond the reservation").isFalse();
    }

    @Test
    void startWithoutTheDatabaseFailsWhenTheReservationOfTheOwnFileIsOver() {
        MarkFile file = file(0);
        keeper(0, file, Duration.ofMillis(1_500)).start();
        kill(file);
        hideTable();
        time.shift(Duration.ofMinutes(1));

        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(() -> keeper(0, file(0), Duration.ofMillis(1_500)).start());
    }
}
