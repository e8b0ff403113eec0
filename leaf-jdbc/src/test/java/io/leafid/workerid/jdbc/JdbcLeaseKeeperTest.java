package io.leafid.workerid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.leafid.LeafEvent;
import io.leafid.lease.KeeperSettings;
import io.leafid.lease.LeaseKeeper;
import io.leafid.lease.LeaseStatus;
import io.leafid.test.time.ShiftedTime;
import io.leafid.time.TimeSource;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.file.MarkFile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A keeper with a table as registry and a file beside it. */
class JdbcLeaseKeeperTest extends JdbcKeeperFixture {

    private static final KeeperSettings SETTINGS = new KeeperSettings(
            Duration.ofMillis(200),
            Duration.ofSeconds(2),
            Duration.ofSeconds(4),
            KeeperSettings.OnRegistryLoss.CONTINUE,
            Duration.ofSeconds(5));

    /** For a disk that is busy: an end that is not awaited leaves the lock and the reservation to the next start. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    JdbcLeaseKeeperTest() {
        super(JdbcWorkerIdHolder.MODE);
    }

    @Test
    void clockFarFromThreeRunningPeersIsRefused() {
        KeeperSettings settings = checkedBeyond(Duration.ofMinutes(5));
        for (int i = 0; i < 3; i++) {
            keeper(i, null, new ShiftedTime(), settings).start();
        }
        ShiftedTime ahead = new ShiftedTime();
        ahead.shift(Duration.ofMinutes(8));
        ShiftedTime near = new ShiftedTime();
        near.shift(Duration.ofMinutes(-2));

        assertThatExceptionOfType(WorkerIdException.ClockDiffersFromPeers.class)
                .isThrownBy(() -> keeper(3, null, ahead, settings).start())
                .withMessageContaining("3 running nodes");
        assertThatCode(() -> keeper(4, null, near, settings).start()).doesNotThrowAnyException();
        assertThat(keepers.get(4).status().peerClocks().peers()).isEqualTo(3);
    }

    /** A node counts as running for three intervals after its report, which a busy machine may delay. */
    private static KeeperSettings checkedBeyond(Duration threshold) {
        return new KeeperSettings(
                Duration.ofSeconds(3),
                Duration.ofSeconds(10),
                SETTINGS.maxWait(),
                SETTINGS.onRegistryLoss(),
                threshold);
    }

    @Test
    void oneWrongClockAmongThePeersKeepsNoNodeFromStarting() {
        KeeperSettings unchecked = checkedBeyond(Duration.ZERO);
        ShiftedTime wrong = new ShiftedTime();
        wrong.shift(Duration.ofHours(5));
        keeper(0, null, wrong, unchecked).start();
        keeper(1, null, new ShiftedTime(), unchecked).start();
        keeper(2, null, new ShiftedTime(), unchecked).start();

        assertThatCode(() -> keeper(3, null, new ShiftedTime(), checkedBeyond(Duration.ofMinutes(5)))
                        .start())
                .doesNotThrowAnyException();
    }

    /** The original fell back to its file, which had no time. */
    @Test
    void clockBehindTheRegistrysMarkIsFatalAlsoWithALocalFile() {
        LeaseKeeper first = keeper(0, file(0), new ShiftedTime(), SETTINGS);
        first.start();
        first.close(System.currentTimeMillis(), PATIENCE);
        ShiftedTime behind = new ShiftedTime();
        behind.shift(Duration.ofHours(-1));

        assertThatExceptionOfType(WorkerIdException.ClockBehindMark.class)
                .isThrownBy(() -> keeper(0, file(0), behind, SETTINGS).start())
                .withMessageContaining("worker id 0");
    }

    /** The file goes on beyond the registry's ceiling, its marks too; a restart starts from it; the registry's return heals. */
    @Test
    void databaseAwayIsSurvivedByTheFileAlsoAcrossARestart() {
        LeaseKeeper first = keeper(0, file(0), new ShiftedTime(), SETTINGS);
        first.start();
        long confirmed = first.window().ceilingMillis();
        hideTable();
        await().until(() -> first.window().ceilingMillis()
                > confirmed + SETTINGS.reservation().toMillis());
        first.close(System.currentTimeMillis(), PATIENCE);

        LeaseKeeper second = keeper(0, file(0), new ShiftedTime(), SETTINGS);
        second.start();
        assertThat(second.status().state()).isEqualTo(LeaseStatus.State.LOCAL);
        assertThat(second.window().workerId()).isZero();
        await().until(() -> second.window().covers(System.currentTimeMillis()));
        returnTable();

        await().untilAsserted(() -> assertThat(second.status().state()).isEqualTo(LeaseStatus.State.HELD));
        await().until(() -> second.status().registryUp()); // noted after the lease is held, as the event is
        await().untilAsserted(() -> assertThat(events).hasAtLeastOneElementOfType(LeafEvent.WorkerIdRegistryUp.class));
    }

    @Test
    void withoutAMarkOfItsOwnNothingStartsWhileTheDatabaseIsAway() {
        hideTable();

        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(
                        () -> keeper(0, file(0), new ShiftedTime(), SETTINGS).start());
    }

    @Test
    void markOfTheFileIsKeptAheadOfTheClockAndWithinTheReservation() {
        MarkFile file = file(0);
        LeaseKeeper keeper = keeper(0, file, new ShiftedTime(), SETTINGS);
        keeper.start();
        long started = System.currentTimeMillis();

        await().until(() -> System.currentTimeMillis() > started + 600);
        await().untilAsserted(() -> {
            HighWaterMark mark = file.read().orElseThrow().mark();
            assertThat(mark.markMillis())
                    .isGreaterThan(System.currentTimeMillis())
                    .isLessThanOrEqualTo(mark.ceilingMillis());
        });
    }

    /** That it would have to wait until the other has ended is no silence of the registry. */
    @Test
    void registryIsUpWhileAnotherProcessHasTheWorkerId() {
        liveness = Duration.ofSeconds(5);
        KeeperSettings settings = new KeeperSettings(
                Duration.ofSeconds(1), // a call that spans two reports counts as silence, also on a busy machine
                SETTINGS.reservation(),
                SETTINGS.maxWait(),
                SETTINGS.onRegistryLoss(),
                SETTINGS.peerThreshold());
        LeaseKeeper keeper = keeper(0, null, new ShiftedTime(), settings);
        keeper.start();
        database.jdbc().update("UPDATE leaf_workerid_alloc SET token = 'of another' WHERE id = 0");
        await().untilAsserted(() -> assertThat(keeper.status().state()).isEqualTo(LeaseStatus.State.LOST));

        List<LeaseStatus> seen = new ArrayList<>();
        await().pollInterval(Duration.ofMillis(20)).until(() -> {
            seen.add(keeper.status());
            return seen.get(seen.size() - 1).state() == LeaseStatus.State.HELD;
        });
        assertThat(seen).allMatch(LeaseStatus::registryUp);
        assertThat(seen)
                .extracting(LeaseStatus::reason)
                .anySatisfy(reason -> assertThat(reason).contains("10.0.0.1:8080"));
        assertThat(events).noneMatch(event -> event instanceof LeafEvent.WorkerIdRegistryDown);
    }

    /** It has the host and port of this one, and may go on without the database. */
    @Test
    void startThatLosesTheDatabaseWhileItWatchesAnotherOwnerDoesNotGoOnFromItsFile() {
        keeper(0, file(0), new ShiftedTime(), SETTINGS).start();
        keepers.get(0).close(System.currentTimeMillis(), PATIENCE);
        database.jdbc()
                .update(
                        "UPDATE leaf_workerid_alloc SET token = 'of another', live_until = seen_at + 4000 WHERE id = 0");
        AtomicBoolean isWatching = new AtomicBoolean();
        TimeSource watching = new ActingTime(new ShiftedTime(), () -> {
            if (isWatching.compareAndSet(false, true)) {
                hideTable();
            }
        });

        assertThatExceptionOfType(WorkerIdException.UnprovenMark.class)
                .isThrownBy(() -> keeper(0, file(0), watching, SETTINGS).start())
                .withMessageContaining("another process has taken worker id 0");
        assertThat(isWatching).isTrue();
        keepers.get(1).close(0, PATIENCE);
        assertThatExceptionOfType(WorkerIdException.UnprovenMark.class)
                .as("a later start that reads nothing")
                .isThrownBy(
                        () -> keeper(0, file(0), new ShiftedTime(), SETTINGS).start());
    }

    /** The fork's clock is ahead, so that the first start fails; the next one has nothing but its file, and a clock that the fork's is ahead of. */
    @Test
    void startThatHasReadOfANodeOfTheForkLeavesNothingToGoOnFromAlone() {
        keeper(0, file(0), new ShiftedTime(), SETTINGS).start();
        keepers.get(0).close(System.currentTimeMillis(), PATIENCE);
        database.jdbc()
                .update(
                        "UPDATE leaf_workerid_alloc SET max_timestamp = ? WHERE id = 0",
                        System.currentTimeMillis() + 60_000);
        assertThatExceptionOfType(WorkerIdException.ClockBehindMark.class)
                .isThrownBy(
                        () -> keeper(0, file(0), new ShiftedTime(), SETTINGS).start());
        keepers.get(1).close(0, PATIENCE);
        hideTable();

        assertThatExceptionOfType(WorkerIdException.UnprovenMark.class)
                .isThrownBy(
                        () -> keeper(0, file(0), new ShiftedTime(), SETTINGS).start())
                .withMessageContaining("another process has taken worker id 0");
    }
}
